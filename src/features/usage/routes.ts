import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { WindowState } from '../../accounts/lease.ts';
import { TIERS } from '../../accounts/tiers.ts';
import { unavailable } from '../../problems.ts';
import { Nullable } from '../../schemas/common.ts';

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
  app.get(
    '/usage',
    {
      config: { access: 'account', counted: false },
      schema: {
        summary: 'Tier, limits and usage; costs no lookup',
        tags: ['Account'],
        response: { 200: Usage },
      },
    },
    async (request) => {
      const { subject, limits, key } = request.caller!;
      const { lookups, burst } = await app.meter.read(subject, limits).catch((error) => {
        throw unavailable('The usage store', error);
      });
      return {
        tier: key!.tier,
        month: lookups && shown(lookups),
        minute: shown(burst),
        webhooks: limits.webhooks,
      };
    },
  );
};
