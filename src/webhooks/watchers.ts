import type { Executor } from '../stores/mysql/database.ts';
import { and, eq, list, or, sql } from '../stores/mysql/drizzle.ts';
import { webhookEndpoints, webhookWatches } from '../stores/mysql/schema.ts';

export interface Watcher {
  endpoint: number;
  account: number;
  types: ReadonlySet<string>;
}

/** What may be watched of a record: state and county as published, and the parcel as recognized. */
export interface WatchedPlace {
  state_fips: string;
  county_fips: string;
  canonical_id: string | null;
}

type Key = [state: string, county: string, parcel: string];

const KEYS_AT_ONCE = 500;
const textOf = (key: Key) => key.join(':');

function keysOf({ state_fips, county_fips, canonical_id }: WatchedPlace): Key[] {
  const keys: Key[] = [
    [state_fips, '', ''],
    [state_fips, county_fips, ''],
  ];
  if (canonical_id !== null) {
    keys.push([canonical_id.slice(0, 2), canonical_id.slice(3, 6), canonical_id.slice(7)]);
  }
  return keys;
}

function conditionOf(keys: Key[]) {
  const counties = new Map<string, Key[]>();
  for (const key of keys) {
    const county = key[0] + key[1];
    counties.set(county, [...(counties.get(county) ?? []), key]);
  }
  const groups = [...counties.values()].map((group) => {
    const [state, county] = group[0]!;
    return and(
      eq(webhookWatches.stateFips, state),
      eq(webhookWatches.countyFips, county),
      sql`${webhookWatches.parcelId} IN (${list(group.map(([, , parcel]) => parcel))})`,
    );
  });
  return or(...groups);
}

/** Whether anything at all is watched. */
export async function anyWatches(executor: Executor): Promise<boolean> {
  const rows = await executor.select({ endpoint: webhookWatches.endpointId }).from(webhookWatches).limit(1);
  return rows.length > 0;
}

/**
 * Finds the active endpoints that watch some places. An endpoint has one filter, so none is found twice for one place.
 * @returns the watchers of a place.
 */
export async function findWatchers(
  executor: Executor,
  places: WatchedPlace[],
): Promise<(place: WatchedPlace) => Watcher[]> {
  const keys = [...new Map(places.flatMap(keysOf).map((key) => [textOf(key), key])).values()];
  const known = new Map<number, Watcher>();
  const found = new Map<string, Watcher[]>();
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const rows = await executor
      .select({
        watch: webhookWatches,
        account: webhookEndpoints.accountId,
        types: webhookEndpoints.eventTypes,
      })
      .from(webhookWatches)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookWatches.endpointId))
      .where(conditionOf(keys.slice(from, from + KEYS_AT_ONCE)));
    for (const { watch, account, types } of rows) {
      const endpoint = watch.endpointId;
      const watcher = known.get(endpoint) ?? {
        endpoint,
        account,
        types: new Set(types.split(',')),
      };
      known.set(endpoint, watcher);
      const key = textOf([watch.stateFips, watch.countyFips, watch.parcelId]);
      const watchers = found.get(key);
      if (watchers) watchers.push(watcher);
      else found.set(key, [watcher]);
    }
  }
  return (place: WatchedPlace) => keysOf(place).flatMap((key) => found.get(textOf(key)) ?? []);
}
