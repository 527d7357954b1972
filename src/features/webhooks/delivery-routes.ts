import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { tierLimits } from '../../accounts/tiers.ts';
import type { EventType } from '../../domain/events.ts';
import type { Executor } from '../../mysql/database.ts';
import { ApiError, invalid, notFound } from '../../problems.ts';
import { DeliveryList, TestRequest, WebhookDelivery } from '../../schemas/webhook.ts';
import { deliveriesOf, readDelivery } from '../../webhooks/deliveries.ts';
import { deliveryNumber } from '../../webhooks/delivery-id.ts';
import { ring } from '../../webhooks/doorbell.ts';
import { type RetryRefusal, retryDelivery } from '../../webhooks/retry.ts';
import { queueTest, TESTS_A_MINUTE } from '../../webhooks/test-event.ts';
import { type Answer, answerOnce, IDEMPOTENCY_ERRORS, IdempotencyHeaders } from './idempotency.ts';
import { EndpointId, ownEndpoint, TAGS, takeAnyBody, takeNoBody } from './own-endpoint.ts';

const DELIVERIES_SHOWN = 100;
const DAY = 86_400_000;

const DeliveryId = Type.Object({
  ...EndpointId.properties,
  deliveryId: Type.String({ description: 'Id of the delivery', examples: ['dlv_1234'] }),
});

const secondsLeft = (now: number) => Math.max(1, Math.ceil((DAY - (now % DAY)) / 1000));

const RETRY_REFUSALS: Record<RetryRefusal, (now: number) => ApiError> = {
  disabled: () => new ApiError('endpoint_disabled', 'The endpoint is disabled'),
  status: () =>
    new ApiError('not_retryable', 'Only a delivery whose status is dead_lettered or failed can be retried'),
  plan: () => new ApiError('webhooks_not_included', 'The plan of this account has no webhook events'),
  quota: (now) =>
    new ApiError('event_quota', 'The webhook events of this day are used up', {
      'retry-after': String(secondsLeft(now)),
    }),
};

/** Read in the transaction that queued the delivery. */
async function accepted(tx: Executor, delivery: number): Promise<Answer> {
  return { status: 202, body: JSON.stringify(await readDelivery(tx, delivery)) };
}

const noDelivery = () => notFound('The endpoint has no such delivery');

/** The routes of an endpoint's deliveries. */
export const deliveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, config, secretKey, now = Date.now } = app.services;
  const tiers = tierLimits(config);

  async function queueOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    queue: (tx: Executor) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const storage = { database, secretKey, now: now() };
    const sent = await answerOnce(request, reply, storage, async () => {}, queue);
    // Not awaited: the answer must not come after the delivery that it announces.
    void ring(database).catch(() => {});
    return sent;
  }

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'account', errors: [404] },
      schema: {
        summary: 'The last 100 deliveries of an endpoint',
        tags: TAGS,
        params: EndpointId,
        response: { 200: DeliveryList },
      },
    },
    async (request) => ({
      data: await deliveriesOf(database, (await ownEndpoint(request)).number, DELIVERIES_SHOWN),
    }),
  );

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/retry',
    {
      preHandler: takeNoBody,
      config: { access: 'account', errors: [404, 413, 415, ...IDEMPOTENCY_ERRORS], idempotent: true },
      schema: {
        summary: 'Re-queue a dead-lettered delivery, with a fresh schedule of attempts',
        tags: TAGS,
        params: DeliveryId,
        headers: IdempotencyHeaders,
        response: { 202: WebhookDelivery },
      },
    },
    async (request, reply) => {
      const { number } = await ownEndpoint(request);
      const delivery = deliveryNumber(request.params.deliveryId);
      const time = now();
      return queueOnce(request, reply, async (tx) => {
        if (delivery === null) throw noDelivery();
        const refusal = await retryDelivery(tx, tiers, { endpoint: number, delivery, now: time });
        if (refusal === undefined) throw noDelivery();
        if (refusal === null) return accepted(tx, delivery);
        throw RETRY_REFUSALS[refusal](time);
      });
    },
  );

  app.post(
    '/webhooks/:id/test',
    {
      preValidation: takeAnyBody,
      config: {
        access: 'account',
        optionalBody: true,
        errors: [404, 413, 415, ...IDEMPOTENCY_ERRORS],
        idempotent: true,
      },
      schema: {
        summary: 'Send an example of an event, marked as a test; it counts toward no quota',
        tags: TAGS,
        params: EndpointId,
        headers: IdempotencyHeaders,
        body: TestRequest,
        response: { 202: WebhookDelivery },
      },
    },
    async (request, reply) => {
      const { number, record } = await ownEndpoint(request);
      const { event_type = record.event_types[0] as EventType } = request.body;
      if (!record.event_types.includes(event_type)) {
        throw invalid(
          `event_type must be one that the endpoint subscribes to: ${record.event_types.join(', ')}`,
        );
      }
      const time = now();
      return queueOnce(request, reply, async (tx) => {
        if (!record.is_active) throw new ApiError('endpoint_disabled', 'The endpoint is disabled');
        const delivery = await queueTest(tx, { number, record, type: event_type, now: time });
        if (delivery !== null) return accepted(tx, delivery);
        const message = `More than ${TESTS_A_MINUTE} tests of an endpoint in a minute`;
        throw new ApiError('test_limit', message, { 'retry-after': '60' });
      });
    },
  );
};
