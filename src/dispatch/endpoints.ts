import { LRUCache } from 'lru-cache';
import type { Executor } from '../mysql/database.ts';
import { inArray } from '../mysql/drizzle.ts';
import { webhookEndpoints } from '../mysql/schema.ts';
import { open } from '../webhooks/secrets.ts';

/** What sending needs to know of an endpoint; its id and account never change. */
export interface Endpoint {
  id: string;
  account: number;
  url: string;
  /** Those that sign: two while one is rotated. */
  secrets: string[];
  parcelScoped: boolean;
}

const REMEMBERED = 20_000;

/**
 * Reads endpoints.
 * @param now the clock, epoch milliseconds.
 * @param onSealed called with the public id of an endpoint whose secret cannot be decrypted with this key, once for each.
 */
export function endpointReader(
  executor: Executor,
  { key, now, onSealed }: { key: Buffer; now: () => number; onSealed: (endpoint: string) => void },
) {
  const seen = new LRUCache<number, Endpoint>({ max: REMEMBERED });
  const opened = new LRUCache<string, string>({ max: REMEMBERED });
  const reported = new Set<number>();

  function secretOf(number: number, id: string, sealed: Buffer): string | null {
    const name = sealed.toString('base64');
    try {
      const secret = opened.get(name) ?? open(sealed, key);
      opened.set(name, secret);
      return secret;
    } catch {
      if (!reported.has(number)) onSealed(id);
      reported.add(number);
      return null;
    }
  }

  /** The endpoints of these numbers as they are now, but for those whose secret cannot be decrypted. */
  async function read(numbers: Iterable<number>): Promise<Map<number, Endpoint>> {
    const wanted = [...new Set(numbers)];
    if (wanted.length === 0) return new Map();
    const rows = await executor
      .select({
        number: webhookEndpoints.id,
        id: webhookEndpoints.publicId,
        account: webhookEndpoints.accountId,
        url: webhookEndpoints.url,
        sealedSecret: webhookEndpoints.secret,
        previousSecret: webhookEndpoints.previousSecret,
        previousUntil: webhookEndpoints.previousUntil,
        filterKind: webhookEndpoints.filterKind,
      })
      .from(webhookEndpoints)
      .where(inArray(webhookEndpoints.id, wanted));
    const endpoints = new Map<number, Endpoint>();
    for (const { number, sealedSecret, previousSecret, previousUntil, filterKind, ...shown } of rows) {
      const secret = secretOf(number, shown.id, sealedSecret);
      if (secret === null) continue;
      const overlaps = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > now();
      const previous = overlaps ? secretOf(number, shown.id, previousSecret) : null;
      const secrets = previous === null ? [secret] : [secret, previous];
      endpoints.set(number, { ...shown, secrets, parcelScoped: filterKind === 'parcel_ids' });
    }
    for (const number of wanted) {
      const endpoint = endpoints.get(number);
      if (endpoint) seen.set(number, endpoint);
      else seen.delete(number);
    }
    return endpoints;
  }

  return {
    read,
    /** The same as they were when they were last read: they may have changed. */
    async known(numbers: Iterable<number>): Promise<Map<number, Endpoint>> {
      const wanted = [...new Set(numbers)];
      const endpoints = await read(wanted.filter((number) => !seen.has(number)));
      for (const number of wanted) {
        const endpoint = seen.get(number);
        if (endpoint) endpoints.set(number, endpoint);
      }
      return endpoints;
    },
  };
}
export type EndpointReader = ReturnType<typeof endpointReader>;
