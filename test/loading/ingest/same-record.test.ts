import t, { type Test } from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { makeHarness } from '../../helper.ts';
import { at, COUNTY, reader } from './one-county.ts';
import { clear, stored } from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);

/** Two records of a kind, and whether they are the same. */
type Pair = [name: string, one: object, two: object, same: boolean];

/** Loads the first record of every case, then the second: each case has its own parcels, ids and `mark`. */
async function checkPairs(t: Test, kind: IngestKind, cases: Pair[], mark: string): Promise<void> {
  await clear(harness);
  const own = (record: Record<string, unknown>, n: number) => {
    const values = { ...at(1), ...record };
    for (const name of ['parcel_id', 'record_id', 'document_number', 'permit_id', 'permit_number'] as const)
      if (name in values) Object.assign(values, { [name]: `${n}-${values[name as 'parcel_id']}` });
    return { ...values, [mark]: `case ${n}` };
  };
  await harness.load(
    kind,
    cases.map(([, one], n) => own({ ...one }, n)),
  );
  const report = await harness.load(
    kind,
    cases.map(([, , two], n) => own({ ...two }, n)),
  );
  const updated = cases.filter(([, , , same]) => same).length;
  t.match(report, { updated, created: cases.length - updated, unchanged: 0, duplicates: 0, rejected: 0 });
  const marks = [...(await stored(harness, kind)).values()].map((record) => record[mark]);
  for (const [n, [name, , , same]] of cases.entries())
    t.equal(marks.filter((found) => found === `case ${n}`).length, same ? 1 : 2, name);
}

t.test('two records are the same deed by their id, document number or content', async (t) => {
  const sale = { sale_date: '2020-05-06', sale_price_usd: 100_000 };
  const parties = { grantor: 'Doe, Pat', grantee: 'Roe, Kim' };
  const cases: Pair[] = [
    ['a record id, corrected', { record_id: 'r', ...sale }, { record_id: 'r', sale_price_usd: 5 }, true],
    ['a record id, another parcel', { record_id: 'r', ...sale }, { record_id: 'r', ...at(2) }, true],
    [
      'a record id of another source',
      { record_id: 'r', source: 'a', ...sale },
      { record_id: 'r', source: 'b', ...sale },
      false,
    ],
    ['another record id', { record_id: 'r', ...sale }, { record_id: 's', ...sale }, false],
    [
      'a document number, another price and date',
      { document_number: 'd1', ...sale },
      { document_number: 'd1', sale_date: '2020-05-07', sale_price_usd: 7 },
      true,
    ],
    [
      'a document number, another parcel',
      { document_number: 'd1', ...sale },
      { document_number: 'd1', ...sale, ...at(2) },
      false,
    ],
    ['the parties, another price', { ...parties, ...sale }, { ...parties, ...sale, sale_price_usd: 7 }, true],
    ['parties respelt', { ...parties, ...sale }, { grantor: 'DOE PAT', grantee: 'ROE  KIM', ...sale }, true],
    [
      'the parties under other keys',
      { ...parties, ...sale },
      { prior_owner: 'DOE PAT', new_owner: 'ROE KIM', ...sale },
      true,
    ],
    ['another buyer', { ...parties, ...sale }, { ...parties, ...sale, grantee: 'ROE TOM' }, false],
    ['another date', { ...parties, ...sale }, { ...parties, ...sale, sale_date: '2020-05-07' }, false],
    [
      'the recorded date in place of the sale date',
      { ...parties, recorded_date: '2020-05-06' },
      { ...parties, recorded_date: '2020-05-06', sale_price_usd: 5 },
      true,
    ],
    ['another county', { ...parties, ...sale }, { ...parties, ...sale, county_fips: '31055' }, false],
    ['no parties at all', sale, { ...sale, sale_price_usd: 1 }, true],
  ];
  await checkPairs(t, 'deeds', cases, 'book');
});

t.test('a corrected price changes the deed and the parcel', async (t) => {
  await clear(harness);
  const deed = { ...at(1), sale_date: '2020-05-06', grantor: 'DOE PAT', grantee: 'ROE KIM' };
  await harness.load('parcels', [at(1)]);
  for (const price of [100_000, 110_000]) {
    await harness.load('deeds', [{ ...deed, sale_price_usd: price }]);
    const { data } = await get(`${COUNTY}:p1`, '/deeds');
    t.match(data, [{ sale_price_usd: price, is_arm_length: true }]);
    t.equal(data.length, 1);
    t.match(await get(`${COUNTY}:p1`), { sale_price: price, sale_date: '2020-05-06' });
  }
});

t.test('two records are the same permit by their id, number or content', async (t) => {
  const number = { permit_number: '2020-1' };
  const cases: Pair[] = [
    ['an id as given', { permit_id: 'x', ...number }, { permit_id: 'x', permit_number: '2' }, true],
    ['another id', { permit_id: 'x', ...number }, { permit_id: 'y', ...number }, false],
    ['a number, another status', number, { ...number, permit_status: 'FINAL' }, true],
    ['a number of another jurisdiction', number, { ...number, jurisdiction_id: 'lincoln' }, false],
    ['the county as the jurisdiction', number, { ...number, jurisdiction_id: COUNTY }, true],
    ['a number on another parcel', number, { ...number, ...at(2) }, false],
    [
      'what it says',
      { permit_type: 'ROOF', filed_date: '2020-01-02' },
      { permit_type: 'ROOF', filed_date: '2020-01-02', estimated_cost: 5 },
      true,
    ],
    ['another type', { permit_type: 'ROOF' }, { permit_type: 'POOL' }, false],
    ['another date', { filed_date: '2020-01-02' }, { issued_date: '2020-01-02' }, false],
  ];
  await checkPairs(t, 'permits', cases, 'description');
});

t.test('one permit on several parcels is one record for each, under one permit id', async (t) => {
  await clear(harness);
  await harness.load('parcels', [at(1), at(2)]);
  await harness.load(
    'permits',
    [1, 2].map((n) => ({ ...at(n), permit_number: '7' })),
  );
  const [one, two] = await Promise.all(
    [1, 2].map(async (n) => (await get(`${COUNTY}:p${n}`, '/permits')).data),
  );
  t.equal(one.length, 1);
  t.equal(one[0].permit_id, two[0].permit_id);
  t.equal(one[0].id, `${one[0].permit_id}:${COUNTY}:p1`);
});

t.test('a place and a source have one risk record', async (t) => {
  await clear(harness);
  const risk = { county_fips: COUNTY, source: 'a', crime_score: 10 };
  await harness.load('risks', [risk]);
  const long = 'x'.repeat(500);
  for (const [name, record, same] of [
    ['a corrected score', { ...risk, crime_score: 11 }, true],
    ['another source', { ...risk, source: 'b' }, false],
    ['a parcel of the county', { ...risk, ...at(1) }, false],
    ['a long source', { ...risk, source: `${long}1` }, false],
    ['a source as long', { ...risk, source: `${long}2` }, false],
    ['the first of them again', { ...risk, source: `${long}1`, crime_score: 12 }, true],
  ] as const) {
    const report = await harness.load('risks', [record]);
    t.match(report, same ? { updated: 1, created: 0 } : { updated: 0, created: 1 }, name);
  }
});
