import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { keysOf, managesKeys } from '../../../accounts/keys.ts';
import type { WindowState } from '../../../accounts/lease.ts';
import { LIMITS, TIERS } from '../../../accounts/tiers.ts';
import { notFound, unavailable } from '../../../domain/problems.ts';
import { Nullable } from '../../../records/schemas/common.ts';
import { readNotKept } from '../../../webhooks/quota.ts';
import { keyOf } from '../../gate/ticket.ts';

const Day = Type.Object({
  day: Type.String({ format: 'date', description: 'A day (UTC)', examples: ['2026-01-31'] }),
  requests: Type.Integer({ description: 'Requests that counted in the minute', examples: [310] }),
  lookups: Type.Integer({ description: 'Lookups of requests that began on the day', examples: [2_400] }),
});

const History = Type.Object(
  {
    data: Type.Array(Day, { description: 'The last 90 days, oldest first, today included; without gaps' }),
  },
  { title: 'UsageHistory' },
);

const Query = Type.Object(
  {
    key_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Use of this key alone; one that does not manage keys may name itself alone',
      }),
    ),
  },
  { additionalProperties: false },
);

/** GET /usage/history: use of the account's keys by day. */
export const usageHistoryRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { database } = app.services;

  async function checkKey(asked: string, caller: { id: string; account: string; is_admin: boolean }) {
    if (asked === caller.id) return;
    const keys = caller.is_admin ? await keysOf(database, caller.account) : [];
    const manages = keys.some((key) => key.id === caller.id && managesKeys(key));
    if (!manages || !keys.some(({ id }) => id === asked))
      throw notFound('There is no such key in this account');
  }

  app.get(
    '/usage/history',
    {
      config: { access: 'account', errors: [404] },
      schema: {
        summary: 'Requests and lookups by day for 90 days; costs no lookup',
        description: 'Each process of the API writes what it counts every 15 seconds.',
        tags: ['Account'],
        querystring: Query,
        response: { 200: History },
      },
    },
    async (request) => {
      const caller = keyOf(request);
      const { key_id } = request.query;
      if (key_id !== undefined) await checkKey(key_id, caller);
      return { data: await app.gate.limits.history.read(caller.account, key_id) };
    },
  );
};

const Window = Type.Object({
  limit: Type.Integer({ description: 'Maximum requests in the window', examples: [1_000_000] }),
  used: Type.Integer({ description: 'Requests used in the window', examples: [2_400] }),
  remaining: Type.Integer({ description: 'Requests left in the window', examples: [997_600] }),
  resets_at: Type.String({ format: 'date-time', description: 'When the window ends' }),
});
const Unlimited = { description: 'null is unlimited', examples: [null] };

const Usage = Type.Object(
  {
    tier: Type.Enum([...TIERS], { description: 'Tier of the key', examples: ['scale'] }),
    month: Nullable(Window, { description: 'Lookups of this calendar month (UTC); null is unlimited' }),
    minute: Type.Object(Window.properties, { description: 'Requests of this minute' }),
    webhooks: Type.Object({
      endpoints: Nullable(Type.Integer(), Unlimited),
      events_per_day: Nullable(Type.Integer(), Unlimited),
      deliveries_not_kept: Type.Array(
        Type.Object({
          day: Type.String({ format: 'date', description: 'A day (UTC)', examples: ['2026-01-31'] }),
          deliveries: Type.Integer({ description: 'Deliveries that were not kept', examples: [75_050] }),
        }),
        {
          description:
            'Deliveries that were neither sent nor kept, by day: those beyond the day’s quota and as many dead letters again. The days of the last 30 that have any, the last first. GET /events still has their events',
          examples: [[]],
        },
      ),
    }),
  },
  { title: 'Usage' },
);

const shown = ({ limit, remaining, reset }: WindowState) => ({
  limit,
  used: limit - remaining,
  remaining,
  resets_at: new Date(reset * 1000).toISOString(),
});

/** GET /usage: the account’s limits and usage. */
export const usageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, now = Date.now } = app.services;
  app.get(
    '/usage',
    {
      config: { access: 'account', apart: LIMITS.usageOfBurst },
      schema: {
        summary: 'Tier, limits and usage; costs no lookup',
        description:
          'What is used and left of the minute and of the month, and the webhook deliveries that were not kept.',
        tags: ['Account'],
        response: { 200: Usage },
      },
    },
    async (request) => {
      const { subject, limits, key } = request.ticket.caller!;
      const [{ lookups, burst }, deliveries_not_kept] = await Promise.all([
        app.gate.limits.meter.read(subject, limits),
        readNotKept(database, key!.account, now()),
      ]).catch((error) => {
        throw unavailable('The usage store', error);
      });
      return {
        tier: key!.tier,
        month: lookups && shown(lookups),
        minute: shown(burst),
        webhooks: { ...limits.webhooks, deliveries_not_kept },
      };
    },
  );
};
