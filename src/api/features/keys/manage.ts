import type { Static } from 'typebox';
import { isRange, isWithin } from '../../../accounts/addresses.ts';
import {
  type ApiKey,
  checkReplaceable,
  createKey,
  deactivateKey,
  endOf,
  isLastAdmin,
  lockKeysOf,
  managesKeys,
  replaceKey,
  type Scope,
} from '../../../accounts/keys.ts';
import { LIMITS, TIERS, type Tier } from '../../../accounts/tiers.ts';
import { ApiError, notFound, wrong } from '../../../domain/problems.ts';
import type { Executor } from '../../../stores/mysql/database.ts';
import type { NewKey } from './schema.ts';

const DAY = 86_400_000;
const UNSEEN = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * A name as it is stored.
 * @throws ApiError 400 when it is blank, or has line breaks or other invisible characters.
 */
export function readName(name: string): string {
  if (name.trim() === '' || UNSEEN.test(name))
    throw wrong('name', 'must be one line with visible characters');
  return name;
}

function readRanges(ranges: string[]): string[] {
  for (const range of ranges) {
    if (isRange(range)) continue;
    throw wrong(
      'allowed_addresses',
      `holds ${JSON.stringify(range)}, which is not an address or a range like 203.0.113.0/24 or 2001:db8::/32`,
    );
  }
  return [...new Set(ranges.map((range) => range.toLowerCase()))];
}

const exceeds = (message: string) => new ApiError('exceeds_key', message);

function checkScopes(caller: ApiKey, scopes: Scope[]): void {
  const missing = scopes.find((scope) => !caller.scopes.includes(scope));
  if (missing) throw exceeds(`scopes holds ${missing}, which the asking key does not have`);
}

function checkRanges({ allowed_addresses: own }: ApiKey, ranges: string[] | null): void {
  if (own === null) return;
  if (ranges === null) throw exceeds('allowed_addresses must not be null: the asking key has a list');
  const outside = ranges.find((range) => !isWithin(range, own));
  if (outside) throw exceeds(`allowed_addresses holds ${outside}, which the asking key may not be used from`);
}

const rank = (tier: Tier) => TIERS.indexOf(tier);

/** Refuses with a 403 what would grant more than the caller's key has. */
function checkWithin(caller: ApiKey, wanted: ApiKey): void {
  checkScopes(caller, wanted.scopes);
  checkRanges(caller, wanted.allowed_addresses);
  if (rank(wanted.tier) > rank(caller.tier)) {
    throw exceeds(`The key is of the tier ${wanted.tier}, above that of the asking key (${caller.tier})`);
  }
}

/** Refuses with a 403 to change a key that lives longer than the caller's. */
function checkEnd({ expires_at: own }: ApiKey, { expires_at: end }: ApiKey): void {
  if (own === null || (end !== null && Date.parse(end) <= Date.parse(own))) return;
  const ends = end === null ? 'does not end' : `ends at ${end}`;
  throw exceeds(`The key ${ends}, and the asking key at ${own}; ask with a key that ends no earlier`);
}

function endOfLife(caller: ApiKey, days: number | undefined, now: number): Date | null {
  const own = caller.expires_at === null ? null : new Date(caller.expires_at);
  if (days === undefined) return own;
  const end = new Date(now + days * DAY);
  if (own && own < end)
    throw exceeds(`expires_in_days must end before the asking key does: ${caller.expires_at}`);
  return end;
}

/**
 * The properties of a new key that a caller requests.
 * @throws ApiError 400 for what is wrong, 403 for what the caller's key does not have itself.
 */
export function readWanted(caller: ApiKey, body: Static<typeof NewKey>, now: number) {
  const name = readName(body.name);
  const { allowed_addresses: asked = caller.allowed_addresses, scopes = caller.scopes } = body;
  const ranges = asked && readRanges(asked);
  checkScopes(caller, scopes);
  checkRanges(caller, ranges);
  return {
    name,
    scopes,
    account: caller.account,
    tier: caller.tier,
    isAdmin: body.is_admin ?? false,
    allowedAddresses: ranges,
    expiresAt: endOfLife(caller, body.expires_in_days, now),
  };
}

/** What a transaction knows of an account: all its keys, locked, and the one that sent the request. */
interface Locked {
  keys: ApiKey[];
  caller: ApiKey;
  now: number;
}

/**
 * Locks the keys of the caller's account. The caller's key is checked again: the API caches keys for a moment, in which one
 * that has ended or been replaced must not manage others.
 */
async function locked(tx: Executor, { id, account }: ApiKey, now: number): Promise<Locked> {
  const keys = await lockKeysOf(tx, account);
  const caller = keys.find((key) => key.id === id);
  if (!caller) throw new ApiError('invalid_key', 'There is no such API key');
  const ended = endOf(caller, now);
  if (ended) throw ended;
  if (!managesKeys(caller)) {
    throw new ApiError(
      'not_admin',
      `This API key no longer manages keys: use its successor, ${caller.replaced_by}`,
    );
  }
  return { keys, caller, now };
}

function named({ keys }: Locked, id: string): ApiKey {
  const key = keys.find((one) => one.id === id);
  if (!key) throw notFound('There is no such key in this account');
  return key;
}

const usable = (keys: ApiKey[], now: number) => keys.filter((key) => endOf(key, now) === null);

function checkQuota({ keys, now }: Locked): void {
  const made = keys.filter(({ created_at }) => Date.parse(created_at) > now - DAY);
  if (usable(keys, now).length >= LIMITS.keys) {
    throw new ApiError('key_quota', `The account has ${LIMITS.keys} keys; delete one first`);
  }
  if (made.length >= LIMITS.keysMadeInADay) {
    throw new ApiError('key_quota', `The account has made ${LIMITS.keysMadeInADay} keys in 24 hours`);
  }
}

/** Makes a key in the caller's account. */
export async function addKey(
  tx: Executor,
  asking: ApiKey,
  wanted: ReturnType<typeof readWanted>,
  now: number,
) {
  checkQuota(await locked(tx, asking, now));
  return createKey(tx, wanted, new Date(now));
}

/** Replaces a key of the caller's account; the old one works until a time. */
export async function rotateKeyOf(
  tx: Executor,
  asking: ApiKey,
  { id, until, now }: { id: string; until: Date; now: number },
) {
  const account = await locked(tx, asking, now);
  const old = named(account, id);
  checkReplaceable(old, now);
  checkWithin(account.caller, old);
  checkEnd(account.caller, old);
  checkQuota(account);
  return replaceKey(tx, old, { until, now: new Date(now) });
}

/** Ends a key of the caller's account, but not the last one that manages its keys. */
export async function deleteKeyOf(tx: Executor, asking: ApiKey, id: string, now: number): Promise<ApiKey> {
  const account = await locked(tx, asking, now);
  const key = named(account, id);
  if (!key.is_active) return key;
  checkEnd(account.caller, key);
  if (isLastAdmin(account.keys, key, now)) {
    const others = usable(account.keys, now).some((other) => other.id !== id && managesKeys(other));
    throw new ApiError(
      'last_admin_key',
      others
        ? 'All other keys that manage the keys of the account expire; first make another one without an end'
        : 'This key alone manages the keys of the account; make another first',
    );
  }
  return deactivateKey(tx, id);
}
