import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { tierLimits } from '../../accounts/tiers.ts';
import { asAnswer } from '../../answers/bytes.ts';
import { nameServerList } from '../../config.ts';
import type { EventType } from '../../domain/events.ts';
import type { Executor } from '../../mysql/database.ts';
import { commitInTime } from '../../plugins/deadline.ts';
import { ApiError, invalid, notFound, unavailable } from '../../problems.ts';
import { JSON_TYPE } from '../../schemas/common.ts';
import {
  CreatedEndpoint,
  DeliveryList,
  EndpointList,
  NewEndpoint,
  TestRequest,
  WebhookDelivery,
  WebhookEndpoint,
} from '../../schemas/webhook.ts';
import { readQuota } from '../../webhooks/accounts.ts';
import { deliveriesOf, readDelivery } from '../../webhooks/deliveries.ts';
import { deliveryNumber } from '../../webhooks/delivery-id.ts';
import { checkDestination, developmentHosts, RefusedDestination } from '../../webhooks/destination.ts';
import { ring } from '../../webhooks/doorbell.ts';
import { createNames, nameServers, Unresolved } from '../../webhooks/names.ts';
import { type RetryRefusal, retryDelivery } from '../../webhooks/retry.ts';
import { queueTest, TESTS_A_MINUTE } from '../../webhooks/test-event.ts';
import {
  createEndpoint,
  disableEndpoint,
  findEndpoint,
  listEndpoints,
  type StoredEndpoint,
} from './endpoints.ts';
import { readFilter } from './filter.ts';
import { type Answer, answerOnce, IDEMPOTENCY_ERRORS, IdempotencyHeaders } from './idempotency.ts';

const DELIVERIES_SHOWN = 100;
const TAGS = ['Webhooks'];
const DAY = 86_400_000;

const EndpointId = Type.Object({
  id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
});
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

/** Routes without a body accept none, or an empty object. */
async function takeNoBody({ body }: FastifyRequest): Promise<void> {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('The body must be empty');
  const [key] = Object.keys(body);
  if (key !== undefined) throw invalid(`${key.slice(0, 100)} is not a known field`);
}

async function takeAnyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}

/** The routes under /webhooks. */
export const webhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, config, secretKey, now = Date.now } = app.services;
  const devHosts = developmentHosts(config.WEBHOOK_DEV_HOSTS);
  const names = createNames(nameServers(nameServerList(config.WEBHOOK_DNS_SERVERS)));
  const tiers = tierLimits(config);
  const storage = { database, secretKey };

  async function queueOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    time: number,
    queue: (tx: Executor) => Promise<Answer>,
  ): Promise<FastifyReply> {
    const sent = await answerOnce(request, reply, { ...storage, now: time }, async () => {}, queue);
    // Not awaited: the answer must not come after the delivery that it announces.
    void ring(database).catch(() => {});
    return sent;
  }

  // Some clients send a content type without a body.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { schema, config } = request.routeOptions;
    if (text === '' && (schema?.body === undefined || config.optionalBody)) done(null, undefined);
    else parse(request, text as string, done);
  });

  async function own(request: FastifyRequest): Promise<StoredEndpoint> {
    const { id } = request.params as { id: string };
    const found = await findEndpoint(database, request.caller!.key!.account, id);
    if (!found) throw notFound('There is no such webhook endpoint');
    return found;
  }

  async function checkUrl(url: string, account: string): Promise<void> {
    await checkDestination(url, devHosts, (host) => names(account, host).addresses).catch((error) => {
      if (error instanceof RefusedDestination) throw invalid(`url ${error.message}`);
      throw error instanceof Unresolved ? unavailable('The name server of url’s host', error) : error;
    });
  }

  app.post(
    '/webhooks',
    {
      config: { access: 'account', errors: [413, 415, ...IDEMPOTENCY_ERRORS], idempotent: true },
      schema: {
        summary: 'Create a webhook endpoint; its secret is shown this once',
        tags: TAGS,
        headers: IdempotencyHeaders,
        body: NewEndpoint,
        response: { 201: CreatedEndpoint },
      },
    },
    async (request, reply) => {
      const { limits, key } = request.caller!;
      const most = limits.webhooks.endpoints;
      if (most === 0) {
        throw new ApiError('webhooks_not_included', `The plan of this key (${key!.tier}) has no webhooks`);
      }
      const check = async () => {
        await checkUrl(request.body.url, key!.account);
        return readFilter(app.records, request.body);
      };
      const time = now();
      return answerOnce(request, reply, { ...storage, now: time }, check, async (tx, watched) => {
        const created = await createEndpoint(tx, {
          secretKey,
          account: key!.account,
          endpoint: request.body,
          watched,
          most,
          now: time,
        });
        const { unmatched } = watched;
        if (created)
          return { status: 201, body: JSON.stringify({ ...created, unmatched_parcel_ids: unmatched }) };
        throw new ApiError(
          'endpoint_quota',
          `All ${most} active endpoints of this plan are in use; disable one first`,
        );
      });
    },
  );

  app.get(
    '/webhooks',
    {
      config: { access: 'account' },
      schema: {
        summary: 'The caller’s endpoints, quotas and tier',
        tags: TAGS,
        response: { 200: EndpointList },
      },
    },
    async (request, reply) => {
      const { limits, key } = request.caller!;
      const time = now();
      const used = await readQuota(database, key!.account, time);
      const { endpoints, events_per_day } = limits.webhooks;
      const quota = {
        endpoints: { limit: endpoints, used: used.endpoints },
        events_per_day: {
          limit: events_per_day,
          used: used.events,
          resets_at: new Date(time + DAY - (time % DAY)).toISOString(),
        },
      };
      // Sent as they are read: an account may have any number of endpoints of a thousand parcels.
      async function* body() {
        yield '{"data":[';
        let comma = '';
        for await (const portion of listEndpoints(database, key!.account)) {
          for (const endpoint of portion) {
            yield comma + JSON.stringify(endpoint);
            comma = ',';
          }
        }
        yield `],"quota":${JSON.stringify(quota)},"tier":${JSON.stringify(key!.tier)}}`;
      }
      return reply.type(JSON_TYPE).send(asAnswer(Readable.from(body())));
    },
  );

  app.get(
    '/webhooks/:id',
    {
      config: { access: 'account', errors: [404] },
      schema: { summary: 'One endpoint', tags: TAGS, params: EndpointId, response: { 200: WebhookEndpoint } },
    },
    async (request) => (await own(request)).record,
  );

  app.delete(
    '/webhooks/:id',
    {
      preHandler: takeNoBody,
      config: { access: 'account', errors: [404, 413, 415] },
      schema: {
        summary: 'Disable an endpoint for good; it stays in the list for 90 days, with its deliveries',
        tags: TAGS,
        params: EndpointId,
        response: { 200: WebhookEndpoint },
      },
    },
    async (request, reply) => disableEndpoint(database, await own(request), now(), commitInTime(reply)),
  );

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
      data: await deliveriesOf(database, (await own(request)).number, DELIVERIES_SHOWN),
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
      const { number } = await own(request);
      const delivery = deliveryNumber(request.params.deliveryId);
      const time = now();
      return queueOnce(request, reply, time, async (tx) => {
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
      const { number, record } = await own(request);
      const { event_type = record.event_types[0] as EventType } = request.body;
      if (!record.event_types.includes(event_type)) {
        throw invalid(
          `event_type must be one that the endpoint subscribes to: ${record.event_types.join(', ')}`,
        );
      }
      const time = now();
      return queueOnce(request, reply, time, async (tx) => {
        if (!record.is_active) throw new ApiError('endpoint_disabled', 'The endpoint is disabled');
        const delivery = await queueTest(tx, { number, record, type: event_type, now: time });
        if (delivery !== null) return accepted(tx, delivery);
        const message = `More than ${TESTS_A_MINUTE} tests of an endpoint in a minute`;
        throw new ApiError('test_limit', message, { 'retry-after': '60' });
      });
    },
  );
};
