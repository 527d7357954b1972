import fc from 'fast-check';
import t from 'tap';
import type { IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { makeHarness } from '../../helper.ts';
import { holds } from '../../holds.ts';
import { runsOf } from '../../seed.ts';
import { at, COUNTY, parcel, reader } from './one-county.ts';
import { deeds, inSets, parcels, permits } from './records.ts';
import {
  clear,
  contents,
  counted,
  counts,
  csv,
  differences,
  everythingOf,
  inputFile,
  ndjson,
  rejects,
  stored,
  withoutLoads,
  writes,
} from './support.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);

const KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
const everything = () => everythingOf(harness, KINDS);

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
    { ...at(1), record_id: 'a', sale_date: '2020-01-02', sale_price_usd: 100_000, document_number: 'x1' },
    { ...at(2), record_id: 'b', sale_date: '2020-01-02', sale_price_usd: 100_000, document_number: 'x1' },
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
  const one = { ...at('a'), record_id: 'one', sale_date: '2020-01-02', document_number: 'x1' };
  const two = { ...at('b'), record_id: 'two', sale_date: '2020-01-02', document_number: 'x1' };
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

/** The rows of a batch; two batches are written at once. */
const BATCH = 2_500;

t.test('the last record of an id wins', async (t) => {
  for (const [name, known, apart] of [
    ['new, in one batch', false, 1],
    ['known before, in one batch', true, 1],
    ['known before, in different batches', true, BATCH],
  ] as const) {
    const { parcel_id } = parcel();
    if (known) await harness.load('parcels', [parcel({ parcel_id, city: 'OLD' })]);
    const between = Array.from({ length: apart }, () => parcel());
    const records = [
      parcel({ parcel_id, city: 'A', market_value: 1 }),
      ...between,
      parcel({ parcel_id, city: 'B' }),
      { ...between[0]!, city: 'SAME' },
      parcel({ parcel_id, city: 'C' }),
    ];
    const report = await harness.load('parcels', {
      files: [await inputFile(t, 'twice.ndjson', ndjson(records))],
    });
    const created = apart + (known ? 0 : 1);
    t.same(
      counts(report),
      counted({ read: records.length, created, updated: known ? 1 : 0, duplicates: 3 }),
      name,
    );
    t.match(await get(`${COUNTY}:${parcel_id}`), { city: 'C', market_value: null }, name);
  }
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
  t.match(await get(`${COUNTY}:p2`), {
    market_value: 20,
    owner_name: null,
    owner_id: null,
    entity_type: null,
  });
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
  await holds(runsOf(2), [inSets(parcels)], async (sets) => {
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
  });
});

const orders = fc.infiniteStream(fc.nat(99));

t.test('the order of files and records, and loading some twice, make no difference', async (t) => {
  const installations = inSets(fc.record({ parcels, deeds, permits }));
  await holds(2, [installations, orders], async (sets, dice) => {
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
  });
});
