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
} from '../../../accounts/keys.ts';
import { LIMITS } from '../../../accounts/tiers.ts';
import { ApiError, notFound } from '../../../domain/problems.ts';
import type { Executor } from '../../../stores/mysql/database.ts';
import { checkEnd, checkWithin, type readWanted } from './wanted.ts';

const DAY = 86_400_000;

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
