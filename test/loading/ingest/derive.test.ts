import fc from 'fast-check';
import t from 'tap';
import { deriveAgain, type IngestKind } from '../../../src/loading/ingest/ingest.ts';
import { aliasOf } from '../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../helper.ts';
import { runsOf } from '../../seed.ts';
import { deeds, inSets, parcels, permits, type Source, seed } from './records.ts';
import { type Expected, expectedParcels, expectedUsable, type Part, WEIGHTS } from './reference.ts';
import { clear, writes } from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app({ BURST_SCALE: '10000000', LIMIT_SCALE: '100000000' });
const key = await harness.key();
const get = async (id: string, what = '') =>
  (await call(app, 'GET', `/api/v1/parcels/${encodeURIComponent(id)}${what}`, { key })).json();

const COUNTY = '31109';
const at = (n: number | string) => ({ county_fips: COUNTY, parcel_id: `p${n}` });
const parcel = (n: number | string) => get(`${COUNTY}:p${n}`);
const today = () => new Date().toISOString().slice(0, 10);

t.test('a parcel shows its own sale or that of a deed, whichever is newer', async (t) => {
  const own = { sale_price: 200_000, sale_date: '2015-06-01' };
  const deed = { record_id: 'a', sale_date: '2015-06-02', sale_price_usd: 90_000 };
  const none = { sale_price: null, sale_date: null, sale_arms_length: null };
  const ofOwn = { ...own, sale_arms_length: true };
  const ofDeed = { sale_price: 90_000, sale_date: '2015-06-02', sale_arms_length: true };
  // The record's own sale, the deeds, and what is shown.
  const cases: [string, object, object[], object][] = [
    // For all cases of which sale is shown, see test/domain/parcel-sale.test.ts.
    ['neither', {}, [], none],
    ['its own', own, [], ofOwn],
    ['its own for nothing', { ...own, sale_price: 0 }, [], { ...none, sale_date: '2015-06-01' }],
    ['a newer deed', own, [deed], ofDeed],
    ['an older deed', own, [{ ...deed, sale_date: '2015-05-31' }], ofOwn],
    [
      'a newer deed that is not a sale',
      own,
      [{ ...deed, document_type: 'QUIT CLAIM DEED' }],
      { ...ofDeed, sale_arms_length: false },
    ],
    [
      'a deed dated by its recording',
      own,
      [{ ...deed, sale_date: null, recorded_date: '2015-07-01' }],
      { ...ofDeed, sale_date: '2015-07-01' },
    ],
    [
      'the newest of several',
      {},
      [
        deed,
        { ...deed, record_id: 'b', sale_date: '2016-01-01', sale_price_usd: 95_000 },
        { ...deed, record_id: 'c', sale_date: '2014-01-01' },
      ],
      { sale_price: 95_000, sale_date: '2016-01-01', sale_arms_length: true },
    ],
    [
      'of two on one day the one recorded later',
      {},
      [
        { ...deed, recorded_date: '2015-06-20', sale_price_usd: 1_000 },
        { ...deed, record_id: 'b', recorded_date: '2015-06-19' },
      ],
      { sale_price: 1_000, sale_date: '2015-06-02', sale_arms_length: false },
    ],
    [
      'its own, bought by a city',
      { ...own, owner_name: 'CITY OF LINCOLN' },
      [],
      { ...ofOwn, sale_arms_length: false },
    ],
    [
      'its own for a dollar',
      { ...own, sale_price: 1 },
      [],
      { ...ofOwn, sale_price: 1, sale_arms_length: false },
    ],
  ];
  await clear(harness);
  await harness.load(
    'parcels',
    cases.map(([, own], n) => ({ ...at(n), ...own })),
  );
  await harness.load(
    'deeds',
    cases.flatMap(([, , deeds], n) => deeds.map((deed) => ({ ...at(n), ...deed, source: `case ${n}` }))),
  );
  for (const [n, [name, , , expected]] of cases.entries()) {
    const { sale_price, sale_date, sale_arms_length } = await parcel(n);
    t.same({ sale_price, sale_date, sale_arms_length }, expected, name);
  }
});

t.test(
  'the value gap is the assessed value over the last price, against the median of the county',
  async (t) => {
    await clear(harness);
    const sold = (n: number, assessed: number) => ({
      ...at(n),
      total_assessed_value: assessed,
      sale_price: 100_000,
      sale_date: '2010-01-01',
    });
    const gaps = async (...parcels: number[]) =>
      Promise.all(parcels.map(async (n) => (await parcel(n)).deal_score_parts.value_gap?.points ?? null));

    await harness.load('parcels', [
      sold(1, 100_000),
      sold(2, 150_000),
      { ...at(3), total_assessed_value: 90_000 },
    ]);
    // The ratios are 1 and 1.5, the median 1.25.
    t.same(await gaps(1, 2, 3), [0, 5, null], 'an even number of parcels');
    await harness.load('parcels', [sold(4, 120_000), { ...sold(5, 500_000), county_fips: '31055' }]);
    t.same(
      await gaps(1, 2, 4),
      [0, 6.25, 0],
      'an odd number: the others are scored again; other counties are not affected',
    );
    await harness.load('deeds', [{ ...at(3), sale_date: '2012-01-01', sale_price_usd: 45_000 }]);
    // The ratios are 1, 1.2, 1.5 and 2, the median 1.35.
    t.same(await gaps(1, 2, 3, 4), [0, 2.7778, 12.037, 0], 'a deed changes the median');
    await harness.load('deeds', [
      { ...at(1), sale_date: '2013-01-01', sale_price_usd: 50_000, document_number: 'x' },
      { ...at(3), sale_date: '2013-01-01', sale_price_usd: 50_000, document_number: 'x' },
      { ...at(3), sale_date: '2012-01-01', sale_price_usd: 900 },
    ]);
    t.same(await gaps(1, 3), [5.303, 2.2727], 'one price of several parcels counts: 2 and 1.8 against 1.65');
    await harness.load(
      'parcels',
      [1, 2, 3, 4].map((n) => ({ ...at(n), sale_price: 100_000 })),
      { replace: true },
    );
    t.same(await gaps(1, 2, 3, 4), [null, null, null, null], 'no parcel has both');
  },
);

t.test(
  '"no permit in 15 years" counts only once a permit of the county names a parcel that is loaded',
  async (t) => {
    await clear(harness);
    const old = { year_built: 1950 };
    const permit = { permit_number: '1', filed_date: '2021-01-01' };
    const points = async (...parcels: number[]) =>
      Promise.all(parcels.map(async (n) => (await parcel(n)).deal_score_parts.permits?.points ?? null));

    await harness.load('parcels', [
      { ...at(1), ...old },
      { ...at(2), ...old },
      { ...at(3), year_built: 2015 },
      at(4),
    ]);
    await harness.load('permits', [
      { county_fips: COUNTY, ...permit },
      { ...at(9), ...permit, permit_number: '2' },
      { ...at(1), ...permit, county_fips: '31055' },
    ]);
    t.same(
      await points(1, 2, 3, 4),
      [null, null, null, null],
      'permits without a parcel, of one not loaded, elsewhere',
    );
    await harness.load('parcels', [{ ...at(9), ...old }]);
    t.same(await points(1, 2, 3, 4, 9), [10, 10, 0, null, 0], 'then its parcel is loaded');
    await harness.load('permits', [
      { ...at(1), ...permit, permit_number: '3', filed_date: null, issued_date: '2019-01-01' },
      { ...at(2), ...permit, permit_number: '4', filed_date: '2001-01-01' },
    ]);
    t.same(await points(1, 2), [0, 10], 'an issued date where none was filed, and a permit of long ago');
    await harness.load('permits', [
      { ...at(1), ...permit, permit_number: '3', issued_date: '1999-01-01', filed_date: null },
    ]);
    t.same(await points(1), [10], 'a corrected date');
    await harness.load('parcels', [{ ...at(7), ...old }], { replace: true, allowShrink: true });
    t.same(await points(7), [null], 'no permit names a parcel of the new records');
  },
);

t.test('the newest grantee is that of the newest deed that names one', async (t) => {
  await clear(harness);
  await harness.load('parcels', [at(1), at(2), at(3)]);
  const deed = (n: number, record_id: string, rest: object) => ({ ...at(n), record_id, ...rest });
  const shown = async (n: number) => {
    const { latest_grantee, latest_deed_date } = await parcel(n);
    return [latest_grantee, latest_deed_date];
  };
  t.same(await shown(1), [null, null], 'no deed');
  await harness.load('deeds', [
    deed(1, 'a', { sale_date: '2020-01-05', recorded_date: '2020-01-01', grantee: 'ALDER ANN' }),
    deed(1, 'b', { sale_date: '2020-01-03', grantee: 'BIRCH BEN' }),
    deed(1, 'c', { recorded_date: '2021-01-01' }),
    deed(1, 'd', { recorded_date: '2019-01-01', grantee: 'CEDAR CAL', sale_price_usd: 90_000 }),
    deed(2, 'e', { grantee: 'DOGWOOD DOT' }),
    deed(3, 'f', { recorded_date: '2021-01-01', grantor: 'ELM EVE' }),
  ]);
  t.same(
    await shown(1),
    ['BIRCH BEN', '2020-01-03'],
    'whatever the price; a deed that names nobody is passed over',
  );
  t.same(await shown(2), ['DOGWOOD DOT', null], 'an undated deed when there is no other');
  t.same(await shown(3), [null, null], 'only the grantor is named');
  await harness.load('deeds', [deed(1, 'b', { sale_date: '2018-01-03', grantee: 'BIRCH BEN' })]);
  t.same(await shown(1), ['ALDER ANN', '2020-01-01'], 'a corrected date');
});

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
    await moved('deeds', [deed(1, { grantee: 'ALDER ANN', document_number: 'x' })]),
    ['p1', 'p2'],
    'sale, grantee, and the scores of both',
  );
  t.same(await moved('permits', [{ ...at(3), permit_number: '1' }]), [], 'a permit that no score knows');
  const [before] = await deedsOf(1);
  t.same(
    await moved('deeds', [deed(2, { document_number: 'x' }), deed(3, { document_number: 'x' })]),
    ['p1', 'p2', 'p3'],
    'the parcels of the deeds, and the deed that they make unusable: the median moves no score',
  );
  const [after] = await deedsOf(1);
  t.same([before.usable_for_stats, after.usable_for_stats], [true, false]);
  t.equal((await parcel(1)).updated_at < after.updated_at, true, 'not its parcel');
});

t.test(
  'deeds that several parcels make unusable are found among many, however many change at once',
  async (t) => {
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
  },
);

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

t.test(
  'deeds of a placeholder county are listed for the only parcel with their number, and have no other effect',
  async (t) => {
    await clear(harness);
    const value = { total_assessed_value: 100_000 };
    await harness.load('parcels', [
      { ...at(1), ...value },
      { ...at(2), ...value },
      { ...at(2), ...value, county_fips: '31055' },
      { ...at(1), ...value, county_fips: '37183' },
    ]);
    const before = await writes(harness, 'parcels');
    const sale = { sale_date: '2020-01-01', sale_price_usd: 150_000, document_number: 'd' };
    await harness.load('deeds', [
      { county_fips: '31000', parcel_id: 'p1', ...sale },
      { state_fips: '31', county_fips: '000', parcel_id: 'p2', ...sale },
      { county_fips: '31000', parcel_id: 'p9', ...sale },
      { county_fips: '31999', parcel_id: 'p1', ...sale, sale_date: '2019-01-01' },
    ]);
    t.match(
      (await get(`${COUNTY}:p1`, '/deeds')).data,
      ['31000', '31999'].map((county_fips) => ({ county_fips, parcel_id: 'p1', usable_for_stats: false })),
      'with the county as published, in their place by date',
    );
    t.equal((await get('31000:p1', '/deeds')).code, 'not_found', 'the placeholder is no parcel');
    t.same((await get(`${COUNTY}:p2`, '/deeds')).data, [], 'two parcels of the state have this number');
    t.same((await get('37183:p1', '/deeds')).data, [], 'another state');
    t.same(await writes(harness, 'parcels'), before, 'no parcel is written');
    t.match(await parcel(1), { sale_price: null, deal_score_parts: { held: null, value_gap: null } });

    const real = { ...at(1), ...sale, document_number: 'e' };
    await harness.load('deeds', [
      real,
      { county_fips: '31000', parcel_id: 'p3', ...sale, document_number: 'e' },
    ]);
    t.same(
      (await get(`${COUNTY}:p1`, '/deeds')).data
        .map((deed: Source) => [deed.document_number, deed.usable_for_stats])
        .sort(),
      [
        ['d', false],
        ['d', false],
        ['e', true],
      ],
      'a placeholder deed makes no group with those of a real county',
    );
    await harness.load('parcels', [{ ...at(1), county_fips: '31055' }]);
    t.same((await get(`${COUNTY}:p1`, '/deeds')).data.length, 1, 'no longer the only parcel of that number');
  },
);

/** What is wrong with a parcel's derived keys, in words; empty when everything is right. */
function complaints(found: Record<string, unknown>, expected: Expected): string[] {
  const wrong: string[] = [];
  for (const name of ['sale_price', 'sale_date', 'sale_arms_length', 'latest_deed_date'] as const) {
    if (found[name] !== expected[name]) wrong.push(`${name} is ${found[name]}, not ${expected[name]}`);
  }
  if (!expected.latest_grantees.includes(found.latest_grantee as string | null))
    wrong.push(`latest_grantee is ${found.latest_grantee}, not ${expected.latest_grantees}`);
  // Found values are rounded to a unit; the reference is exact.
  const near = (value: number | null, exact: number | null, unit: number) =>
    value === null || exact === null
      ? value === exact
      : Math.abs(value - exact) <= unit / 2 + 1e-9 &&
        Math.abs(value / unit - Math.round(value / unit)) < 1e-6;
  if (!near(found.deal_score as number | null, expected.score, 0.1))
    wrong.push(`deal_score is ${found.deal_score}, not ${expected.score}`);
  const parts = found.deal_score_parts as Record<Part, { points: number; weight: number } | null>;
  for (const part of Object.keys(WEIGHTS) as Part[]) {
    const { points, weight } = parts[part] ?? { points: null, weight: WEIGHTS[part] };
    if (!near(points, expected.points[part], 0.0001) || weight !== WEIGHTS[part])
      wrong.push(`${part} is ${points} of ${weight}, not ${expected.points[part]}`);
  }
  return wrong;
}

/** Without deeds of a parcel on the same day, which only their ids would order. */
const apart = (all: Source[]) => {
  const seen = new Set<string>();
  return all.filter((deed) => {
    const day = deed.sale_date ?? deed.recorded_date;
    const moment = `${deed.county_fips}:${deed.parcel_id} ${day} ${deed.recorded_date}`;
    return !seen.has(moment) && seen.add(moment);
  });
};

t.test(
  'whatever is loaded, in whatever order, parts and corrections, the figures are those of a plain count',
  async (t) => {
    const dice = fc.infiniteStream(fc.nat(99));
    const installation = fc.record({ made: parcels, allDeeds: deeds, first: deeds, permits });
    await fc.assert(
      fc.asyncProperty(inSets(installation), dice, async (sets, dice) => {
        const roll = (sides: number) => dice.next().value % sides;
        const all = sets.map(({ set, move }) => {
          const made = set.made.map(({ mail, record }) => ({ mail, record: move(record) }));
          // Most deeds are of loaded parcels, so that they have an effect.
          const placed = set.allDeeds.map((one) => {
            const deed = move(one);
            const { county_fips, parcel_id } = roll(5) ? made[roll(made.length)]!.record : deed;
            return { ...deed, county_fips, parcel_id };
          });
          const deeds = apart(placed);
          // Records before a correction: with the same ids, and random values in them.
          const ids = new Set(deeds.map((deed) => deed.record_id));
          const wrong = set.first.map(move).filter((deed) => ids.has(deed.record_id));
          return { made, deeds, wrong, permits: set.permits.map(move) };
        });
        const made = all.flatMap(({ made }) => made);
        const deeds = all.flatMap(({ deeds }) => deeds);
        const wrong = all.flatMap(({ wrong }) => wrong);
        const permits = all.flatMap(({ permits }) => permits);
        const pieces: [IngestKind, Record<string, unknown>[]][] = [];
        for (const [kind, ofSets] of [
          ['parcels', all.map(({ made }) => made.map(({ record }) => record))],
          ['deeds', all.map(({ deeds }) => deeds)],
          ['permits', all.map(({ permits }) => permits)],
        ] as [IngestKind, Record<string, unknown>[][]][]) {
          const cuts = ofSets.map((records) => ({ records, cut: roll(records.length + 1) }));
          for (const piece of [
            cuts.flatMap(({ records, cut }) => records.slice(0, cut)),
            cuts.flatMap(({ records, cut }) => records.slice(cut)),
          ])
            pieces.splice(roll(pieces.length + 1), 0, [kind, piece]);
        }
        const firstDeeds = pieces.findIndex(([kind]) => kind === 'deeds');
        pieces.splice(roll(firstDeeds + 1), 0, ['deeds', wrong]);

        const day = today();
        await clear(harness);
        for (const [kind, piece] of pieces) if (piece.length > 0) await harness.load(kind, piece);
        const parcelsWanted = expectedParcels(made, deeds, permits, day);
        const usable = expectedUsable(deeds);
        const found: string[] = [];
        for (const [id, expected] of parcelsWanted) {
          found.push(...complaints(await get(id), expected).map((complaint) => `${id}: ${complaint}`));
          for (const deed of (await get(id, '/deeds')).data) {
            if (deed.usable_for_stats !== usable.get(deed.book))
              found.push(`${id}: deed ${deed.book} is ${deed.usable_for_stats ? 'usable' : 'not usable'}`);
          }
        }
        // After midnight, the figures are those of another day.
        fc.pre(day === today());
        if (found.length > 0) throw new Error(found.join('\n'));
      }),
      { seed, numRuns: runsOf(6), interruptAfterTimeLimit: 60_000 },
    );
    t.pass('as counted');
  },
);
