import fc from 'fast-check';
import t, { type Test } from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { call, makeHarness } from '../../helper.ts';
import { runsOf } from '../../seed.ts';
import { deeds, inSets, parcels, permits, seed } from './records.ts';
import {
  clear,
  contents,
  counted,
  counts,
  csv,
  differences,
  inputFile,
  ndjson,
  rejects,
  stored,
  withoutLoads,
  writes,
} from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key();
const get = async (id: string, what = '') =>
  (await call(app, 'GET', `/api/v1/parcels/${encodeURIComponent(id)}${what}`, { key })).json();

const KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
const everything = async () =>
  Object.fromEntries(await Promise.all(KINDS.map(async (kind) => [kind, await contents(harness, kind)])));

const COUNTY = '31109';
const at = (n: number | string) => ({ county_fips: COUNTY, parcel_id: `p${n}` });

/** Records of each kind with broken values, duplicates and lines that are rejected. */
const MIXED: Record<IngestKind, Record<string, unknown>[]> = {
  parcels: [
    { ...at(1), owner_name: 'DOE PAT', market_value: -1, year_built: 3000 },
    { ...at(2), owner_name: 'ROE KIM', market_value: 'much', location: { lat: 0, lon: 0 } },
    { ...at(1), owner_name: 'DOE PAT', market_value: -2, total_assessed_value: 5 },
    { ...at(3), sale_price: 200_000, sale_date: '2012-03-04', total_assessed_value: 150_000 },
    { county_fips: '99999', parcel_id: 'nowhere' },
  ],
  deeds: [
    { ...at(1), record_id: 'a', sale_date: '2020-01-02', sale_price_usd: 100_000, document_number: 'x' },
    { ...at(2), record_id: 'b', sale_date: '2020-01-02', sale_price_usd: 100_000, document_number: 'x' },
    { ...at(3), record_id: 'c', sale_date: '1900-01-01', sale_price_usd: 90_000 },
    { ...at(3), record_id: 'c', sale_date: '2019-02-30', sale_price_usd: 95_000 },
    { county_fips: COUNTY },
  ],
  permits: [
    { ...at(1), permit_number: '1', estimated_cost: -5, filed_date: '2001-02-03' },
    { county_fips: COUNTY, permit_number: '2', contractor_name: 'ACME INC', description: 'x'.repeat(10_001) },
    { ...at(1), permit_number: '1', estimated_cost: 7, filed_date: '2001-02-03' },
    { county_fips: 7, permit_number: '3' },
  ],
  risks: [
    { county_fips: COUNTY, source: 'a', flood_score: 200 },
    { ...at(1), source: 'a', flood_score: 20, crime_score: -1 },
    { county_fips: COUNTY, source: 'b', median_aqi: 40 },
    { county_fips: 'nowhere' },
  ],
};

t.test('loading the same file twice changes nothing, and the report says so', async (t) => {
  for (const kind of KINDS) {
    const files = [await inputFile(t, `${kind}.ndjson`, ndjson(MIXED[kind]))];
    const first = await harness.load(kind, { files });
    t.ok(first.created > 0, `${kind}: the first load creates`);
    const before = { writes: await writes(harness, kind), contents: await everything() };
    const again = await harness.load(kind, { files });
    const { read, duplicates, rejected } = first;
    t.same(counts(again), counted({ read, unchanged: first.created, duplicates, rejected }), kind);
    t.same(again.rejected_by_reason, first.rejected_by_reason, `${kind}: rejected`);
    t.same(again.nulled, first.nulled, `${kind}: nulled`);
    t.same(
      (await rejects(again)).map(({ line, reason }) => [line, reason]),
      (await rejects(first)).map(({ line, reason }) => [line, reason]),
      `${kind}: rejects`,
    );
    t.equal(again.derived, 0, `${kind}: nothing is derived again`);
    t.same(await writes(harness, kind), before.writes, `${kind}: nothing is rewritten`);
    t.same(await everything(), before.contents, `${kind}: the same documents`);
  }
});

t.test('of duplicates far apart, the last one is kept, and a second load does not change it', async (t) => {
  await clear(harness);
  // A batch is 2,500 rows, and two are in progress: one duplicate is in the next batch, and one in a batch long finished.
  const fillers = (n: number, rows: number) =>
    Array.from({ length: rows }, (_, m) => ({ ...at(`f${m}`), record_id: `f${n}-${m}` }));
  const one = { ...at('a'), record_id: 'one', sale_date: '2020-01-02', document_number: 'x' };
  const two = { ...at('b'), record_id: 'two', sale_date: '2020-01-02', document_number: 'x' };
  const flagged = { sale_price_usd: 300_000, is_arm_length: true };
  const records = [
    { ...one, ...flagged },
    { ...two, ...flagged, sale_price_usd: 1 },
    ...fillers(1, 2_500),
    { ...two, sale_price_usd: -5, ...at('moved') },
    ...fillers(2, 5_000),
    { ...two, ...flagged },
  ];
  await harness.load('parcels', [at('a'), at('b'), at('moved')]);
  const files = [await inputFile(t, 'deeds.ndjson', ndjson(records))];
  const first = await harness.load('deeds', { files });
  t.same(counts(first), counted({ read: 7_504, created: 7_502, duplicates: 2 }));
  const deedOf = async (id: string) => (await get(`${COUNTY}:p${id}`, '/deeds')).data;
  t.match(await deedOf('b'), [{ sale_price_usd: 300_000, usable_for_stats: false }]);
  t.same(await deedOf('moved'), []);
  t.match(await get(`${COUNTY}:pb`), { sale_price: 300_000 });
  t.match(await get(`${COUNTY}:pmoved`), { sale_price: null });
  const state = async () => {
    const documents = await stored(harness, 'deeds');
    const times = [...documents].map(([id, { updated_at }]) => `${id} ${updated_at}`).sort();
    return { parcels: await contents(harness, 'parcels'), deeds: withoutLoads(documents), times };
  };
  const before = await state();

  const again = await harness.load('deeds', { files });
  t.same(counts(again), { ...counted({ read: 7_504, unchanged: 7_502, duplicates: 2 }) });
  t.same(again.nulled, first.nulled);
  const after = await state();
  t.same(after.parcels, before.parcels, 'the same parcels, what is derived included');
  t.same(differences(after.deeds, before.deeds), [], 'the same deeds');
  t.same(
    after.times.filter((time, n) => time !== before.times[n]),
    [],
    'no time of change moves',
  );
});

t.test('a changed record is updated, and the others are left alone', async (t) => {
  await clear(harness);
  const records = [1, 2, 3].map((n) => ({ ...at(n), owner_name: 'DOE PAT', market_value: n }));
  await harness.load('parcels', records);
  const before = await writes(harness, 'parcels');
  const { owner_name: _gone, ...changed } = { ...records[1]!, market_value: 20 };
  const report = await harness.load('parcels', [records[0]!, changed, records[2]!]);
  t.same(counts(report), counted({ read: 3, updated: 1, unchanged: 2 }));
  const after = await writes(harness, 'parcels');
  for (const n of [1, 3]) t.same(after[`${COUNTY}:p${n}`], before[`${COUNTY}:p${n}`]);
  t.notSame(after[`${COUNTY}:p2`], before[`${COUNTY}:p2`]);
  t.match(await get(`${COUNTY}:p2`), { market_value: 20, owner_name: null, owner_id: null });
});

t.test('in CSV, the same values under other names are other records', async (t) => {
  await clear(harness);
  const table = (header: string) => `${header}\n${COUNTY},p1,120000\n`;
  for (const [header, expected] of [
    ['county_fips,parcel_id,market_value', { market_value: 120_000, tax_amount: null }],
    ['county_fips,parcel_id,tax_amount', { market_value: null, tax_amount: 120_000 }],
  ] as const) {
    await harness.load('parcels', { files: [await inputFile(t, 'table.csv', table(header))] });
    t.match(await get(`${COUNTY}:p1`), expected, header);
  }
});

t.test('NDJSON, CSV and GeoJSON give the same documents', async (t) => {
  await fc.assert(
    fc.asyncProperty(inSets(parcels), async (sets) => {
      const made = sets.flatMap(({ set, move }) => set.map(({ record }) => move(record)));
      const records = made.map((record, n) => ({
        ...record,
        lat: n % 2 ? 40 + n / 8 : null,
        lon: n % 2 ? -96 : null,
      }));
      const features = records.map(({ lat, lon, ...properties }) => {
        const geometry = lat === null ? null : { type: 'Point', coordinates: [lon, lat] };
        return { type: 'Feature', properties, geometry };
      });
      const forms: [string, string][] = [
        ['x.ndjson', ndjson(records)],
        ['x.csv', csv(records)],
        ['x.geojson', JSON.stringify({ type: 'FeatureCollection', features })],
      ];
      let first: unknown;
      for (const [name, content] of forms) {
        await clear(harness);
        const report = await harness.load('parcels', { files: [await inputFile(t, name, content)] });
        t.equal(report.created, records.length);
        const found = await contents(harness, 'parcels');
        first ??= found;
        t.strictSame(found, first, name);
      }
    }),
    { seed, numRuns: runsOf(2) },
  );
});

const orders = fc.infiniteStream(fc.nat(99));

t.test('the order of files and records, and loading some twice, make no difference', async (t) => {
  const installations = inSets(fc.record({ parcels, deeds, permits }));
  await fc.assert(
    fc.asyncProperty(installations, orders, async (sets, dice) => {
      const roll = (sides: number) => dice.next().value % sides;
      const all: [IngestKind, Record<string, unknown>[][]][] = [
        ['parcels', sets.map(({ set, move }) => set.parcels.map(({ record }) => move(record)))],
        ['deeds', sets.map(({ set, move }) => set.deeds.map(move))],
        ['permits', sets.map(({ set, move }) => set.permits.map(move))],
      ];
      await clear(harness);
      for (const [kind, records] of all) await harness.load(kind, records.flat());
      const expected = await everything();

      /** Loads that together have everything once, in some order and in parts, some of them twice. */
      const mixed = () => {
        const pieces = all.flatMap(([kind, ofSets]) => {
          const cuts = ofSets.map((records) => ({ records, cut: roll(records.length + 1) }));
          return [
            { kind, records: cuts.flatMap(({ records, cut }) => records.slice(cut).reverse()) },
            { kind, records: cuts.flatMap(({ records, cut }) => records.slice(0, cut)) },
          ];
        });
        pieces.push(pieces[roll(pieces.length)]!);
        for (let n = pieces.length - 1; n > 0; n--) {
          const other = roll(n + 1);
          [pieces[n], pieces[other]] = [pieces[other]!, pieces[n]!];
        }
        return pieces;
      };
      for (const pieces of [mixed(), mixed()]) {
        await clear(harness);
        for (const { kind, records } of pieces) await harness.load(kind, records);
        t.strictSame(await everything(), expected);
      }
    }),
    { seed, numRuns: 2 },
  );
});

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
      { document_number: 'd', ...sale },
      { document_number: 'd', sale_date: '2020-05-07', sale_price_usd: 7 },
      true,
    ],
    [
      'a document number, another parcel',
      { document_number: 'd', ...sale },
      { document_number: 'd', ...sale, ...at(2) },
      false,
    ],
    [
      'the parties, a corrected price',
      { ...parties, ...sale },
      { ...parties, ...sale, sale_price_usd: 7 },
      true,
    ],
    [
      'the parties as they are spelt',
      { ...parties, ...sale },
      { grantor: 'DOE PAT', grantee: 'ROE  KIM', ...sale },
      true,
    ],
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

t.test('while several parcels have one price, no deed of the group is usable', async (t) => {
  const sale = { sale_date: '2020-05-06', sale_price_usd: 500_000 };
  const seller = { grantor: 'DOE PAT', grantee: 'ELM LLC' };
  const buyer = { grantor: 'POE SAM', grantee: 'OAK LLC' };
  // Two deeds that make a group, and the correction of the second that ends it.
  const cases: [string, object, object, object][] = [
    [
      'a document number',
      { document_number: 'd', ...sale },
      { document_number: 'd', ...sale },
      { document_number: 'e' },
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
      { document_number: 'd', ...sale },
      { document_number: 'd', ...sale },
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
