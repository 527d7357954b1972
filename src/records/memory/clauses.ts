import { isObject } from '../../domain/json-object.ts';
import type { Clause } from '../filter-kinds.ts';
import type { Condition } from '../touching.ts';
import { areaOf } from './area.ts';
import { circleOf } from './circle.ts';
import { COLUMNS } from './columns.ts';
import { type Box, encodeBox } from './points.ts';
import type { Shape } from './shape.ts';

/** A condition on a parcel, both ends included; days and times are numbers, as in their column. */
export type Test =
  | { is: 'between'; field: string; from: number; to: number }
  | { is: 'among'; field: string; accepts: (word: string) => boolean };

/** Where a search looks: in a box, or without one at a whole county, parcels without a location included. */
export type Scope = { box: Box } | { box: null; fips: string };

/** A search that memory understands; with a shape, only what lies in it. */
export type Question = Scope & { shape: Shape | null; tests: Test[] };

/** The only key of an object and its value; null when it has none or several. */
function onlyEntry(value: unknown): [name: string, value: unknown] | null {
  const entries = isObject(value) ? Object.entries(value).filter(([, part]) => part !== undefined) : [];
  return entries.length === 1 ? entries[0]! : null;
}

const hasOnly = (value: Record<string, unknown>, names: string[]) =>
  Object.keys(value).every((name) => names.includes(name));

function boxOf(given: unknown): Box | null {
  if (!isObject(given) || !hasOnly(given, ['top', 'bottom', 'left', 'right'])) return null;
  const { top, bottom, left, right } = given as Record<string, number>;
  return encodeBox(bottom!, top!, left!, right!);
}

/** Days as `strict_date`, times as `toISOString` writes them; null for anything else. */
function timeOf(text: unknown, isDay: boolean): number | null {
  if (typeof text !== 'string') return null;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return null;
  const written = new Date(time).toISOString();
  return text === (isDay ? written.slice(0, 10) : written) ? time : null;
}

function rangeOf(field: string, given: unknown): Test | null {
  const column = COLUMNS.get(field);
  if (!column || column.is === 'words' || !isObject(given) || !hasOnly(given, ['gte', 'lte'])) return null;
  const endOf = (value: unknown, open: number): number | null => {
    if (value === undefined) return open;
    if (column.is === 'numbers') return Number.isFinite(value) ? (value as number) : null;
    const time = timeOf(value, column.is === 'days');
    return time === null ? null : time / column.unit;
  };
  const from = endOf(given.gte, Number.NEGATIVE_INFINITY);
  const to = endOf(given.lte, Number.POSITIVE_INFINITY);
  return from === null || to === null ? null : { is: 'between', field, from, to };
}

function wordsOf(field: string, accepts: (word: string) => boolean): Test | null {
  return COLUMNS.get(field)?.is === 'words' ? { is: 'among', field, accepts } : null;
}

const COUNTY = 'county_fips';
const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'boolean';

function testOf(clause: Clause): Test | null {
  const [kind, body] = onlyEntry(clause) ?? [];
  const [field, given] = onlyEntry(body) ?? [];
  if (field === undefined) return null;
  if (kind === 'range') return rangeOf(field, given);
  if (kind === 'term' && isWord(given)) return wordsOf(field, (word) => word === String(given));
  if (kind === 'terms' && Array.isArray(given) && given.every(isWord)) {
    const words = new Set(given.map(String));
    return wordsOf(field, (word) => words.has(word));
  }
  if (kind === 'prefix' && typeof given === 'string') return wordsOf(field, (word) => word.startsWith(given));
  return null;
}

/** The county that a clause asks for, or null. */
function countyOf(clause: Clause): string | null {
  const fips = clause?.term?.[COUNTY];
  return typeof fips === 'string' ? fips : null;
}

/** A filter as a scope and tests of columns. Null when memory might answer it differently from Elasticsearch. */
export function questionOf(filter: readonly Condition[]): Question | null {
  const tests: Test[] = [];
  let box: Box | null = null;
  let shape: Shape | null = null;
  let fips: string | null = null;
  for (const condition of filter) {
    const [kind, body] = onlyEntry(condition) ?? [];
    if (kind === 'geo_bounding_box' && box === null) {
      const [field, given] = onlyEntry(body) ?? [];
      box = field === 'location' ? boxOf(given) : null;
      if (box === null) return null;
    } else if ((kind === 'geo_distance' || kind === 'geo_shape') && box === null) {
      shape = kind === 'geo_shape' ? areaOf(body) : circleOf(body);
      if (shape === null) return null;
      box = shape.box;
    } else {
      const test = testOf(condition as Clause);
      if (test === null) return null;
      tests.push(test);
      fips ??= countyOf(condition as Clause);
    }
  }
  if (box !== null) return { box, shape, tests };
  return fips === null ? null : { box, fips, shape, tests };
}
