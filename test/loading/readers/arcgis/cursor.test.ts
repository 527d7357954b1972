import fc from 'fast-check';
import t from 'tap';
import {
  afterRange,
  afterRows,
  type Cursor,
  endOf,
  firstRange,
  type Given,
  type Ids,
  isCutOff,
} from '../../../../src/loading/readers/arcgis/pages.ts';
import { holds } from '../../../holds.ts';

t.test('each page of rows determines which page follows', async (t) => {
  const rows = (offset: number, empty = 0): Cursor => ({ kind: 'rows', offset, empty });
  const page: Given = { asked: 1_000, received: 1_000, fresh: 1_000, exceeded: true, missing: 5_000 };
  const cases: [
    name: string,
    given: Partial<typeof page> | { missing: null },
    next: Cursor | null | 'lost',
  ][] = [
    ['a full page', {}, rows(3_000)],
    ['a short page', { received: 123, fresh: 123 }, rows(2_123)],
    ['a page with some rows again', { fresh: 1 }, rows(3_000)],
    ['an empty page', { received: 0, fresh: 0 }, rows(3_000, 1)],
    ['an empty page where nothing is missing', { received: 0, fresh: 0, missing: 0 }, null],
    ['nothing new', { fresh: 0 }, 'lost'],
    ['nothing new, and nothing is missing', { fresh: 0, missing: 0 }, null],
    ['the end', { exceeded: false, received: 123, fresh: 123, missing: 0 }, null],
    ['a short page that does not tell', { exceeded: false, received: 123, fresh: 123 }, rows(2_123)],
    ['nothing new, and not told', { exceeded: false, fresh: 0 }, 'lost'],
    ['the end, short of the count', { exceeded: false, received: 0, fresh: 0 }, null],
    ['a full page that does not tell', { exceeded: false }, rows(3_000)],
    ['a full page that does not tell, at the end', { exceeded: false, missing: 0 }, null],
    ['a full page that does not tell, without a count', { exceeded: false, missing: null }, null],
    ['without a count', { missing: null }, rows(3_000)],
  ];
  for (const [name, given, next] of cases) {
    t.same(afterRows({ offset: 2_000, empty: 0 }, { ...page, ...given }), next, name);
  }
});

t.test('reading ends when a server’s pages stay empty', async (t) => {
  for (const missing of [null, 0, 5_000]) {
    let cursor: ReturnType<typeof afterRows> = { kind: 'rows', offset: 0, empty: 0 };
    for (let pages = 0; cursor !== null; pages++) {
      if (cursor === 'lost' || cursor.kind !== 'rows' || pages > 50) return t.fail('it goes on');
      cursor = afterRows(cursor, { asked: 1_000, received: 0, fresh: 0, exceeded: true, missing });
    }
  }
  t.pass();
});

t.test('ranges get each id once, in order, however the ids are distributed', async () => {
  const gaps = fc.array(
    fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 100_000 })),
    {
      minLength: 1,
      maxLength: 400,
    },
  );
  await holds(
    100,
    [fc.integer({ min: -50, max: 50 }), gaps, fc.integer({ min: 1, max: 60 })],
    (start, steps, limit) => {
      let id = start;
      const ids = steps.map((step) => (id += step));
      const got: number[] = [];
      let cursor: Ids | null = firstRange(ids[0]!, ids.at(-1)!, ids.length, limit);
      let requests = 0;
      while (cursor !== null && ++requests < 10_000) {
        const end = endOf(cursor);
        const { from } = cursor;
        const found = ids.filter((one) => one >= from && one <= end);
        const sent = found.slice(0, limit);
        const isCut = isCutOff(cursor, sent.length, sent.length < found.length);
        if (!isCut) got.push(...sent);
        cursor = afterRange(cursor, sent.length, isCut, limit);
      }
      return got.join() === ids.join();
    },
  );
});
