import { sequenceOf } from '../../stores/elastic/sequence.ts';
import type { Paging } from '../paging/paging.ts';
import type { Condition } from '../question.ts';
import { SHALLOW } from '../read-rows.ts';
import { createPageBuffers, type Head, type Page } from '../rows.ts';
import { type CountiesOptions, createCounties } from './counties.ts';
import { rowOfNumber } from './county.ts';
import { countyRows, createRowStore } from './rows.ts';
import { questionOf } from './scan.ts';
import { type Counted, countBy, countIn, isOrdered, pageIn } from './search.ts';
import { isCounted } from './values.ts';

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
