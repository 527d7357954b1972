import { LRUCache } from 'lru-cache';
import type { Executor } from '../../stores/mysql/database.ts';
import { inArray } from '../../stores/mysql/drizzle.ts';
import { webhookEndpoints } from '../../stores/mysql/schema.ts';
import { open } from '../secrets.ts';

/** What sending needs to know of an endpoint; none of it ever changes. */
export interface Endpoint {
  id: string;
  account: number;
  url: string;
  secret: string;
  parcelScoped: boolean;
}

const REMEMBERED = 20_000;

/**
 * Reads endpoints and remembers them.
 * @param onSealed called with the public id of an endpoint whose secret cannot be decrypted with this key, once for each.
 */
export function endpointReader(executor: Executor, key: Buffer, onSealed: (endpoint: string) => void) {
  const known = new LRUCache<number, Endpoint>({ max: REMEMBERED });
  const reported = new Set<number>();

  function secretOf(number: number, id: string, secret: Buffer): string | null {
    try {
      return open(secret, key);
    } catch {
      if (!reported.has(number)) onSealed(id);
      reported.add(number);
      return null;
    }
  }

  /** The endpoints with these numbers, except those whose secret cannot be decrypted. */
  return async (numbers: Iterable<number>): Promise<Map<number, Endpoint>> => {
    const wanted = [...new Set(numbers)];
    const endpoints = new Map<number, Endpoint>();
    const missing = wanted.filter((number) => {
      const endpoint = known.get(number);
      if (endpoint) endpoints.set(number, endpoint);
      return !endpoint;
    });
    if (missing.length === 0) return endpoints;
    const rows = await executor
      .select({
        number: webhookEndpoints.id,
        id: webhookEndpoints.publicId,
        account: webhookEndpoints.accountId,
        url: webhookEndpoints.url,
        sealedSecret: webhookEndpoints.secret,
        filterKind: webhookEndpoints.filterKind,
      })
      .from(webhookEndpoints)
      .where(inArray(webhookEndpoints.id, missing));
    for (const { number, sealedSecret, filterKind, ...shown } of rows) {
      const secret = secretOf(number, shown.id, sealedSecret);
      if (secret === null) continue;
      const endpoint = { ...shown, secret, parcelScoped: filterKind === 'parcel_ids' };
      known.set(number, endpoint);
      endpoints.set(number, endpoint);
    }
    return endpoints;
  };
}
export type EndpointReader = ReturnType<typeof endpointReader>;
