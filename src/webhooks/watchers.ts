import type { RowDataPacket } from 'mysql2/promise';
import type { Database } from '../mysql/database.ts';

/** An endpoint that watches something. */
export interface Watcher {
  endpoint: number;
  account: number;
  types: ReadonlySet<string>;
}

/** What may be watched of a record: state and county as published, and the parcel as it was recognised. */
export interface Place {
  state_fips: string;
  county_fips: string;
  canonical_id: string | null;
}

type Key = [state: string, county: string, parcel: string];

const KEYS_AT_ONCE = 500;
const textOf = (key: Key) => key.join(':');

/** The keys under which the watchers of a place stand. */
function keysOf({ state_fips, county_fips, canonical_id }: Place): Key[] {
  const keys: Key[] = [
    [state_fips, '', ''],
    [state_fips, county_fips, ''],
  ];
  if (canonical_id !== null) {
    keys.push([canonical_id.slice(0, 2), canonical_id.slice(3, 6), canonical_id.slice(7)]);
  }
  return keys;
}

/** The condition of some keys, a list of parcels for each county. */
function condition(keys: Key[]): { sql: string; values: unknown[] } {
  const counties = new Map<string, Key[]>();
  for (const key of keys) {
    const place = key[0] + key[1];
    counties.set(place, [...(counties.get(place) ?? []), key]);
  }
  const parts = [...counties.values()].map((group) => ({
    sql: '(w.state_fips = ? AND w.county_fips = ? AND w.parcel_id IN (?))',
    values: [group[0]![0], group[0]![1], group.map(([, , parcel]) => parcel)],
  }));
  return { sql: parts.map(({ sql }) => sql).join(' OR '), values: parts.flatMap(({ values }) => values) };
}

/** Whether anything at all is watched. */
export async function anyWatches(database: Database): Promise<boolean> {
  const [rows] = await database.$client.query<RowDataPacket[]>('SELECT 1 FROM webhook_watches LIMIT 1');
  return rows.length > 0;
}

/**
 * Finds the active endpoints that watch some places. An endpoint has one filter, so none is found twice for one place.
 * @returns the watchers of a place.
 */
export async function findWatchers(
  database: Database,
  places: Place[],
): Promise<(place: Place) => Watcher[]> {
  const keys = [...new Map(places.flatMap(keysOf).map((key) => [textOf(key), key])).values()];
  const known = new Map<number, Watcher>();
  const found = new Map<string, Watcher[]>();
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const { sql, values } = condition(keys.slice(from, from + KEYS_AT_ONCE));
    const [rows] = await database.$client.query<RowDataPacket[]>(
      `SELECT w.state_fips, w.county_fips, CONVERT(w.parcel_id USING utf8mb4) AS parcel_id, w.endpoint_id,
         e.account_id, e.event_types
       FROM webhook_watches w JOIN webhook_endpoints e ON e.id = w.endpoint_id WHERE e.is_active AND (${sql})`,
      values,
    );
    for (const row of rows) {
      const endpoint = Number(row.endpoint_id);
      const watcher = known.get(endpoint) ?? {
        endpoint,
        account: Number(row.account_id),
        types: new Set<string>(row.event_types.split(',')),
      };
      known.set(endpoint, watcher);
      const key = textOf([row.state_fips, row.county_fips, row.parcel_id]);
      const watchers = found.get(key);
      if (watchers) watchers.push(watcher);
      else found.set(key, [watcher]);
    }
  }
  return (place) => keysOf(place).flatMap((key) => found.get(textOf(key)) ?? []);
}
