import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { keysOf, managesKeys } from '../../../accounts/keys.ts';
import { notFound } from '../../../domain/problems.ts';

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
      const caller = request.ticket.caller!.key!;
      const { key_id } = request.query;
      if (key_id !== undefined) await checkKey(key_id, caller);
      return { data: await app.gate.limits.history.read(caller.account, key_id) };
    },
  );
};
