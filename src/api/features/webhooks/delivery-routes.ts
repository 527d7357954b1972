import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { LIMITS, tierLimits } from '../../../accounts/tiers.ts';
import type { EventType } from '../../../domain/events.ts';
import { ApiError, notFound, retryAfter, wrong } from '../../../domain/problems.ts';
import {
  DeliveryDetail,
  DeliveryList,
  DeliveryQuery,
  EXAMPLE_DELIVERY,
  RetryRequest,
  RetryResult,
  SettleManyRequest,
  SettleRequest,
  SettleResult,
  TestRequest,
  WebhookDelivery,
} from '../../../records/schemas/delivery.ts';
import type { Executor } from '../../../stores/mysql/database.ts';
import { eq } from '../../../stores/mysql/drizzle.ts';
import { webhookEndpoints } from '../../../stores/mysql/schema.ts';
import { deliveriesOf, readDelivery, readDetail } from '../../../webhooks/deliveries.ts';
import { type WebhookIds, webhookIds } from '../../../webhooks/ids.ts';
import { type RetryRefusal, retryDeadLetters, retryDelivery, settleOwn } from '../../../webhooks/settle.ts';
import { queueTest } from '../../../webhooks/test-event.ts';
import { wakeDispatchers } from '../../../webhooks/wake-up.ts';
import { takeAnyBody, takeNoBody } from '../../plugins/bodies.ts';
import { EndpointId, ONCE, ownEndpoint, TAGS } from './endpoints.ts';
import { readChoice } from './events.ts';
import { type Answer, answerOnce, IdempotencyHeaders } from './idempotency.ts';

const DAY = 86_400_000;

const DeliveryId = Type.Object({
  ...EndpointId.properties,
  deliveryId: Type.String({ description: 'Id of the delivery', examples: [EXAMPLE_DELIVERY] }),
});

const RETRY_REFUSALS: Record<RetryRefusal, (now: number) => ApiError> = {
  disabled: () => new ApiError('endpoint_disabled', 'The endpoint is disabled'),
  status: () =>
    new ApiError('not_retryable', 'Only a delivery whose status is dead_lettered or failed can be retried'),
  plan: () => new ApiError('webhooks_not_included', 'The plan of this account has no webhook events'),
  quota: (now) =>
    new ApiError(
      'event_quota',
      'The webhook events of this day are used up',
      retryAfter((DAY - (now % DAY)) / 1000),
    ),
};

/** The number in a cursor. Throws 400 when it is not one. */
function positionOf(cursor: string, ids: WebhookIds): number {
  const number = ids.deliveryNumber(cursor);
  if (number === null) throw wrong('cursor', 'must be the next_cursor of an earlier answer');
  return number;
}

/** The answer to a request, and whether deliveries became due by it. */
interface Queued extends Answer {
  isDue: boolean;
}

const noDelivery = () => notFound('The endpoint has no such delivery');

/** A number that no row has. */
const NO_DELIVERY = 0;

/** Keeps an endpoint from being disabled until the transaction ends. */
async function lockActive(tx: Executor, endpoint: number) {
  const [row] = await tx
    .select({ account: webhookEndpoints.accountId, isActive: webhookEndpoints.isActive })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, endpoint))
    .for('update');
  if (!row?.isActive) throw RETRY_REFUSALS.disabled(0);
  return row;
}

/** The routes of an endpoint's deliveries. */
export const deliveryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, wakeUps = database, config, secretKey, now = Date.now } = app.services;
  const tiers = tierLimits(config);
  const ids = webhookIds(secretKey);
  /** The number in an id. An invalid id is looked up too, so that it takes as long as one of another account. */
  const numberOf = (id: string): number => ids.deliveryNumber(id) ?? NO_DELIVERY;

  /** The answer for a queued delivery, read in the transaction that queued it. */
  async function accepted(tx: Executor, delivery: number): Promise<Queued> {
    return { status: 202, body: JSON.stringify(await readDelivery(tx, ids, delivery)), isDue: true };
  }

  async function queueOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    queue: (tx: Executor) => Promise<Queued>,
  ): Promise<FastifyReply> {
    const storage = { database, secretKey, now: now() };
    let isDue = false;
    const sent = await answerOnce(
      request,
      reply,
      storage,
      async () => {},
      async (tx) => {
        const queued = await queue(tx);
        isDue = queued.isDue;
        return queued;
      },
    );
    // Not awaited: the answer must not arrive after the delivery that it announces.
    if (isDue) void wakeDispatchers(wakeUps);
    return sent;
  }

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'account', needs: 'webhooks', errors: [404] },
      schema: {
        summary: 'The deliveries of an endpoint, newest first',
        description: '`next_cursor` continues the list.',
        tags: TAGS,
        params: EndpointId,
        querystring: DeliveryQuery,
        response: { 200: DeliveryList },
      },
    },
    async (request) => {
      const { limit, cursor, ...chosen } = request.query;
      const choice = readChoice(chosen);
      const before = cursor === undefined ? undefined : positionOf(cursor, ids);
      const { number: endpoint } = await ownEndpoint(request);
      const found = await deliveriesOf(database, ids, { endpoint, limit: limit! + 1, before, choice });
      const data = found.slice(0, limit!);
      return { data, next_cursor: found.length > data.length ? data.at(-1)!.id : null };
    },
  );

  app.get(
    '/webhooks/:id/deliveries/:deliveryId',
    {
      config: { access: 'account', needs: 'webhooks', errors: [404] },
      schema: {
        summary: 'One delivery, with its payload and headers',
        description: 'Also the attempts so far, with what the receiver answered.',
        tags: TAGS,
        params: DeliveryId,
        response: { 200: DeliveryDetail },
      },
    },
    async (request) => {
      const { number } = await ownEndpoint(request);
      const found = await readDetail(database, ids, number, numberOf(request.params.deliveryId));
      if (!found) throw noDelivery();
      return found;
    },
  );

  app.post(
    '/webhooks/:id/deliveries/retry',
    {
      preValidation: takeAnyBody,
      config: { ...ONCE, optionalBody: true },
      schema: {
        summary: 'Re-queue the dead-lettered deliveries that fit, the oldest first and 5,000 at most',
        description: 'Each gets a fresh schedule of attempts. Without a filter, all that are dead-lettered.',
        tags: TAGS,
        params: EndpointId,
        headers: IdempotencyHeaders,
        body: RetryRequest,
        response: { 202: RetryResult },
      },
    },
    async (request, reply) => {
      const choice = readChoice(request.body);
      const { number: endpoint } = await ownEndpoint(request);
      const time = now();
      return queueOnce(request, reply, async (tx) => {
        const { account } = await lockActive(tx, endpoint);
        const { refusal, ...result } = await retryDeadLetters(tx, tiers, {
          endpoint,
          account,
          choice,
          now: time,
        });
        if (refusal !== null && result.queued === 0) throw RETRY_REFUSALS[refusal](time);
        return { status: 202, body: JSON.stringify(result), isDue: result.queued > 0 };
      });
    },
  );

  app.post(
    '/webhooks/:id/deliveries/settle',
    {
      config: ONCE,
      schema: {
        summary: 'Settle the deliveries of unknown outcome that fit, the oldest first and 5,000 at most',
        description:
          'The outcome is unknown when a send began and no answer came. Such deliveries are not sent again by themselves.',
        tags: TAGS,
        params: EndpointId,
        headers: IdempotencyHeaders,
        body: SettleManyRequest,
        response: { 200: SettleResult },
      },
    },
    async (request, reply) => {
      const { as, ...chosen } = request.body;
      const choice = readChoice(chosen);
      const { number: endpoint } = await ownEndpoint(request);
      const time = new Date(now());
      return queueOnce(request, reply, async (tx) => {
        if (as === 'requeue') await lockActive(tx, endpoint);
        const result = await settleOwn(tx, { endpoint, as, choice, now: time });
        return { status: 200, body: JSON.stringify(result), isDue: as === 'requeue' && result.settled > 0 };
      });
    },
  );

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/settle',
    {
      config: ONCE,
      schema: {
        summary: 'Settle a delivery of unknown outcome: it arrived, is sent again, or is given up',
        description:
          'The outcome is unknown when a send began and no answer came. Such a delivery is not sent again by itself.',
        tags: TAGS,
        params: DeliveryId,
        headers: IdempotencyHeaders,
        body: SettleRequest,
        response: { 200: WebhookDelivery },
      },
    },
    async (request, reply) => {
      const { as } = request.body;
      const { number: endpoint } = await ownEndpoint(request);
      const delivery = numberOf(request.params.deliveryId);
      const time = new Date(now());
      return queueOnce(request, reply, async (tx) => {
        if ((await readDetail(tx, ids, endpoint, delivery)) === null) throw noDelivery();
        if (as === 'requeue') await lockActive(tx, endpoint);
        const choice = { ids: [delivery] };
        const { settled } = await settleOwn(tx, { endpoint, as, choice, now: time });
        if (settled === 0) throw new ApiError('not_unknown', 'The outcome of this delivery is not unknown');
        const body = JSON.stringify(await readDelivery(tx, ids, delivery));
        return { status: 200, body, isDue: as === 'requeue' };
      });
    },
  );

  app.post(
    '/webhooks/:id/deliveries/:deliveryId/retry',
    {
      preHandler: takeNoBody,
      config: ONCE,
      schema: {
        summary: 'Re-queue a dead-lettered delivery, with a fresh schedule of attempts',
        description: 'Only a delivery whose status is `dead_lettered` or `failed` can be sent again.',
        tags: TAGS,
        params: DeliveryId,
        headers: IdempotencyHeaders,
        response: { 202: WebhookDelivery },
      },
    },
    async (request, reply) => {
      const { number } = await ownEndpoint(request);
      const delivery = numberOf(request.params.deliveryId);
      const time = now();
      return queueOnce(request, reply, async (tx) => {
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
      config: { ...ONCE, optionalBody: true },
      schema: {
        summary: 'Send an example of an event, marked as a test; it counts toward no quota',
        description: 'It is signed and sent as deliveries are.',
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
        throw wrong(
          'event_type',
          record.event_types.length === 0
            ? 'must be one that the endpoint subscribes to: it subscribes to none, so create a new one'
            : `must be one that the endpoint subscribes to: ${record.event_types.join(', ')}`,
        );
      }
      const time = now();
      return queueOnce(request, reply, async (tx) => {
        if (!record.is_active) throw new ApiError('endpoint_disabled', 'The endpoint is disabled');
        const delivery = await queueTest(tx, { number, record, type: event_type, now: time });
        if (delivery !== null) return accepted(tx, delivery);
        const message = `More than ${LIMITS.testsAMinute} tests of an endpoint in a minute`;
        throw new ApiError('test_limit', message, retryAfter(60));
      });
    },
  );
};
