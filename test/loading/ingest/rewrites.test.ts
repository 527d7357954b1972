import t from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { makeHarness } from '../../helper.ts';
import { at, COUNTY, reader } from './one-county.ts';
import { clear, writes } from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);
const parcel = (n: number | string) => get(`${COUNTY}:p${n}`);

t.test('updated_at changes with every key that is returned, and only then', async (t) => {
  await clear(harness);
  const value = { total_assessed_value: 200_000, sale_price: 100_000, sale_date: '2010-01-01' };
  await harness.load('parcels', [{ ...at(1), ...value }, { ...at(2), ...value }, at(3)]);
  const sale = { sale_date: '2012-01-01', sale_price_usd: 150_000 };
  const deed = (n: number, more = {}) => ({ ...at(n), record_id: `d${n}`, ...sale, ...more });
  const deedsOf = async (n: number) => (await get(`${COUNTY}:p${n}`, '/deeds')).data;
  type Answer = Record<string, unknown>;
  /** Loads, and returns which of the answers changed; checks that `updated_at` moved for exactly those. */
  const moved = async (kind: IngestKind, records: Record<string, unknown>[]) => {
    const read = async (): Promise<Answer[]> =>
      (await Promise.all([1, 2, 3].map(async (n) => [await parcel(n), ...(await deedsOf(n))]))).flat();
    const before = new Map((await read()).map((one) => [one.id, one]));
    await harness.load(kind, records);
    const changed: unknown[] = [];
    for (const after of await read()) {
      const was = before.get(after.id);
      if (!was) continue;
      const { updated_at: _a, ...now } = after;
      const { updated_at: _b, ...then } = was;
      const differs = JSON.stringify(now) !== JSON.stringify(then);
      t.equal(String(after.updated_at) > String(was.updated_at), differs, `${after.id} ${differs}`);
      if (differs) changed.push(after.parcel_id);
    }
    return changed;
  };
  t.same(
    await moved('deeds', [deed(1, { grantee: 'ALDER ANN', document_number: 'x1' })]),
    ['p1', 'p2'],
    'sale, grantee, and the scores of both',
  );
  t.same(await moved('permits', [{ ...at(3), permit_number: '1' }]), [], 'a permit that no score knows');
  const [before] = await deedsOf(1);
  t.same(
    await moved('deeds', [deed(2, { document_number: 'x1' }), deed(3, { document_number: 'x1' })]),
    ['p1', 'p2', 'p3'],
    'the parcels of the deeds, and the deed that they make unusable: the median moves no score',
  );
  const [after] = await deedsOf(1);
  t.same([before.usable_for_stats, after.usable_for_stats], [true, false]);
  t.equal((await parcel(1)).updated_at < after.updated_at, true, 'not its parcel');
});

t.test('a load rewrites only what it affects', async (t) => {
  await clear(harness);
  const counties = [COUNTY, '31055'];
  const made = counties.flatMap((county_fips) =>
    [1, 2, 3, 4, 5].map((n) => ({
      ...at(n),
      county_fips,
      total_assessed_value: 100_000 * n,
      sale_price: 100_000,
      sale_date: '2010-01-01',
      year_built: 1950,
    })),
  );
  await harness.load('parcels', made);
  const deed = (n: number, price: number, more = {}) => ({
    ...at(n),
    record_id: `d${n}`,
    sale_date: '2012-01-01',
    sale_price_usd: price,
    ...more,
  });
  const id = (n: number) => `${COUNTY}:p${n}`;
  const all = [1, 2, 3, 4, 5].map(id);
  // The records loaded, and the parcels that are written.
  const cases: [string, IngestKind, Record<string, unknown>[], string[]][] = [
    ['a deed that leaves the median', 'deeds', [deed(5, 90_000)], [id(5)]],
    ['the same again', 'deeds', [deed(5, 90_000)], []],
    ['a deed whose correction tells the parcel nothing', 'deeds', [deed(5, 90_000, { book: '7' })], []],
    ['a deed of a parcel that is not loaded', 'deeds', [deed(99, 90_000)], []],
    ['a deed that moves to another parcel', 'deeds', [deed(5, 90_000, at(4))], [id(4), id(5)]],
    ['a deed that moves the median, and the scores above it', 'deeds', [deed(3, 150_000)], [3, 4, 5].map(id)],
    ['the first permit', 'permits', [{ ...at(1), permit_number: '1' }], all],
    ['the second', 'permits', [{ ...at(2), permit_number: '2', filed_date: '2022-01-01' }], [id(2)]],
    ['a parcel', 'parcels', [{ ...made[0]!, year_built: 1951 }], [id(1)]],
  ];
  let before = await writes(harness, 'parcels');
  for (const [name, kind, records, expected] of cases) {
    await harness.load(kind, records);
    const after = await writes(harness, 'parcels');
    const version = (of: unknown) => (of as { version: number }).version;
    const changed = Object.keys(after).filter((id) => version(after[id]) !== version(before[id]));
    t.same(changed.sort(), [...expected].sort(), name);
    before = after;
  }
});
