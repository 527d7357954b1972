/** Arithmetic and orders of the plain computations, in whole numbers, so that the order of adding makes no difference. */
import { createHash } from 'node:crypto';

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** The sum in units of one over `parts`, exact. */
function whole(values: readonly (number | null)[], parts: number): bigint {
  let sum = 0n;
  for (const value of known(values)) sum += BigInt(Math.round(value * parts));
  return sum;
}

const CENTS = 100;

/** The sum of the known amounts in USD; 0 of none. */
export const totalUsd = (values: readonly (number | null)[]): number => Number(whole(values, CENTS)) / CENTS;

/** The average of the known amounts, to the cent; null of none. */
export function averageUsd(values: readonly (number | null)[]): number | null {
  const count = known(values).length;
  return count === 0 ? null : Math.round(Number(whole(values, CENTS)) / count) / CENTS;
}

/** The sum of the known lot sizes to 4 decimals, the most that a lot size computed from square feet has. */
export function totalAcres(values: readonly (number | null)[]): number {
  return Number((Number(whole(values, 1e9)) / 1e9).toFixed(4));
}

/** The average of whole numbers as a whole number; null of none. */
export function averageWhole(values: readonly (number | null)[]): number | null {
  const list = known(values);
  return list.length === 0 ? null : Math.round(Number(whole(list, 1)) / list.length);
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const rising = [...values].sort((a, b) => a - b);
  const half = rising.length / 2;
  return Number.isInteger(half) ? (rising[half - 1]! + rising[half]!) / 2 : rising[half - 0.5]!;
}

/** Part of a whole in percent, to one decimal. */
export const percent = (part: number, all: number): number =>
  Math.floor((2000 * part + all) / (2 * all)) / 10;

/** Texts with their counts, the most frequent first, equally frequent ones alphabetically. */
export function frequencies(values: readonly (string | null)[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => (m === n ? (a < b ? -1 : 1) : n - m));
}

export const mostFrequent = (values: readonly (string | null)[]): string | null =>
  frequencies(values)[0]?.[0] ?? null;

/** The distinct texts in alphabetical order. */
export const different = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** The first and the last of some dates, among the known ones. */
export function span(dates: readonly (string | null)[]): [string | null, string | null] {
  const rising = dates.filter((date) => date !== null).sort();
  return [rising[0] ?? null, rising.at(-1) ?? null];
}

/** The records of each key; those without a key are left out. */
export function grouped<T>(records: readonly T[], keyOf: (record: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return groups;
}

const places = new Map<string, bigint>();

/** Breaks ties in lists of records: the first 53 bits of the id's SHA-256. */
function place(id: string): bigint {
  let found = places.get(id);
  if (found === undefined) {
    found = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 14)}`) >> 3n;
    places.set(id, found);
  }
  return found;
}

export function byTie(a: { id: string }, b: { id: string }): number {
  const [first, second] = [place(a.id), place(b.id)];
  return first < second ? -1 : first > second ? 1 : a.id < b.id ? -1 : 1;
}

export interface PageQuery {
  limit?: number;
  offset?: number;
}

/** The envelope of the paged routes. */
export function page<T>(rows: readonly T[], query: PageQuery, standard: number) {
  const { limit = standard, offset = 0 } = query;
  return { data: rows.slice(offset, offset + limit), total: rows.length, limit, offset };
}

export interface AreaQuery {
  county_fips?: string;
  state_fips?: string;
}

/** Whether a record is in the county and in the state asked for. */
export function inArea(record: { county_fips: string }, { county_fips, state_fips }: AreaQuery): boolean {
  if (county_fips !== undefined && record.county_fips !== county_fips) return false;
  return state_fips === undefined || record.county_fips.slice(0, 2) === state_fips;
}
