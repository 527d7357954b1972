import { readdir } from 'node:fs/promises';
import t from 'tap';
import { once } from '../../../src/loading/readers/spool.ts';

const PAGE = 1_000;

/** Pages of keys from 0 on, each of which occurs `times` times, far apart. */
async function* repeated(keys: number, times: number): AsyncGenerator<string[]> {
  for (let time = 0; time < times; time++)
    for (let from = 0; from < keys; from += PAGE)
      yield Array.from({ length: Math.min(PAGE, keys - from) }, (_, at) => `key ${from + at}`);
}

for (const keys of [0, 1, 2_500, 99_999, 100_000, 230_001]) {
  t.test(`${keys} keys that occur three times each are returned once each`, async (t) => {
    const home = t.testdir();
    const pages: string[][] = [];
    for await (const page of once(home, repeated(keys, 3), 700)) pages.push(page);
    const found = pages.flat();
    t.equal(found.length, keys, 'each comes once');
    t.equal(new Set(found).size, keys, 'all come');
    t.ok(pages.every((page) => page.length > 0 && page.length <= 700));
    t.same(await readdir(home), [], 'no file is left');
  });
}
