import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { addressSubject, allowance, withoutPort } from '../../accounts/addresses.ts';
import {
  type ApiKey,
  endOf,
  findKey,
  hashKey,
  isKeyShaped,
  type Need,
  touchKey,
} from '../../accounts/keys.ts';
import { tierLimits } from '../../accounts/tiers.ts';
import { createWindow } from '../../accounts/window.ts';
import type { Config } from '../../config.ts';
import { ApiError, unavailable } from '../../domain/problems.ts';
import { createShared } from '../../domain/shared.ts';
import { type Database, timed } from '../../stores/mysql/database.ts';
import { tooMany } from './limits.ts';
import type { Access, Caller } from './ticket.ts';

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

const addressOf = (request: FastifyRequest): string => addressSubject(clientAddress(request));

/** What a key needs for a route; null where any key will do. */
export const needOf = ({ access, needs }: FastifyContextConfig): Need | null =>
  needs ?? (access === 'optional' || access === 'required' ? 'read' : null);

/** How long a found key is cached, in milliseconds: a deactivation takes effect within this time. */
const KEY_AGE = 2_000;
const KEYS_REMEMBERED = 50_000;
const USE_NOTED_EVERY = 60_000;
const BEARER = /^Bearer +([^\s]+) *$/i;

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

/** The hash of the key that a request gives; null where it gives none and needs none. */
function bearerHash({ headers: { authorization } }: FastifyRequest, access: Access): string | null {
  if (authorization === undefined) {
    if (access === 'optional') return null;
    throw new ApiError('missing_key', 'This route needs a key: Authorization: Bearer <API_KEY>');
  }
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined || !isKeyShaped(key)) {
    throw new ApiError('invalid_key', 'The Authorization header has no well-formed API key');
  }
  return hashKey(key);
}

/** A key with the addresses that it may be used from. */
interface KnownKey {
  key: ApiKey;
  allows: ((address: string) => boolean) | null;
}

function known(key: ApiKey | null): KnownKey | null {
  return key && { key, allows: key.allowed_addresses && allowance(key.allowed_addresses) };
}

/** Keys as the key store has them, remembered for a moment. */
function keyFinder(database: Database, now: () => number) {
  const cached = new LRUCache<string, { key: KnownKey | null; at: number }>({ max: KEYS_REMEMBERED });
  const noted = new LRUCache<string, number>({ max: KEYS_REMEMBERED });
  const shared = createShared<KnownKey | null>();

  async function read(hash: string): Promise<KnownKey | null> {
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
    isLookedUp: shared.isRunning,
    find: (hash: string): Promise<KnownKey | null> => shared(hash, () => read(hash)),
    /** Records the use of a key, at most once a minute. A failure is ignored. */
    async note(key: ApiKey): Promise<void> {
      const last = noted.get(key.id) ?? 0;
      if (Math.abs(now() - last) < USE_NOTED_EVERY) return;
      noted.set(key.id, now());
      await touchKey(database, key.id, new Date(now())).catch(() => noted.delete(key.id));
    },
  };
}

/** How often a key is checked, in milliseconds: twice a second, since a request may come with a cached one. */
const ASK_EVERY = 500;

/**
 * Tells answers that are still being sent when their key has ended. While the key store does not answer, keys count as not
 * ended.
 * @param hasEnded asks the key store about the key with a hash.
 */
function keyEnds(hasEnded: (hash: string) => Promise<boolean>) {
  const watched = new Map<string, Set<() => void>>();

  async function ask(hash: string, ends: Set<() => void>): Promise<void> {
    while (ends.size > 0) {
      if (await hasEnded(hash).catch(() => false)) for (const end of [...ends]) end();
      await sleep(ASK_EVERY, undefined, { ref: false });
    }
    watched.delete(hash);
  }

  /**
   * Calls `end` when the key has ended, until it is stopped.
   * @returns a function that stops it.
   */
  return (hash: string, end: () => void): (() => void) => {
    const ends = watched.get(hash) ?? new Set();
    ends.add(end);
    if (!watched.has(hash)) {
      watched.set(hash, ends);
      void ask(hash, ends);
    }
    return () => void ends.delete(end);
  };
}

/** Finds the caller of a request: the first step of the gate. */
export function createCallers(config: Config, database: Database, now: () => number) {
  const tiers = tierLimits(config);
  const keys = keyFinder(database, now);
  const wrongKeys = createWindow(now);
  const onEnd = keyEnds(async (hash) => {
    const found = await keys.find(hash);
    return found === null || endOf(found.key, now()) !== null;
  });

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

  return {
    /**
     * The caller of a request; not a promise where the key is remembered.
     * @throws 401 and 403 by what is wrong with the key, 429 after too many unknown ones, 503 without the key store.
     */
    identify(request: FastifyRequest, access: Access): Caller | Promise<Caller> {
      const hash = bearerHash(request, access);
      if (hash === null) return { subject: addressOf(request), limits: tiers.free, key: null };
      const remembered = keys.remembered(hash);
      return remembered === undefined ? findCaller(request, hash) : callerOf(request, remembered);
    },
    /**
     * Calls `end` when the key of a request has ended, as soon as requests with it are refused.
     * @returns a function that stops that.
     */
    onKeyEnd: (request: FastifyRequest, end: () => void): (() => void) =>
      onEnd(bearerHash(request, 'required')!, end),
  };
}
