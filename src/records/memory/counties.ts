import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { Edition, Editions } from '../../stores/elastic/edition.ts';
import type { County } from './county.ts';
import { type Extent, readExtents } from './extents.ts';
import { meets } from './points.ts';
import { type Mark, marksOf, readChanges, readCounty } from './read-county.ts';
import type { Remembered } from './remembered.ts';
import type { Scope } from './scan.ts';

/** A county is read after this many searches within this many milliseconds. */
const ENOUGH = 3;
const WITHIN = 60_000;
/** A search across more counties than this does not come from panning a map. */
const MOST_COUNTIES = 16;
/** The assumed size of a parcel before its county is read, bytes. */
const USUAL_BYTES = 120;
const FIPS_DIGITS = 5;
/** How long background work pauses after a failure, in milliseconds. */
const REST = 1_000;

export interface CountiesFigures {
  counties: number;
  parcels: number;
  bytes: number;
  reads: number;
  updates: number;
  failures: number;
  dropped: number;
}

interface Kept {
  county: County & Mark;
  usedAt: number;
}

/** The one edition of the data that is in memory. */
interface State {
  edition: string;
  /** Null when they are not known. */
  extents: readonly Extent[] | null;
}

export interface CountiesOptions {
  client: Client;
  editions: Pick<Editions, 'leased' | 'current' | 'known'>;
  parcels: string;
  coverage: string;
  /** Bytes. */
  limit: number;
  /** The counties in memory, last used first: they are read again at the next start. */
  remembered: Remembered;
  /** Called with the reason why a county could not be read or remembered. */
  onFailure(error: unknown): void;
}

const isIn = ({ fips, box }: Extent, scope: Scope): boolean =>
  scope.box === null ? fips === scope.fips : box !== null && meets(box, scope.box);

const SETTINGS = ['index.*uuid', 'index.number_of_shards'];

/** The settings of the index behind an alias: they change when it is replaced or restored. */
const settingsOf = (client: Client, alias: string) =>
  client.indices.getSettings({ index: alias, name: SETTINGS });

const hasOneShard = (settings: Awaited<ReturnType<typeof settingsOf>>): boolean =>
  Object.values(settings).every((one) => one.settings?.index?.number_of_shards === '1');

/**
 * Counties whose columns are in memory, and whether they are of the current edition of the data. Without a current edition
 * nothing is answered: the caller asks Elasticsearch.
 */
export function createCounties(options: CountiesOptions) {
  const { client, editions, parcels, coverage, limit, remembered, onFailure } = options;
  const kept = new Map<string, Kept>();
  /** Counties of an earlier edition, which are brought up to date. */
  const stale = new Map<string, Kept>();
  const asked = new LRUCache<string, number[]>({ max: 1_000 });
  /** Counties that recently could not be read. */
  const refused = new LRUCache<string, true>({ max: 1_000, ttl: WITHIN });
  const stopping = new AbortController();
  const figures = { reads: 0, updates: 0, failures: 0, dropped: 0 };
  const pace = { stopped: stopping.signal, searches: () => searches };
  let state: State | null = null;
  let index = '';
  let working = false;
  let searches = 0;

  const bytesOf = () =>
    [...kept.values(), ...stale.values()].reduce((sum, { county }) => sum + county.bytes, 0);

  function drop(fips: string): void {
    if (kept.delete(fips)) figures.dropped++;
  }

  function noteFailure(error: unknown): void {
    if (stopping.signal.aborted) return;
    figures.failures++;
    onFailure(error);
  }

  /** Does one thing at a time in the background. */
  function work(task: () => Promise<void>): void {
    if (working || stopping.signal.aborted) return;
    working = true;
    task()
      .catch(async (error) => {
        noteFailure(error);
        await sleep(REST, undefined, { ref: false });
      })
      .finally(() => {
        working = false;
      });
  }

  async function isCurrent(edition: string): Promise<boolean> {
    const now = await editions.current();
    return now !== null && !now.loading && now.edition === edition;
  }

  /**
   * Brings a county up to date, or drops it where that is not possible.
   * @returns false when another load has begun; the county is left as it is.
   */
  async function update({ county, usedAt }: Kept, now: Mark, edition: string): Promise<boolean> {
    const { fips } = county;
    const hasRoom = bytesOf() + county.bytes <= limit;
    const next = hasRoom && (await readChanges(client, parcels, county, now, pace).catch(noteFailure));
    if (!(await isCurrent(edition))) return false;
    stale.delete(fips);
    if (!next) figures.dropped++;
    else {
      kept.set(fips, { county: next, usedAt });
      figures.updates++;
    }
    return true;
  }

  /** Moves on to a new edition. What it has not changed can be used at once; the rest is brought up to date. */
  async function renew(edition: string): Promise<void> {
    const [settings, extents, marks] = await Promise.all([
      settingsOf(client, parcels),
      readExtents(client, coverage),
      marksOf(client, parcels, [...kept.keys(), ...stale.keys()]),
    ]);
    if (!(await isCurrent(edition))) return;
    const before = index;
    index = JSON.stringify(settings);
    const all = [...stale, ...kept];
    kept.clear();
    stale.clear();
    for (const [fips, one] of all) {
      const now = marks.get(fips);
      if (index === before && now?.mark === one.county.mark) kept.set(fips, one);
      else if (index === before && now && hasOneShard(settings)) stale.set(fips, one);
      else figures.dropped++;
    }
    refused.clear();
    state = { edition, extents };
    for (const [fips, one] of [...stale]) if (!(await update(one, marks.get(fips)!, edition))) return;
  }

  /** Drops counties that were not used for a while, if that frees enough memory. Returns whether there is enough. */
  function evictFor(bytes: number): boolean {
    const byUse = [...kept].sort(([, one], [, other]) => one.usedAt - other.usedAt);
    const going: string[] = [];
    let free = limit - bytesOf();
    for (const [fips, { county, usedAt }] of byUse) {
      if (free >= bytes || performance.now() - usedAt < WITHIN) break;
      going.push(fips);
      free += county.bytes;
    }
    if (free >= bytes) going.forEach(drop);
    return free >= bytes;
  }

  async function read({ fips, count }: Extent, edition: string): Promise<void> {
    if (!evictFor(count * USUAL_BYTES)) return;
    refused.set(fips, true);
    const county = await readCounty(client, parcels, fips, pace);
    if (!(await isCurrent(edition)) || state?.edition !== edition) return void refused.delete(fips);
    if (!evictFor(county.bytes)) return;
    refused.delete(fips);
    stale.delete(fips);
    kept.set(fips, { county, usedAt: performance.now() });
    figures.reads++;
  }

  const remember = () =>
    remembered.write([...kept].sort(([, one], [, other]) => other.usedAt - one.usedAt).map(([fips]) => fips));

  /** Reads the counties that were in memory before this process started. */
  async function readAgain(): Promise<void> {
    const before = await remembered.read();
    const now = before.length > 0 ? await editions.current() : null;
    if (now === null || now.loading) return;
    await renew(now.edition);
    for (const fips of before) {
      const extent = state?.extents?.find((one) => one.fips === fips);
      if (extent && state?.edition === now.edition) await read(extent, now.edition);
    }
  }

  function wanted(county: Extent, { edition }: State): void {
    const { fips } = county;
    const now = performance.now();
    const times = [...(asked.get(fips) ?? []).filter((time) => now - time < WITHIN), now].slice(-ENOUGH);
    asked.set(fips, times);
    if (times.length === ENOUGH && !refused.has(fips)) work(() => read(county, edition).then(remember));
  }

  /** The edition, if it is the one in memory; else null, and memory moves on to it in the background. */
  function taken(now: Edition | null): string | null {
    if (now === null || now.loading) return null;
    if (now.edition === state?.edition) return now.edition;
    work(() => renew(now.edition));
    return null;
  }

  /** The edition in memory if it is the current one, or null. */
  async function present(): Promise<string | null> {
    searches++;
    return taken(await editions.leased());
  }

  /** All counties with parcels in a scope; null while one of them is not in memory. */
  function under(scope: Scope): County[] | null {
    if (state?.extents == null) return null;
    const here: Extent[] = [];
    for (const extent of state.extents) {
      if (!isIn(extent, scope)) continue;
      if (here.length === MOST_COUNTIES) return null;
      here.push(extent);
    }
    const found: County[] = [];
    for (const extent of here) {
      const one = kept.get(extent.fips);
      if (one === undefined) wanted(extent, state);
      else {
        one.usedAt = performance.now();
        found.push(one.county);
      }
    }
    return found.length === here.length ? found : null;
  }

  /** Counts a search in the background while nothing is in memory. */
  function note(scope: Scope): void {
    searches++;
    editions
      .known()
      .then((now) => taken(now) !== null && under(scope))
      .catch(() => {});
  }

  work(readAgain);
  return {
    present,
    /** All counties with parcels in a scope, and their edition, which is the current one; null when in doubt. */
    async at(scope: Scope): Promise<{ edition: string; counties: County[] } | null> {
      if (kept.size === 0) {
        note(scope);
        return null;
      }
      const edition = await present();
      const counties = edition === null ? null : under(scope);
      return counties && { edition: edition!, counties };
    },
    /** The county of a parcel if it is in memory, in the edition that `present` returns. */
    ofParcel: (id: string): County | null => kept.get(id.slice(0, FIPS_DIGITS))?.county ?? null,
    bytes: bytesOf,
    figures: (): CountiesFigures => ({
      ...figures,
      counties: kept.size,
      parcels: [...kept.values()].reduce((sum, { county }) => sum + county.count, 0),
      bytes: bytesOf(),
    }),
    close: () => stopping.abort(),
  };
}
export type Counties = ReturnType<typeof createCounties>;
