import { LRUCache } from 'lru-cache';
import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../mysql/database.ts';
import { open } from '../webhooks/secrets.ts';

/** What sending needs to know of an endpoint; none of it ever changes. */
export interface Endpoint {
  /** Its id as the API shows it. */
  id: string;
  account: number;
  url: string;
  secret: string;
  parcelScoped: boolean;
}

const REMEMBERED = 20_000;

/**
 * Reads endpoints, remembering them.
 * @param sealed called with the public id of an endpoint whose secret cannot be decrypted with this key, once for each.
 */
export function endpointReader(database: Database, key: Buffer, sealed: (endpoint: string) => void) {
  const known = new LRUCache<number, Endpoint>({ max: REMEMBERED });

  const told = new Set<number>();

  function secretOf(number: number, id: string, secret: Buffer): string | null {
    try {
      return open(secret, key);
    } catch {
      if (!told.has(number)) sealed(id);
      told.add(number);
      return null;
    }
  }

  /** The endpoints of these numbers, but for those whose secret cannot be decrypted. */
  return async (numbers: Iterable<number>): Promise<Map<number, Endpoint>> => {
    const wanted = [...new Set(numbers)];
    const found = new Map<number, Endpoint>();
    const missing = wanted.filter((number) => {
      const endpoint = known.get(number);
      if (endpoint) found.set(number, endpoint);
      return !endpoint;
    });
    if (missing.length === 0) return found;
    const [rows] = await database.$client.query<RowDataPacket[]>(
      'SELECT id, public_id, account_id, url, secret, filter_kind FROM webhook_endpoints WHERE id IN (?)',
      [missing],
    );
    for (const row of rows) {
      const secret = secretOf(Number(row.id), row.public_id, row.secret);
      if (secret === null) continue;
      const endpoint = {
        id: row.public_id,
        account: Number(row.account_id),
        url: row.url,
        secret,
        parcelScoped: row.filter_kind === 'parcel_ids',
      };
      known.set(Number(row.id), endpoint);
      found.set(Number(row.id), endpoint);
    }
    return found;
  };
}
