import type { estypes } from '@elastic/elasticsearch';
import {
  type Graded,
  grade,
  isOtherUnit,
  type Match,
  type Place,
  placeOf,
  type Wanted,
} from '../domain/match.ts';
import { numberKey } from '../domain/suggestion.ts';
import type { Search } from './index-view.ts';
import {
  type Candidate,
  KEYS,
  nearSearch,
  numberQuery,
  plainQuery,
  type WantedNumber,
} from './match-queries.ts';
import { pausingByTime } from './pauses.ts';
import type { Records } from './records.ts';
import { any } from './situs.ts';

type Hit = estypes.SearchHit<Candidate>;

export type Row = { address: Wanted } | { number: WantedNumber };

/** A row's parcel; `id` is null with `several` and `none`. `score` is from 0 to 1. */
export interface Matched {
  match: Match;
  score: number;
  id: string | null;
}

const NONE: Matched = { match: 'none', score: 0, id: null };
const SEVERAL: Matched = { match: 'several', score: 0, id: null };

/** Rows that one search looks for, and the parcels that it returns at most. */
const TOGETHER = 50;
const MOST_TOGETHER = 500;
/** Searches of one request, and the parcels that a search for one row returns at most. */
const AT_ONCE = 50;
const MOST = 20;

interface Ranked {
  id: string;
  parcel_id: string;
  place: Place;
  /** Of the search. */
  rank: number;
}

/** Only the best is the parcel, and only if no other one fits as well. */
function best(fitting: (Graded & Ranked)[]): Matched & { rank: number } {
  let most = fitting[0];
  if (most === undefined) return { ...NONE, rank: 0 };
  for (const parcel of fitting) if (parcel.score > most.score) most = parcel;
  const { match, score, id, rank } = most;
  return fitting.some((other) => other !== most && other.score === score)
    ? { match: 'several', score, id: null, rank }
    : { match, score, id, rank };
}

function bestAddress(wanted: Wanted, parcels: Ranked[]): Matched & { rank: number } {
  // Where other units are parcels of their own, the parcel without a unit is not that of this unit.
  const others = wanted.unit !== '' && parcels.some(({ place }) => isOtherUnit(wanted, place));
  const fitting = parcels.flatMap((parcel) => {
    const graded = grade(wanted, parcel.place);
    return graded && !(others && graded.match === 'unit_missing') ? [{ ...parcel, ...graded }] : [];
  });
  return best(fitting);
}

function bestNumber({ county_fips, parcel_id }: WantedNumber, parcels: Ranked[]): Matched & { rank: number } {
  const key = numberKey(parcel_id)!;
  const bare = (text: string) => text.replace(/^0+(?=.)/, '');
  const fitting = parcels.flatMap((parcel): (Graded & Ranked)[] => {
    const stored = numberKey(parcel.parcel_id) ?? '';
    if (parcel.place.county !== county_fips || bare(stored) !== bare(key)) return [];
    if (stored !== key) return [{ ...parcel, match: 'near', score: 0.9 }];
    return [{ ...parcel, match: 'exact', score: parcel.parcel_id === parcel_id ? 1 : 0.99 }];
  });
  return best(fitting);
}

const bestOf = (row: Row, parcels: Ranked[]) =>
  'number' in row ? bestNumber(row.number, parcels) : bestAddress(row.address, parcels);

/** A search for some rows as they are written. */
function together(rows: Row[], size: number): Search {
  const queries = rows.map((row) => ('number' in row ? numberQuery(row.number) : plainQuery(row.address)));
  return { size, track_total_hits: false, _source: KEYS, query: { bool: { filter: [any(queries)] } } };
}

async function searched(records: Records, searches: Search[]): Promise<Hit[][]> {
  const hits: Hit[][] = [];
  for (let from = 0; from < searches.length; from += AT_ONCE)
    hits.push(...(await records.many<Candidate>('parcels', searches.slice(from, from + AT_ONCE))));
  return hits;
}

const ranked = (hits: Hit[]): Ranked[] =>
  hits.map(({ _source, _score }) => {
    const { id, parcel_id } = _source!;
    return { id, parcel_id, place: placeOf(_source!), rank: _score ?? 0 };
  });

/**
 * Finds the parcel of each row; null rows have none. One search looks for many rows as they are written, since most are
 * exact. An address that is not gets a search of its own, and so does each row of a search that finds too many parcels.
 */
export async function matchRows(records: Records, rows: readonly (Row | null)[]): Promise<Matched[]> {
  const pause = pausingByTime();
  const matched: Matched[] = rows.map(() => NONE);
  const given = rows.flatMap((row, at) => (row === null ? [] : [{ row, at }]));
  const inexact: { row: Row; at: number }[] = [];

  const groups: (typeof given)[] = [];
  for (let from = 0; from < given.length; from += TOGETHER) groups.push(given.slice(from, from + TOGETHER));
  const searches: Search[] = [];
  for (const group of groups) {
    searches.push(
      together(
        group.map(({ row }) => row),
        MOST_TOGETHER,
      ),
    );
    await pause();
  }
  const answers = await searched(records, searches);
  for (const [at, group] of groups.entries()) {
    const parcels = ranked(answers[at]!);
    const isWhole = parcels.length < MOST_TOGETHER;
    for (const { row, at } of group) {
      await pause();
      const fit = isWhole ? bestOf(row, parcels) : null;
      if (fit !== null && ('number' in row || fit.match === 'exact')) matched[at] = fit;
      else inexact.push({ row, at });
    }
  }

  const near: Search[] = [];
  for (const { row } of inexact) {
    near.push('number' in row ? together([row], MOST) : nearSearch(row.address, MOST));
    await pause();
  }
  const candidates = await searched(records, near);
  for (const [at, { row, at: position }] of inexact.entries()) {
    const parcels = ranked(candidates[at]!);
    const fit = bestOf(row, parcels);
    // Parcels that were left out rank as the last one at most.
    const isSure = parcels.length < MOST || fit.rank > parcels.at(-1)!.rank;
    matched[position] = isSure || fit.match === 'none' ? fit : { ...SEVERAL, score: fit.score };
    await pause();
  }
  return matched.map(({ match, score, id }) => ({ match, score, id }));
}
