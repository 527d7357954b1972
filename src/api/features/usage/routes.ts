import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { WindowState } from '../../../accounts/lease.ts';
import { LIMITS } from '../../../accounts/limits.ts';
import { TIERS } from '../../../accounts/tiers.ts';
import { unavailable } from '../../../domain/problems.ts';
import { Nullable } from '../../../records/schemas/common.ts';
import { readNotKept } from '../../../webhooks/quota.ts';

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
