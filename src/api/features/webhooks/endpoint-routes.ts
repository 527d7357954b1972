import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../../accounts/tiers.ts';
import { nameServerList } from '../../../config.ts';
import { ApiError, wrong } from '../../../domain/problems.ts';
import { JSON_TYPE } from '../../../records/schemas/common.ts';
import {
  CreatedEndpoint,
  EndpointList,
  NewEndpoint,
  WebhookEndpoint,
} from '../../../records/schemas/webhook.ts';
import { checkDestination, developmentHosts, RefusedDestination } from '../../../webhooks/destination.ts';
import { createNames, nameServers } from '../../../webhooks/names.ts';
import { readQuota } from '../../../webhooks/quota.ts';
import { asAnswer } from '../../gate/answer.ts';
import { takeNoBody } from '../../plugins/bodies.ts';
import {
  createEndpoint,
  disableEndpoint,
  EndpointId,
  listEndpoints,
  ONCE,
  ownEndpoint,
  TAGS,
} from './endpoints.ts';
import { readFilter } from './filter.ts';
import { answerOnce, IDEMPOTENCY_ERRORS, IdempotencyHeaders } from './idempotency.ts';

const DAY = 86_400_000;
/** In bytes: 10,000 parcels fit in it, in ids of up to 49 characters. */
const LARGEST_ENDPOINT = 512 << 10;

/** The routes of endpoints. */
export const endpointRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, config, secretKey, now = Date.now } = app.services;
  const devHosts = developmentHosts(config.WEBHOOK_DEV_HOSTS);
  const names = createNames(nameServers(nameServerList(config.WEBHOOK_DNS_SERVERS)));

  async function checkUrl(url: string, account: string): Promise<void> {
    await checkDestination(url, devHosts, (host) => names(account, host).addresses).catch((error) => {
      throw error instanceof RefusedDestination ? wrong('url', error.message) : error;
    });
  }

  async function checkPlan({ ticket }: FastifyRequest): Promise<void> {
    const { limits, key } = ticket.caller!;
    if (limits.webhooks.endpoints !== 0) return;
    throw new ApiError('webhooks_not_included', `The plan of this key (${key!.tier}) has no webhooks`);
  }

  app.post(
    '/webhooks',
    {
      onRequest: checkPlan,
      bodyLimit: LARGEST_ENDPOINT,
      config: { ...ONCE, errors: [413, 415, ...IDEMPOTENCY_ERRORS] },
      schema: {
        summary: 'Create a webhook endpoint; its secret is shown this once',
        description: `An account creates at most ${LIMITS.endpointsAMinute} in a minute. Beyond that the answer is a 429, \`burst_limit\`, with \`Retry-After\`.`,
        tags: TAGS,
        headers: IdempotencyHeaders,
        body: NewEndpoint,
        response: { 201: CreatedEndpoint },
      },
    },
    async (request, reply) => {
      const { limits, key } = request.ticket.caller!;
      const most = limits.webhooks.endpoints;
      const check = async () => {
        await checkUrl(request.body.url, key!.account);
        return readFilter(app.records, request.body);
      };
      const time = now();
      return answerOnce(request, reply, { database, secretKey, now: time }, check, async (tx, watched) => {
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
      config: { access: 'account', needs: 'webhooks' },
      schema: {
        summary: 'The caller’s endpoints, quotas and tier',
        description: 'Disabled endpoints are listed too. Secrets are not shown again.',
        tags: TAGS,
        response: { 200: EndpointList },
      },
    },
    async (request, reply) => {
      const { limits, key } = request.ticket.caller!;
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
      // Sent as they are read: an account may have any number of endpoints with a thousand parcels each.
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
      config: { access: 'account', needs: 'webhooks', errors: [404] },
      schema: {
        summary: 'One endpoint',
        description: 'With how its sends are going: failures since the last success, and the next attempt.',
        tags: TAGS,
        params: EndpointId,
        response: { 200: WebhookEndpoint },
      },
    },
    async (request) => (await ownEndpoint(request)).record,
  );

  app.delete(
    '/webhooks/:id',
    {
      preHandler: takeNoBody,
      config: { access: 'account', needs: 'webhooks', errors: [404, 413, 415] },
      schema: {
        summary: 'Disable an endpoint for good; it stays in the list, with its deliveries',
        description: 'Nothing more is sent to it, not even deliveries that wait. It cannot be enabled again.',
        tags: TAGS,
        params: EndpointId,
        response: { 200: WebhookEndpoint },
      },
    },
    async (request, reply) => disableEndpoint(reply, await ownEndpoint(request), now()),
  );
};
