import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { addressSubject } from '../../../accounts/addresses.ts';
import { dayOf } from '../../../accounts/history.ts';
import { createKey } from '../../../accounts/keys.ts';
import { LIMITS } from '../../../accounts/tiers.ts';
import { createWindow } from '../../../accounts/window.ts';
import { ApiError, retryAfter } from '../../../domain/problems.ts';
import type { Executor } from '../../../stores/mysql/database.ts';
import { isDuplicate } from '../../../stores/mysql/retry.ts';
import { signups } from '../../../stores/mysql/schema.ts';
import { clientAddress } from '../../gate/key.ts';
import { tooMany } from '../../gate/limits.ts';
import { changeInTime } from '../../gate/ticket.ts';
import { readName } from './manage.ts';
import { CreatedKey, Name, shown } from './schema.ts';

const DAY = 86_400_000;
/** In bytes: the longest name, with each character escaped, takes 2,400. */
const LARGEST_SIGNUP = 3 << 10;

const Signup = Type.Object({ name: Name }, { additionalProperties: false, examples: [{ name: 'My map' }] });
const NoQuery = Type.Object({}, { additionalProperties: false });

/** POST /signup: a free account with one key, for anyone, where SIGNUP is on. */
export const signupRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { config, now = Date.now } = app.services;
  const attempts = createWindow(now);

  async function takeDay(tx: Executor, address: string, time: number): Promise<void> {
    try {
      await tx.insert(signups).values({ address, day: dayOf(time) });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const seconds = (DAY - (time % DAY)) / 1_000;
      const message = 'An account was made from this address today (UTC)';
      throw new ApiError('signup_limit', message, retryAfter(seconds));
    }
  }

  async function checkOn(): Promise<void> {
    if (config.SIGNUP === 'on') return;
    throw new ApiError('signup_off', 'Signing up is off: the operator of this service makes the keys');
  }

  app.post(
    '/signup',
    {
      onRequest: checkOn,
      bodyLimit: LARGEST_SIGNUP,
      config: { errors: [403, 413, 415, 429, 500, 503] },
      schema: {
        summary: 'Make a free account with one key, which is shown this once; off unless SIGNUP is on',
        description: 'One account for each address and day (UTC). Its key manages the keys of the account.',
        tags: ['Account'],
        querystring: NoQuery,
        body: Signup,
        response: { 201: CreatedKey },
      },
    },
    async (request, reply) => {
      const time = now();
      const address = addressSubject(clientAddress(request));
      const { refused, reset } = attempts.add(address, LIMITS.signupsAMinute);
      if (refused) throw tooMany('Too many attempts in a minute', reset, time);
      const name = readName(request.body.name);
      const { key, ...record } = await changeInTime(reply, async (tx) => {
        await takeDay(tx, address, time);
        return createKey(tx, { tier: 'free', name, isAdmin: true }, new Date(time));
      });
      reply.code(201);
      return { ...shown(record, record.id), key };
    },
  );
};
