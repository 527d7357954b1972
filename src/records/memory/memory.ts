import { sequenceOf } from '../../stores/elastic/sequence.ts';
import type { Paging } from '../paging/paging.ts';
import type { Condition, Place, Test } from '../question.ts';
import { SHALLOW } from '../read-rows.ts';
import { createPageBuffers, type Head, type Page } from '../rows.ts';
import { COLUMNS } from './columns.ts';
import { type CountiesOptions, createCounties } from './counties.ts';
import { LOCATION, rowOfNumber } from './county.ts';
import { type Box, encodeBox, type Shape } from './points.ts';
import { countyRows, createRowStore } from './rows.ts';
import type { ColumnTest, Question } from './scan.ts';
import { type Counted, countBy, countIn, isOrdered, pageIn } from './search.ts';
import { areaOf, circleOf } from './shapes.ts';
import { isCounted } from './values.ts';

const COUNTY = 'county_fips';

function rangeOf(field: string, from?: number | string, to?: number | string): ColumnTest | null {
  const column = COLUMNS.get(field);
  if (!column || column.is === 'words') return null;
  const endOf = (end: number | string | undefined, open: number) => {
    if (end === undefined) return open;
    return 'unit' in column ? Date.parse(end as string) / column.unit : (end as number);
  };
  return {
    is: 'between',
    field,
    from: endOf(from, Number.NEGATIVE_INFINITY),
    to: endOf(to, Number.POSITIVE_INFINITY),
  };
}

/** A test as one of a column; null without such a column. */
function columnTest(test: Exclude<Test, { is: 'in' }>): ColumnTest | null {
  const { field } = test;
  if (test.is === 'between') return rangeOf(field, test.from, test.to);
  if (COLUMNS.get(field)?.is !== 'words') return null;
  if (test.is === 'equal') return { is: 'among', field, accepts: (word) => word === String(test.value) };
  if (test.is === 'begun') return { is: 'among', field, accepts: (word) => word.startsWith(test.with) };
  const words = new Set(test.values);
  return { is: 'among', field, accepts: (word) => words.has(word) };
}

/** The box that a place lies in, and its shape if it is no box; null when memory might tell it differently. */
function scopeOf(place: Place): { box: Box; shape: Shape | null } | null {
  if ('box' in place) {
    const { south, north, west, east } = place.box;
    const box = encodeBox(south, north, west, east);
    return box && { box, shape: null };
  }
  const shape = 'circle' in place ? circleOf(place.circle) : areaOf(place.polygons);
  return shape && { box: shape.box, shape };
}

/** A filter as a scope and tests of columns. Null when memory might answer it differently from Elasticsearch. */
export function questionOf(filter: readonly Condition[]): Question | null {
  const tests: ColumnTest[] = [];
  let scope: { box: Box; shape: Shape | null } | null = null;
  let fips: string | null = null;
  for (const condition of filter) {
    if (condition === undefined || !('is' in condition)) return null;
    if (condition.is === 'in') {
      if (scope !== null || condition.field !== LOCATION) return null;
      scope = scopeOf(condition.place);
      if (scope === null) return null;
    } else {
      const test = columnTest(condition);
      if (test === null) return null;
      tests.push(test);
      if (condition.is === 'equal' && condition.field === COUNTY) fips ??= String(condition.value);
    }
  }
  if (scope !== null) return { ...scope, tests };
  return fips === null ? null : { box: null, fips, shape: null, tests };
}

/** The part of memory that columns may take; rows get the rest. */
const COLUMNS_PART = 3 / 4;

const CLOSE = Buffer.from('}');
const startOf = (id: string) => Buffer.from(`{"id":${JSON.stringify(id)},`);

/**
 * Answers searches in boxes, areas, circles and counties, and parcels by id, from counties in memory, as Elasticsearch would; null
 * when memory is not sure of the answer.
 * @param limit bytes for columns and rows.
 */
export function createMemory(limit: number, options: Omit<CountiesOptions, 'limit'>) {
  const { client, parcels } = options;
  const counties = createCounties({ ...options, limit: limit * COLUMNS_PART });
  const store = createRowStore(limit, () => limit - counties.bytes());
  const rowsOf = countyRows(client, parcels, store);
  const join = createPageBuffers();
  const figures = { answered: 0, passed: 0 };

  function note<T>(answer: T | null): T | null {
    if (answer === null) figures.passed++;
    else figures.answered++;
    return answer;
  }

  const isStill = (edition: string) => async () => (await counties.current()) === edition;

  /** What a filter asks, and the counties that it is about; null when memory cannot answer. */
  async function asked(filter: readonly Condition[]) {
    const question = questionOf(filter);
    if (question === null) return null;
    const current = await counties.at(question);
    return current && { question, ...current };
  }

  async function page(paging: Paging, head?: Head): Promise<Page | null> {
    const { filter, keys, limit, offset, cursor } = paging;
    if (cursor !== undefined || offset + limit >= SHALLOW || !isOrdered(keys)) return null;
    const search = await asked(filter);
    if (search === null) return null;
    const matching = pageIn(search.counties, search.question, keys, { offset, limit });
    if (matching === null) return null;
    store.fit();
    const rows = await rowsOf.read(
      matching.parcels,
      (unclosed) => join(unclosed, head && ((row) => head(offset + row))),
      isStill(search.edition),
    );
    return rows && { ...rows, total: matching.total, limit, offset };
  }

  async function count(filter: readonly Condition[]): Promise<number | null> {
    const search = await asked(filter);
    return search && countIn(search.counties, search.question);
  }

  async function counts(filter: readonly Condition[], fields: readonly string[]): Promise<Counted | null> {
    const search = fields.every(isCounted) ? await asked(filter) : null;
    return search && countBy(search.counties, search.question, fields);
  }

  return {
    page: async (paging: Paging, head?: Head) => note(await page(paging, head)),
    count: async (filter: readonly Condition[]) => note(await count(filter)),
    countBy: async (filter: readonly Condition[], fields: readonly string[]) =>
      note(await counts(filter, fields)),
    /** A parcel of a county in memory; null for any other, and for one that does not exist. */
    async record(id: string): Promise<Buffer | null> {
      if (counties.ofParcel(id) === null) return null;
      const edition = await counties.current();
      const county = counties.ofParcel(id);
      const row = county && rowOfNumber(county, sequenceOf(id));
      if (!county || row === null || edition === null) return null;
      const record = await rowsOf.read(
        [{ county, row }],
        ([unclosed]) => Buffer.concat([unclosed!, CLOSE]),
        isStill(edition),
      );
      // Another id may have the same number.
      const start = startOf(id);
      return record?.subarray(0, start.length).equals(start) ? record : null;
    },
    figures() {
      const { bytes, dropped } = store.figures();
      const rows = { ...rowsOf.figures, dropped };
      return { ...figures, ...counties.figures(), bytes: counties.bytes() + bytes, rows };
    },
    close: counties.close,
  };
}
export type CountyMemory = ReturnType<typeof createMemory>;
