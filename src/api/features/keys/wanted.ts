import type { Static } from 'typebox';
import { isRange, isWithin } from '../../../accounts/addresses.ts';
import type { ApiKey, Scope } from '../../../accounts/keys.ts';
import { TIERS, type Tier } from '../../../accounts/tiers.ts';
import { ApiError, wrong } from '../../../domain/problems.ts';
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
export function checkWithin(caller: ApiKey, wanted: ApiKey): void {
  checkScopes(caller, wanted.scopes);
  checkRanges(caller, wanted.allowed_addresses);
  if (rank(wanted.tier) > rank(caller.tier)) {
    throw exceeds(`The key is of the tier ${wanted.tier}, above that of the asking key (${caller.tier})`);
  }
}

/** Refuses with a 403 to change a key that lives longer than the caller's. */
export function checkEnd({ expires_at: own }: ApiKey, { expires_at: end }: ApiKey): void {
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
