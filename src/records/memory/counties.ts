import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import type { Edition, Editions } from '../../stores/elastic/edition.ts';
import type { County } from './county.ts';
import { type Extent, readExtents } from './extents.ts';
import { meets } from './points.ts';
import { type Mark, marksOf, type Pace, readChanges, readCounty } from './read-county.ts';
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

type Kept = County & Mark & { usedAt: number };

/** What is in memory, and what is read next. Only the work in the background reads counties, or moves on to an edition. */
interface State extends CountiesOptions, Pace {
  /** The one edition of the data that is in memory; empty before the first. */
  edition: string;
  /** All counties of that edition; null when they are not known. */
  extents: readonly Extent[] | null;
  /** Its index of parcels: see `readIndex`. */
  index: string;
  /** Its counties in memory. */
  kept: Map<string, Kept>;
  /** Counties of an earlier edition, which are brought up to date. */
  stale: Map<string, Kept>;
  /** When counties that are not in memory were last searched. */
  asked: LRUCache<string, number[]>;
  /** Counties that recently could not be read. */
  refused: LRUCache<string, true>;
  isWorking: boolean;
  figures: { reads: number; updates: number; failures: number; dropped: number };
}

// What is in memory, within its limit.

const bytesOf = ({ kept, stale }: State) =>
  [...kept.values(), ...stale.values()].reduce((sum, { bytes }) => sum + bytes, 0);

/** Last used first. */
const byUse = ({ kept }: State) => [...kept.values()].sort((a, b) => b.usedAt - a.usedAt);

const remember = (state: State) => state.remembered.write(byUse(state).map(({ fips }) => fips));

/** Drops counties that were not used for a while, if that frees enough memory. Returns whether there is enough. */
function evictFor(state: State, bytes: number): boolean {
  const going: string[] = [];
  let free = state.limit - bytesOf(state);
  for (const county of byUse(state).reverse()) {
    if (free >= bytes || performance.now() - county.usedAt < WITHIN) break;
    going.push(county.fips);
    free += county.bytes;
  }
  if (free < bytes) return false;
  for (const fips of going) state.kept.delete(fips);
  state.figures.dropped += going.length;
  return true;
}

// Work in the background, one thing at a time.

/** Begins a task unless another one goes on. */
function work(state: State, task: () => Promise<void>): void {
  if (state.isWorking || state.stopped.aborted) return;
  state.isWorking = true;
  task()
    .catch(async (error) => {
      state.onFailure(error);
      await sleep(REST, undefined, { ref: false });
    })
    .finally(() => {
      state.isWorking = false;
    });
}

/** The name of an edition; null when it is unknown, and while a load changes the data. */
const nameOf = (now: Edition | null): string | null => (now === null || now.loading ? null : now.edition);

const isCurrent = async ({ editions }: State, edition: string) =>
  nameOf(await editions.current()) === edition;

/** The index behind an alias by its settings: they change when it is replaced or restored. */
async function readIndex(client: Client, alias: string) {
  const name = ['index.*uuid', 'index.number_of_shards'];
  const all = await client.indices.getSettings({ index: alias, name });
  const hasOneShard = Object.values(all).every((of) => of.settings?.index?.number_of_shards === '1');
  return { index: JSON.stringify(all), hasOneShard };
}

/**
 * Brings a county up to date, or drops it where that is not possible.
 * @returns false when another load has begun; the county is left as it is.
 */
async function update(state: State, county: Kept, now: Mark): Promise<boolean> {
  const { client, parcels, edition, kept, stale, figures } = state;
  const fits = bytesOf(state) + county.bytes <= state.limit;
  const next = fits ? await readChanges(client, parcels, county, now, state).catch(state.onFailure) : null;
  if (!(await isCurrent(state, edition))) return false;
  stale.delete(county.fips);
  if (next) kept.set(county.fips, { ...next, usedAt: county.usedAt });
  figures[next ? 'updates' : 'dropped']++;
  return true;
}

/** Moves on to a new edition. What it has not changed can be used at once; the rest is brought up to date. */
async function renew(state: State, edition: string): Promise<void> {
  const { client, parcels, coverage, kept, stale, figures } = state;
  const [{ index, hasOneShard }, extents, marks] = await Promise.all([
    readIndex(client, parcels),
    readExtents(client, coverage),
    marksOf(client, parcels, [...kept.keys(), ...stale.keys()]),
  ]);
  if (!(await isCurrent(state, edition))) return;
  const all = [...stale, ...kept];
  kept.clear();
  stale.clear();
  for (const [fips, before] of all) {
    const now = index === state.index ? marks.get(fips) : undefined;
    if (now?.mark === before.mark) kept.set(fips, before);
    else if (now && hasOneShard) stale.set(fips, before);
    else figures.dropped++;
  }
  state.refused.clear();
  state.index = index;
  state.edition = edition;
  state.extents = extents;
  for (const [fips, before] of [...stale]) if (!(await update(state, before, marks.get(fips)!))) return;
}

async function read(state: State, { fips, count }: Extent): Promise<void> {
  const { client, parcels, edition, kept, stale, refused } = state;
  if (!evictFor(state, count * USUAL_BYTES)) return;
  refused.set(fips, true);
  const county = await readCounty(client, parcels, fips, state);
  if (!(await isCurrent(state, edition))) return void refused.delete(fips);
  if (!evictFor(state, county.bytes)) return;
  refused.delete(fips);
  stale.delete(fips);
  kept.set(fips, { ...county, usedAt: performance.now() });
  state.figures.reads++;
}

/** Reads the counties that were in memory before this process started. */
async function readAgain(state: State): Promise<void> {
  const before = await state.remembered.read();
  const edition = before.length > 0 ? nameOf(await state.editions.current()) : null;
  if (edition === null) return;
  await renew(state, edition);
  for (const fips of before) {
    const extent = state.extents?.find((county) => county.fips === fips);
    if (extent) await read(state, extent);
  }
}

// Searches, which begin that work.

/** Reads a county once it has been searched often. */
function want(state: State, extent: Extent): void {
  const { asked, refused } = state;
  const { fips } = extent;
  const now = performance.now();
  const times = [...(asked.get(fips) ?? []).filter((time) => now - time < WITHIN), now].slice(-ENOUGH);
  asked.set(fips, times);
  if (times.length === ENOUGH && !refused.has(fips))
    work(state, () => read(state, extent).then(() => remember(state)));
}

/** The edition in memory if it is this one; else null, and memory moves on to this one in the background. */
function editionIn(state: State, now: Edition | null): string | null {
  const edition = nameOf(now);
  if (edition === null || edition === state.edition) return edition;
  work(state, () => renew(state, edition));
  return null;
}

const isIn = ({ fips, box }: Extent, scope: Scope): boolean =>
  scope.box === null ? fips === scope.fips : box !== null && meets(box, scope.box);

/** All counties with parcels in a scope; null while one of them is not in memory. */
function countiesIn(state: State, scope: Scope): County[] | null {
  const { extents, kept } = state;
  if (extents === null) return null;
  const meeting: Extent[] = [];
  for (const extent of extents) {
    if (!isIn(extent, scope)) continue;
    if (meeting.length === MOST_COUNTIES) return null;
    meeting.push(extent);
  }
  const now = performance.now();
  const counties: County[] = [];
  for (const extent of meeting) {
    const known = kept.get(extent.fips);
    if (known === undefined) want(state, extent);
    else {
      known.usedAt = now;
      counties.push(known);
    }
  }
  return counties.length === meeting.length ? counties : null;
}

/**
 * Counties whose columns are in memory, and whether they are of the current edition of the data. Without a current edition
 * nothing is answered: the caller asks Elasticsearch.
 */
export function createCounties(options: CountiesOptions) {
  const stopping = new AbortController();
  const state: State = {
    ...options,
    edition: '',
    extents: null,
    index: '',
    kept: new Map(),
    stale: new Map(),
    asked: new LRUCache({ max: 1_000 }),
    refused: new LRUCache({ max: 1_000, ttl: WITHIN }),
    isWorking: false,
    stopped: stopping.signal,
    searches: 0,
    figures: { reads: 0, updates: 0, failures: 0, dropped: 0 },
    onFailure(error) {
      if (stopping.signal.aborted) return;
      state.figures.failures++;
      options.onFailure(error);
    },
  };
  const { editions, kept, figures } = state;

  /** The edition in memory if it is the current one, or null. */
  async function current(): Promise<string | null> {
    state.searches++;
    return editionIn(state, await editions.leased());
  }

  work(state, () => readAgain(state));
  return {
    current,
    /** All counties with parcels in a scope, and their edition, which is the current one; null when in doubt. */
    async at(scope: Scope): Promise<{ edition: string; counties: County[] } | null> {
      if (kept.size === 0) {
        // In the background, so that this search does not wait.
        state.searches++;
        editions
          .known()
          .then((now) => editionIn(state, now) !== null && countiesIn(state, scope))
          .catch(() => {});
        return null;
      }
      const edition = await current();
      const counties = edition === null ? null : countiesIn(state, scope);
      return counties && { edition: edition!, counties };
    },
    /** The county of a parcel if it is in memory, in the edition that `current` returns. */
    ofParcel: (id: string): County | null => kept.get(id.slice(0, FIPS_DIGITS)) ?? null,
    bytes: () => bytesOf(state),
    figures: () => ({
      ...figures,
      parcels: [...kept.values()].reduce((sum, { count }) => sum + count, 0),
    }),
    close: () => stopping.abort(),
  };
}
