import { createPageBuffers } from '../page-buffers.ts';
import { SHALLOW } from '../paging/page.ts';
import type { Page, Paging } from '../paging/paging.ts';
import type { Head } from '../rows.ts';
import type { Condition } from '../touching.ts';
import type { RowCache } from '../warm/row-cache.ts';
import { questionOf } from './clauses.ts';
import { type CountiesOptions, createCounties } from './counties.ts';
import { countyRows } from './rows-of.ts';
import { countIn, isOrdered, pageIn } from './search.ts';

/** Answers searches in boxes from memory, as Elasticsearch would; null for what memory is not sure of. */
export function createMemory(cache: RowCache, options: CountiesOptions) {
  const { client, parcels } = options;
  const counties = createCounties(options);
  const rowsOf = countyRows(client, parcels, cache);
  const join = createPageBuffers();
  const figures = { answered: 0, passed: 0 };

  function note<T>(answer: T | null): T | null {
    if (answer === null) figures.passed++;
    else figures.answered++;
    return answer;
  }

  async function page(paging: Paging, head?: Head): Promise<Page | null> {
    const { filter, keys, limit, offset, cursor } = paging;
    if (cursor !== undefined || offset + limit >= SHALLOW || !isOrdered(keys)) return null;
    const question = questionOf(filter);
    const edition = question && (await counties.present());
    if (!question || edition === null) return null;
    const here = counties.under(question.box);
    const found = here && pageIn(here, question, keys, { offset, limit });
    if (found === null) return null;
    const rows = await rowsOf(
      found.places,
      (open) => join(open, head && ((row) => head(offset + row))),
      async () => (await counties.present()) === edition,
    );
    return rows && { ...rows, total: found.total, limit, offset };
  }

  async function count(filter: readonly Condition[]): Promise<number | null> {
    const question = questionOf(filter);
    if (!question || (await counties.present()) === null) return null;
    const here = counties.under(question.box);
    return here && countIn(here, question);
  }

  return {
    page: async (paging: Paging, head?: Head) => note(await page(paging, head)),
    count: async (filter: readonly Condition[]) => note(await count(filter)),
    figures: () => ({ ...figures, ...counties.figures() }),
    close: counties.close,
  };
}
export type CountyMemory = ReturnType<typeof createMemory>;
