import t from 'tap';
import { deriveAgain } from '../../../src/loading/ingest/ingest.ts';
import { aliasOf } from '../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../helper.ts';
import { at, COUNTY } from './one-county.ts';
import type { Source } from './records.ts';
import { clear, stored } from './support.ts';

const harness = await makeHarness(t);

t.test('while several parcels have one price, no deed of the group is usable', async (t) => {
  const sale = { sale_date: '2020-05-06', sale_price_usd: 500_000 };
  const seller = { grantor: 'DOE PAT', grantee: 'ELM LLC' };
  const buyer = { grantor: 'POE SAM', grantee: 'OAK LLC' };
  // Two deeds that make a group, and the correction of the second that ends it.
  const cases: [string, object, object, object][] = [
    [
      'a document number',
      { document_number: 'd1', ...sale },
      { document_number: 'd1', ...sale },
      { document_number: 'e1' },
    ],
    ['a seller', { ...sale, grantor: 'DOE PAT' }, { ...sale, ...seller }, { sale_price_usd: 400_000 }],
    ['a buyer', { ...sale, ...buyer }, { ...sale, grantee: 'Oak L.L.C.' }, { sale_date: '2020-05-07' }],
    [
      'by the recorded date',
      { recorded_date: '2020-05-06', sale_price_usd: 9_000, ...seller },
      { recorded_date: '2020-05-06', sale_price_usd: 9_000, ...seller },
      { grantor: 'X Y', grantee: 'Z W' },
    ],
    [
      'the correction puts it on the same parcel',
      { document_number: 'd1', ...sale },
      { document_number: 'd1', ...sale },
      { parcel_id: 'p1' },
    ],
  ];
  await clear(harness);
  // Each case is in its own county, and groups are within one county.
  const deedOf = (n: number, which: 1 | 2, record: object) => ({
    ...at(which),
    county_fips: ['31001', '31003', '31005', '31007', '31009'][n]!,
    record_id: `${n}-${which}`,
    book: `${n}-${which}`,
    ...record,
  });
  const usable = async () =>
    Object.fromEntries(
      [...(await stored(harness, 'deeds')).values()].map((deed) => [
        deed.book,
        [deed.usable_for_stats, deed.is_arm_length],
      ]),
    );
  const check = async (what: string, one: boolean, two?: boolean) => {
    const found = await usable();
    for (const [n, [name]] of cases.entries()) {
      t.same(found[`${n}-1`], [one, true], `${name}: ${what}, the first`);
      if (two === undefined) t.notOk(`${n}-2` in found);
      else t.same(found[`${n}-2`], [two, true], `${name}: ${what}, the second`);
    }
  };
  const load = (records: (one: (typeof cases)[number], n: number) => Record<string, unknown>) =>
    harness.load('deeds', cases.map(records));
  const second = ([, , two]: (typeof cases)[number], n: number) => deedOf(n, 2, two);
  await load(([, one], n) => deedOf(n, 1, one));
  await check('alone', true);
  await load(second);
  await check('together', false, false);
  await load(([, , two, correction], n) => deedOf(n, 2, { ...two, ...correction }));
  await check('corrected', true, true);
  await load(second);
  await check('together again', false, false);
  await harness.load('deeds', [{ ...at(1), ...sale, book: 'several', parcel_count: 3 }]);
  t.same((await usable()).several, [false, true], 'the publisher counts several parcels');
});

t.test('deeds that several parcels make unusable are found among many, however many change', async (t) => {
  await clear(harness);
  await harness.load('parcels', [at(0)]);
  const sale = (n: number) => ({ sale_date: '2012-01-01', sale_price_usd: 150_000 + n });
  /** Each fifth deed has its neighbor's document number; for each tenth, the neighbor is on the same parcel. */
  const deedsBy = (shift: number) =>
    Array.from({ length: 1_200 }, (_, n) => ({
      ...at(n % 10 === 1 ? n - 1 : n),
      ...sale(n),
      record_id: `r${n}`,
      document_number: n % 5 === 1 ? `x${n - 1 + shift}` : `x${n}`,
    }));
  const { client, config, target } = harness;
  const index = aliasOf(config.INDEX_PREFIX, 'deeds');
  const unusable = async () => {
    await client.indices.refresh({ index });
    const query = { term: { usable_for_stats: false } };
    const { hits } = await client.search<Source>({
      index,
      query,
      size: 5_000,
      _source: ['document_number'],
    });
    return hits.hits.map(({ _source }) => _source!.document_number).sort();
  };
  const wanted = (shift: number) => {
    const all = deedsBy(shift);
    const parcelsOf = Map.groupBy(all, ({ document_number }) => document_number);
    return all
      .map(({ document_number }) => document_number)
      .filter((number) => new Set(parcelsOf.get(number)!.map(({ parcel_id }) => parcel_id)).size > 1)
      .sort();
  };
  await harness.load('deeds', deedsBy(0));
  t.same(await unusable(), wanted(0), 'a first load');
  t.ok(wanted(0).length > 200, 'there are many');
  await harness.load('deeds', deedsBy(1));
  t.same(await unusable(), wanted(1), 'fewer than half changed');

  await client.updateByQuery({
    index,
    refresh: true,
    query: { prefix: { 'internal.parcel': `${COUNTY}:p1` } },
    script: { source: 'ctx._source.usable_for_stats = !ctx._source.usable_for_stats' },
  });
  t.notSame(await unusable(), wanted(1));
  await deriveAgain(target, { all: true });
  t.same(await unusable(), wanted(1), 'everything again');
});
