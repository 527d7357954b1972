import { isIP } from 'node:net';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { addressSubject, withoutPort } from '../../accounts/address.ts';
import { allowance } from '../../accounts/allowed.ts';
import { createHistory, type History } from '../../accounts/history.ts';
import { type ApiKey, endOf, findKey, hashKey, isKeyShaped, touchKey } from '../../accounts/keys.ts';
import type { Decision, WindowState } from '../../accounts/lease.ts';
import { createMeter, type Meter } from '../../accounts/meter.ts';
import type { Need } from '../../accounts/scopes.ts';
import { type TierLimits, tierLimits } from '../../accounts/tiers.ts';
import { createWindow } from '../../accounts/window.ts';
import type { Config } from '../../config.ts';
import { ApiError, unavailable } from '../../domain/problems.ts';
import { type Database, timed } from '../../stores/mysql/database.ts';
import { keyEnds } from './key-end.ts';
import { bookedLookup, type Lookup } from './lookup.ts';

/**
 * Whether a route needs a key, and how its requests count: `optional` and `required` routes return data and cost a lookup;
 * `account` routes need a key and cost none, but count in the minute; `open` routes need nothing.
 */
export type Access = 'open' | 'optional' | 'required' | 'account';

export interface Caller {
  subject: string;
  limits: TierLimits;
  key: ApiKey | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** What a key needs for the route besides being valid; `read` by default for a data route. */
    needs?: Need;
    /**
     * For an account route whose requests do not count in the minute: they are counted apart, in this process, and this many
     * times the minute's limit may come.
     */
    apart?: number;
  }
  interface FastifyRequest {
    caller: Caller | null;
    lookup: Lookup | null;
  }
  interface FastifyInstance {
    meter: Meter;
    history: History;
    /**
     * Calls `end` when the key of a request has ended, as soon as requests with it are refused.
     * @returns a function that stops that.
     */
    onKeyEnd(request: FastifyRequest, end: () => void): () => void;
  }
}

/** What the trusted proxies forward as the client's address; it may be other text. */
const forwardedAddress = ({ ip }: FastifyRequest): string => withoutPort(ip);

/**
 * The client's address, as the trusted proxies forward it; the proxy's own if it forwards something that is not an
 * address.
 */
export function clientAddress(request: FastifyRequest): string {
  const forwarded = forwardedAddress(request);
  return isIP(forwarded) ? forwarded : (request.socket.remoteAddress ?? 'unknown');
}

/** What a key needs for a route; null where any key will do. */
export const needOf = ({ access, needs }: FastifyContextConfig): Need | null =>
  needs ?? (access === 'optional' || access === 'required' ? 'read' : null);

/** How long a found key is cached, in milliseconds: a deactivation takes effect within this time. */
const KEY_AGE = 2_000;
const KEYS_REMEMBERED = 50_000;
const USE_NOTED_EVERY = 60_000;
const SWEEP_EVERY = 15_000;
const BEARER = /^Bearer +([^\s]+) *$/i;

function windowShown({ lookups, burst }: Decision): WindowState {
  return lookups !== null && lookups.remaining <= burst.remaining ? lookups : burst;
}

function setHeaders(reply: FastifyReply, decision: Decision, window = windowShown(decision)): void {
  reply.header('x-ratelimit-limit', window.limit);
  reply.header('x-ratelimit-remaining', window.remaining);
  reply.header('x-ratelimit-reset', window.reset);
  const { lookups } = decision;
  if (lookups === null) return;
  reply.header('x-ratelimit-limit-month', lookups.limit);
  reply.header('x-ratelimit-remaining-month', lookups.remaining);
  reply.header('x-ratelimit-reset-month', lookups.reset);
}

/** Whole seconds until a time in Unix epoch seconds, at least one. */
const secondsTo = (time: number, now: number) => Math.max(1, Math.ceil(time - now / 1000));

const tooMany = (message: string, reset: number, now: number) =>
  new ApiError('burst_limit', message, { 'retry-after': String(secondsTo(reset, now)) });

const refuseBurst = ({ limit, reset }: WindowState, now: number) =>
  tooMany(`More than ${limit} requests in a minute`, reset, now);

/** The error of a refused data request. If both windows are used up, it names the month, which is the longer wait. */
function refuse({ lookups, burst }: Decision, now: number): ApiError {
  if (lookups === null || lookups.remaining > 0) return refuseBurst(burst, now);
  const message = `The ${lookups.limit} lookups of this month are used up`;
  return new ApiError('monthly_limit', message, { 'retry-after': String(secondsTo(lookups.reset, now)) });
}

/** A key with the addresses that it may be used from. */
interface KnownKey {
  key: ApiKey;
  allows: ((address: string) => boolean) | null;
}

function known(key: ApiKey | null): KnownKey | null {
  return key && { key, allows: key.allowed_addresses && allowance(key.allowed_addresses) };
}

function keyFinder(database: Database, now: () => number) {
  const cached = new LRUCache<string, { key: KnownKey | null; at: number }>({ max: KEYS_REMEMBERED });
  const noted = new LRUCache<string, number>({ max: KEYS_REMEMBERED });
  const lookups = new Map<string, Promise<KnownKey | null>>();

  async function find(hash: string): Promise<KnownKey | null> {
    try {
      const key = known(await timed(findKey(database, hash), database));
      cached.set(hash, { key, at: now() });
      return key;
    } catch (error) {
      throw unavailable('The key store', error);
    }
  }

  return {
    remembered(hash: string): KnownKey | null | undefined {
      const entry = cached.get(hash);
      // A clock that was set back must not keep a key alive.
      return entry && Math.abs(now() - entry.at) < KEY_AGE ? entry.key : undefined;
    },
    wasKnown: (hash: string): boolean => Boolean(cached.get(hash)?.key),
    isLookedUp: (hash: string): boolean => lookups.has(hash),
    /** Looks a key up. Requests with the same key share a look-up that is under way. */
    find(hash: string): Promise<KnownKey | null> {
      const running = lookups.get(hash);
      if (running) return running;
      const started = find(hash).finally(() => lookups.delete(hash));
      lookups.set(hash, started);
      return started;
    },
    /** Records the use of a key, at most once a minute. A failure is ignored. */
    async note(key: ApiKey): Promise<void> {
      const last = noted.get(key.id) ?? 0;
      if (Math.abs(now() - last) < USE_NOTED_EVERY) return;
      noted.set(key.id, now());
      await touchKey(database, key.id, new Date(now())).catch(() => noted.delete(key.id));
    },
  };
}

const LACKING: Record<Need, string> = {
  read: 'This API key cannot read data: it lacks the scope read',
  webhooks: 'This API key has no webhooks: it lacks the scope webhooks',
  export: 'This API key has no exports: it lacks the scope export',
  admin: 'This API key does not manage the keys of its account',
};

function checkNeed({ scopes, is_admin }: ApiKey, need: Need | null): void {
  if (need === null) return;
  if (need === 'admin' ? is_admin : scopes.includes(need)) return;
  throw new ApiError(need === 'admin' ? 'not_admin' : 'scope_missing', LACKING[need]);
}

export interface AccessOptions {
  config: Config;
  database: Database;
  now?: () => number;
  sweepEvery?: number;
}

/** Identifies the caller and enforces the caller's limits. */
export const access = fp<AccessOptions>(
  async (app: FastifyInstance, { config, database, now = Date.now, sweepEvery = SWEEP_EVERY }) => {
    const tiers = tierLimits(config);
    const meter = createMeter(database, now);
    const history = createHistory(database, now);
    const keys = keyFinder(database, now);
    const ends = keyEnds(async (hash) => {
      const found = await keys.find(hash);
      return found === null || endOf(found.key, now()) !== null;
    });
    const wrongKeys = createWindow(now);
    const separate = createWindow(now);
    app.decorate('meter', meter);
    app.decorate('history', history);
    app.decorateRequest('caller', null);
    app.decorateRequest('lookup', null);

    const sweeper = setInterval(() => {
      void meter.sweep().catch((err) => app.log.warn({ err }, 'sweep'));
      void history.flush().catch((err) => app.log.warn({ err }, 'use by day was not written'));
    }, sweepEvery);
    sweeper.unref();
    app.addHook('onClose', async () => {
      clearInterval(sweeper);
      await meter.close().catch((err) => app.log.warn({ err }, 'unused lookups were not given back'));
      await history.flush().catch((err) => app.log.warn({ err }, 'use by day was not written'));
    });

    function bearerHash(request: FastifyRequest, access: Access): string | null {
      const header = request.headers.authorization;
      if (header === undefined) {
        if (access === 'optional') return null;
        throw new ApiError('missing_key', 'This route needs a key: Authorization: Bearer <API_KEY>');
      }
      const key = BEARER.exec(header)?.[1];
      if (key === undefined || !isKeyShaped(key)) {
        throw new ApiError('invalid_key', 'The Authorization header has no well-formed API key');
      }
      return hashKey(key);
    }

    const addressOf = (request: FastifyRequest): string => addressSubject(clientAddress(request));

    function callerOf(request: FastifyRequest, found: KnownKey | null): Caller {
      if (!found) throw new ApiError('invalid_key', 'There is no such API key');
      const { key, allows } = found;
      const ended = endOf(key, now());
      if (ended) throw ended;
      // Text that a proxy forwards in place of an address is on no list.
      if (allows && !allows(forwardedAddress(request))) {
        throw new ApiError('address_not_allowed', 'This API key may not be used from this address');
      }
      checkNeed(key, needOf(request.routeOptions.config));
      void keys.note(key);
      return { subject: `account:${key.account}`, limits: tiers[key.tier], key };
    }

    /** Looks a key up. An address may try as many unknown keys as it may send requests without a key. */
    async function findCaller(request: FastifyRequest, hash: string): Promise<Caller> {
      if (keys.wasKnown(hash) || keys.isLookedUp(hash)) return callerOf(request, await keys.find(hash));
      const address = addressOf(request);
      const { refused, reset } = wrongKeys.add(address, tiers.free.burst);
      if (refused) throw tooMany('Too many unknown API keys from this address in a minute', reset, now());
      const key = await keys.find(hash).catch((error) => {
        wrongKeys.remove(address);
        throw error;
      });
      if (key) wrongKeys.remove(address);
      return callerOf(request, key);
    }

    app.decorate('onKeyEnd', (request: FastifyRequest, end: () => void) =>
      ends(bearerHash(request, 'required')!, end),
    );

    function identify(request: FastifyRequest, access: Access): Caller | Promise<Caller> {
      const hash = bearerHash(request, access);
      if (hash === null) return { subject: addressOf(request), limits: tiers.free, key: null };
      const remembered = keys.remembered(hash);
      return remembered === undefined ? findCaller(request, hash) : callerOf(request, remembered);
    }

    function admit(request: FastifyRequest, reply: FastifyReply, caller: Caller, decision: Decision): void {
      setHeaders(reply, decision);
      if (!decision.allowed) throw refuse(decision, now());
      const { key } = caller;
      const day = history.today();
      if (key) history.add(key, day, 1, 1);
      request.lookup = bookedLookup({
        meter,
        caller,
        month: decision.month,
        setHeaders,
        tally: (count) => key && history.add(key, day, 0, count),
        secondsTo: (time) => secondsTo(time, now()),
      });
    }

    /** Counts a request that costs no lookup. */
    async function admitAccount(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
      const { subject, limits } = caller;
      const { url, config } = request.routeOptions;
      if (config.apart !== undefined) {
        const limit = config.apart * limits.burst;
        const { refused, reset } = separate.add(`${url} ${subject}`, limit);
        if (refused) throw refuseBurst({ limit, remaining: 0, reset }, now());
        return;
      }
      const decision = await Promise.resolve(meter.count(subject, limits)).catch((error) => {
        throw unavailable('The usage store', error);
      });
      if (reply.sent) return;
      setHeaders(reply, decision, decision.burst);
      if (!decision.allowed) throw refuseBurst(decision.burst, now());
      if (caller.key) history.add(caller.key, history.today(), 1, 0);
    }

    app.addHook('onRequest', async (request, reply) => {
      const { access = 'open' } = request.routeOptions.config;
      if (access === 'open') return;
      const identified = identify(request, access);
      const caller = identified instanceof Promise ? await identified : identified;
      request.caller = caller;
      // A caller who is over a limit is refused here, and takes no place from others.
      const over = access === 'account' ? null : meter.refusal(caller.subject, caller.limits);
      if (over) {
        setHeaders(reply, over);
        throw refuse(over, now());
      }
      await app.admit(request, reply);
      if (reply.sent) return;
      if (access === 'account') return admitAccount(request, reply, caller);
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
