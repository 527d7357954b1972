import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { type ApiKey, findKey, hashKey, isKeyShaped, touchKey } from '../features/keys/keys.ts';
import { type TierLimits, tierLimits } from '../features/keys/tiers.ts';
import { addressSubject } from '../features/usage/address.ts';
import { createMeter, type Decision, type Meter, type WindowState } from '../features/usage/meter.ts';
import { type Database, timed } from '../mysql/database.ts';
import { ApiError, unavailable } from './errors.ts';
import { bookedLookup, type Lookup } from './lookup.ts';

/**
 * Whether a route needs a key, and whether it counts as a lookup:
 * `optional` and `required` routes return data and are counted; `account` routes need a key and cost nothing;
 * `open` routes need nothing.
 */
export type Access = 'open' | 'optional' | 'required' | 'account';

/** Who is calling: a key’s account, or an address. */
export interface Caller {
  subject: string;
  limits: TierLimits;
  key: ApiKey | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    caller: Caller | null;
    lookup: Lookup | null;
  }
  interface FastifyInstance {
    meter: Meter;
  }
}

/** How long a key that was found is believed, in milliseconds: so soon does a deactivation take effect. */
const KEY_AGE = 2_000;
const KEYS_REMEMBERED = 50_000;
const USE_NOTED_EVERY = 60_000;
const SWEEP_EVERY = 15_000;
const BEARER = /^Bearer +([^\s]+) *$/i;

function windowShown({ lookups, burst }: Decision): WindowState {
  return lookups !== null && lookups.remaining <= burst.remaining ? lookups : burst;
}

function setHeaders(reply: FastifyReply, decision: Decision): void {
  const { limit, remaining, reset } = windowShown(decision);
  reply.header('x-ratelimit-limit', limit);
  reply.header('x-ratelimit-remaining', remaining);
  reply.header('x-ratelimit-reset', reset);
}

/** Seconds until a window ends. */
const secondsTo = ({ reset }: WindowState, now: number) => Math.max(1, Math.ceil(reset - now / 1000));

function refuse(decision: Decision, now: number): ApiError {
  const monthly = decision.lookups !== null && decision.lookups.remaining === 0;
  const window = monthly ? decision.lookups! : decision.burst;
  const headers = { 'retry-after': String(secondsTo(window, now)) };
  return monthly
    ? new ApiError('monthly_limit', `The ${window.limit} lookups of this month are used up`, headers)
    : new ApiError('burst_limit', `More than ${window.limit} requests in a minute`, headers);
}

/** Finds keys, remembering them for a moment. */
function keyFinder(database: Database, now: () => number) {
  const found = new LRUCache<string, { key: ApiKey | null; at: number }>({ max: KEYS_REMEMBERED });
  const noted = new LRUCache<string, number>({ max: KEYS_REMEMBERED });

  return {
    /** The key as last seen, while it is fresh. */
    remembered(hash: string): ApiKey | null | undefined {
      const entry = found.get(hash);
      // A clock that was set back must not keep a key alive.
      return entry && Math.abs(now() - entry.at) < KEY_AGE ? entry.key : undefined;
    },
    async find(hash: string): Promise<ApiKey | null> {
      try {
        const key = await timed(findKey(database, hash));
        found.set(hash, { key, at: now() });
        return key;
      } catch (error) {
        throw unavailable('The key store', error);
      }
    },
    /** Notes the use of a key, now and then; a failure to do so harms nothing. */
    async note(key: ApiKey): Promise<void> {
      const last = noted.get(key.id) ?? 0;
      if (Math.abs(now() - last) < USE_NOTED_EVERY) return;
      noted.set(key.id, now());
      await touchKey(database, key.id, new Date(now())).catch(() => noted.delete(key.id));
    },
  };
}

function checkUsable(key: ApiKey, now: number): void {
  if (!key.is_active) throw new ApiError('inactive_key', 'This API key was deactivated');
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now) {
    throw new ApiError('expired_key', `This API key expired at ${key.expires_at}`);
  }
}

export interface AccessOptions {
  config: Config;
  database: Database;
  now?: () => number;
}

/** Tells who is calling, and lets no more through than the caller's limits. */
export const access = fp<AccessOptions>(
  async (app: FastifyInstance, { config, database, now = Date.now }) => {
    const tiers = tierLimits(config);
    const meter = createMeter(database, now);
    const keys = keyFinder(database, now);
    app.decorate('meter', meter);
    app.decorateRequest('caller', null);
    app.decorateRequest('lookup', null);

    const sweeper = setInterval(
      () => meter.sweep().catch((err) => app.log.warn({ err }, 'sweep')),
      SWEEP_EVERY,
    );
    sweeper.unref();
    app.addHook('onClose', async () => {
      clearInterval(sweeper);
      await meter.close().catch((err) => app.log.warn({ err }, 'unused lookups were not given back'));
    });

    function bearerHash(request: FastifyRequest, wanted: Access): string | null {
      const header = request.headers.authorization;
      if (header === undefined) {
        if (wanted === 'optional') return null;
        throw new ApiError('missing_key', 'This route needs a key: Authorization: Bearer <API_KEY>');
      }
      const key = BEARER.exec(header)?.[1];
      if (key === undefined || !isKeyShaped(key)) {
        throw new ApiError('invalid_key', 'The Authorization header holds no well-formed API key');
      }
      return hashKey(key);
    }

    function callerOf(key: ApiKey | null): Caller {
      if (!key) throw new ApiError('invalid_key', 'There is no such API key');
      checkUsable(key, now());
      void keys.note(key);
      return { subject: `account:${key.account}`, limits: tiers[key.tier], key };
    }

    function identify(request: FastifyRequest, wanted: Access): Caller | Promise<Caller> {
      const hash = bearerHash(request, wanted);
      if (hash === null) {
        // What a proxy forwards may be no address at all; it is the proxy then that is counted.
        const address = isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? 'unknown');
        return { subject: addressSubject(address), limits: tiers.free, key: null };
      }
      const remembered = keys.remembered(hash);
      return remembered === undefined ? keys.find(hash).then(callerOf) : callerOf(remembered);
    }

    function admit(request: FastifyRequest, reply: FastifyReply, caller: Caller, decision: Decision): void {
      setHeaders(reply, decision);
      if (!decision.allowed) throw refuse(decision, now());
      request.lookup = bookedLookup({
        meter,
        caller,
        month: decision.month,
        setHeaders,
        wait: () => secondsTo(decision.lookups ?? decision.burst, now()),
      });
    }

    app.addHook('onRequest', async (request, reply) => {
      const wanted = request.routeOptions.config.access ?? 'open';
      if (wanted === 'open') return;
      const identified = identify(request, wanted);
      const caller = identified instanceof Promise ? await identified : identified;
      request.caller = caller;
      if (wanted === 'account') return;
      let decision = meter.take(caller.subject, caller.limits);
      if (decision instanceof Promise) {
        decision = await decision.catch((error) => {
          throw unavailable('The usage store', error);
        });
      }
      // The deadline may have passed while MySQL was slow.
      if (reply.sent && decision.allowed) meter.giveBack(caller.subject, decision.month);
      if (!reply.sent) admit(request, reply, caller, decision);
    });
  },
);
