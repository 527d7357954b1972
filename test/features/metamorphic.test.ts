import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { clear } from '../ingest/support.ts';
import { runsOf, seedOf } from '../seed.ts';
import { randomNumbers } from './search/slow-search.ts';

const SEED = seedOf(20260606);
t.comment(`seed ${SEED}`);

const random = randomNumbers(SEED);
const whole = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!;

const COUNTIES = ['31109', '31055', '37183', '33009'];
const STATES = ['31', '37', '33'];
const OWNERS = [
  ...[
    'ALDER HOMES LLC',
    'Alder Homes, L.L.C.',
    'BIRCH LAND INC',
    'CEDAR FAMILY TRUST',
    'DOGWOOD PARTNERS LP',
  ],
  ...[
    "ELM & O'DELL CO",
    'FIRST CHURCH OF ELM',
    'WOOD ANNA',
    'WOOD ANNA B',
    'Wood, Anna',
    'HILL BEN',
    'CITY OF LINCOLN',
  ],
];
const PARTIES = [
  'ASH ADA',
  'BAY BOB',
  'ELM EVE',
  'OAK FLIPS LLC',
  'Oak Flips, L.L.C.',
  'YEW HOMES INC',
  null,
];
const BUILDERS = [
  'ROOF-IT INC',
  'Roof-It, Inc.',
  'ROOF IT',
  "O'NEIL DECKS",
  'A & B PAVING LLC',
  'OWNER',
  null,
];

const parcels = Array.from({ length: 700 }, (_, n) => ({
  county_fips: pick(COUNTIES),
  parcel_id: `p${n}`,
  street: `${n} Elm St`,
  owner_name: random() < 0.05 ? null : pick(OWNERS),
  mailing_address: pick(['9 Far Rd', `${n} Elm St`, null]),
  mailing_state: pick(['NE', 'NV', 'NC']),
  total_assessed_value: random() < 0.2 ? null : pick([0, 1, 50_000, 50_000, whole(1, 900_000)]),
  zoning: pick(['R-1', 'r-2', 'C 1', null]),
  zoning_category: pick(['residential', 'commercial', 'mixed', null]),
  acreage: pick([0.25, 1, null]),
}));
const deeds = Array.from({ length: 900 }, (_, n) => {
  const { county_fips, parcel_id } = pick(parcels.slice(0, 160));
  return {
    county_fips,
    parcel_id,
    record_id: `r${n}`,
    document_number: random() < 0.05 ? `shared ${whole(0, 9)}` : `d${n}`,
    sale_date: random() < 0.05 ? null : `${whole(2019, 2022)}-0${whole(1, 9)}-1${whole(0, 9)}`,
    sale_price_usd: pick([0, 500, 90_000, 120_000, whole(50_000, 400_000)]),
    grantor: pick(PARTIES),
    grantee: pick(PARTIES),
    days_on_market: pick([null, 10, 25]),
  };
});
const permits = Array.from({ length: 400 }, (_, n) => {
  const { county_fips, parcel_id } = pick(parcels);
  return {
    county_fips,
    parcel_id,
    permit_number: `n${whole(0, 380)}-${n % 3}`,
    contractor_name: pick(BUILDERS),
    estimated_cost: pick([null, 0, 100, whole(1, 90_000)]),
    filed_date: pick([null, '2020-02-03', '2021-05-06']),
    permit_type: pick(['Building', 'Electrical', null]),
  };
});
// A later record of the same id would win, so that the order of loading would count.
const distinct = [
  ...new Map(
    permits.map((one) => [`${one.permit_number} ${one.county_fips} ${one.parcel_id}`, one]),
  ).values(),
];
const RECORDS = { parcels, deeds, permits: distinct };
type Loaded = keyof typeof RECORDS;
const KINDS: Loaded[] = ['parcels', 'deeds', 'permits'];

const harness = await makeHarness(t);
for (const kind of KINDS) await harness.load(kind, RECORDS[kind]);
const app = await harness.app();
const key = await harness.key({ tier: 'license' });

type Row = Record<string, unknown>;
type Query = Record<string, string | number | boolean>;

async function get(path: string, query: Query = {}) {
  const url = `/api/v1/${path}?${new URLSearchParams(query as never)}`;
  const answer = await call(app, 'GET', url, { key });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} to ${url}`);
  return answer.json();
}

/** A paged route with its filters, each a value or none, and what tells a row. */
interface Route {
  path: string;
  always?: Query;
  filters: Record<string, (string | number | boolean)[]>;
  id: (row: Row) => string;
  /** Counts that the rows of a ranking add up: a narrower filter never makes one larger. */
  counts?: string[];
}
const AREA = { county_fips: COUNTIES, state_fips: STATES };
const ENTITIES = {
  ...AREA,
  entity_type: ['LLC', 'CORP', 'TRUST', 'LP'],
  search: ['alder', 'e', "o'd", ' & ', 'L.L.C', 'zz'],
  min_value: [1, 50_000, 400_000],
  zoning: ['r-', 'C', 'mixed', '1'],
};
const FLIPS = { ...AREA, flip_tier: ['quick', 'standard', 'long'], min_profit: [-50_000, 0, 30_000.5] };
const ROUTES: Record<string, Route> = {
  absentee: {
    path: 'deals/absentee',
    filters: { ...AREA, min_value: [0, 50_000, 400_000.5], out_of_state: [true] },
    id: ({ id }) => `${id}`,
  },
  flips: { path: 'deals/flips', filters: FLIPS, id: (row) => JSON.stringify(row) },
  flippers: {
    path: 'deals/flips',
    always: { view: 'flippers' },
    filters: FLIPS,
    id: ({ owner_id }) => `${owner_id}`,
    counts: ['flip_count', 'quick_count', 'counties', 'total_buy_volume'],
  },
  contractors: {
    path: 'deals/contractors',
    always: { min_permits: 1 },
    filters: {
      search: ['roof', 'o', "'n", ' & ', 'inc.', 'zz'],
      state: ['NE', 'NC', 'NH'],
      min_value: [1, 100, 900_000],
    },
    id: ({ contractor_id }) => `${contractor_id}`,
    counts: ['permit_count', 'valued_permit_count', 'total_permit_value'],
  },
  entities: { path: 'deals/entities', always: { search: 'e' }, filters: ENTITIES, id: ({ id }) => `${id}` },
  'top entities': {
    path: 'deals/entities',
    always: { top: true },
    filters: ENTITIES,
    id: ({ owner_id, entity_class }) => `${owner_id} ${entity_class}`,
    counts: ['property_count', 'counties'],
  },
  'market counties': {
    path: 'market/counties',
    always: { quarter: '2021Q2' },
    filters: { state_fips: STATES, min_sales: [1, 3, 8, 20] },
    id: ({ county_fips }) => `${county_fips}`,
    counts: ['sale_count'],
  },
  'owner properties': { path: 'owners/alder%20homes%20llc/properties', filters: {}, id: ({ id }) => `${id}` },
};

/** A question of a route with some of its filters. */
function questionOf({ always, filters }: Route): fc.Arbitrary<Query> {
  const values = Object.entries(filters).map(([name, list]) => [
    name,
    fc.option(fc.constantFrom(...list), { nil: null }),
  ]);
  return fc.record(Object.fromEntries(values)).map((chosen) => ({
    ...always,
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== null)),
  })) as fc.Arbitrary<Query>;
}

/** Every row of a question. */
async function all(path: string, query: Query): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  for (let offset = 0; offset <= 2_000; offset += 500) {
    const page = await get(path, { ...query, limit: 500, offset });
    rows.push(...page.data);
    if (rows.length >= page.total) return { rows, total: page.total };
  }
  throw new Error('more rows than were loaded');
}

t.test('there is something to filter', async (t) => {
  for (const [name, { path, always }] of Object.entries(ROUTES)) {
    const { rows, total } = await all(path, always ?? {});
    t.equal(rows.length, total);
    t.ok(total >= 3, `${total} rows of ${name}`);
  }
});

for (const [name, route] of Object.entries(ROUTES)) {
  const { path, id, counts = [] } = route;
  if (Object.keys(route.filters).length > 0) {
    t.test(`${name}: a narrower filter returns a part of what the wider one does`, async (t) => {
      const pairs = questionOf(route).chain((query) =>
        fc
          .subarray(Object.keys(query).filter((one) => !(one in (route.always ?? {}))))
          .map((dropped) => [
            query,
            Object.fromEntries(Object.entries(query).filter(([one]) => !dropped.includes(one))),
          ]),
      );
      await fc.assert(
        fc.asyncProperty(pairs, async ([narrow, wide]) => {
          const [some, more] = [await all(path, narrow!), await all(path, wide!)];
          const text = `${JSON.stringify(narrow)} of ${JSON.stringify(wide)}`;
          if (some.total > more.total)
            throw new Error(`${some.total} in place of at most ${more.total}: ${text}`);
          const known = new Map(more.rows.map((row) => [id(row), row]));
          for (const row of some.rows) {
            const same = known.get(id(row));
            if (!same) throw new Error(`${id(row)} is new: ${text}`);
            for (const count of counts) {
              if ((row[count] as number) > (same[count] as number) + 0.01)
                throw new Error(`${count} is larger: ${text}`);
            }
          }
        }),
        { seed: SEED, numRuns: runsOf(40) },
      );
      t.pass('pairs');
    });
  }

  t.test(`${name}: pages one after another are the whole`, async (t) => {
    const whole = fc.tuple(questionOf(route), fc.integer({ min: 1, max: 60 }));
    await fc.assert(
      fc.asyncProperty(whole, async ([query, size]) => {
        const { rows, total } = await all(path, query);
        const limit = Math.max(size, Math.ceil(total / 12));
        const found: Row[] = [];
        for (let offset = 0; offset < total + limit; offset += limit) {
          const page = await get(path, { ...query, limit, offset });
          if (page.total !== total) throw new Error(`a total of ${page.total} in place of ${total}`);
          found.push(...page.data);
        }
        if (JSON.stringify(found) !== JSON.stringify(rows))
          throw new Error(`${JSON.stringify(query)} by ${limit}`);
      }),
      { seed: SEED, numRuns: runsOf(12) },
    );
    t.pass('wholes');
  });
}

t.test('market: ascending is descending reversed, but for the unknown ones, which stay last', async (t) => {
  const quarters = ['2019Q1', '2020Q2', '2021Q3', '2022Q1'];
  for (const sort of ['sale_count', 'median_price', 'yoy_change', 'county_name']) {
    for (const quarter of quarters) {
      const [asc, desc] = await Promise.all(
        ['asc', 'desc'].map(
          async (order): Promise<Row[]> => (await get('market/counties', { sort, order, quarter })).data,
        ),
      );
      const known = (rows: Row[]) => rows.filter((row) => row[sort] !== null);
      t.same(known(asc!), known(desc!).toReversed(), `${sort} in ${quarter}`);
      for (const rows of [asc!, desc!]) {
        t.same(rows.slice(0, known(rows).length), known(rows), `${sort} in ${quarter}: unknown ones last`);
      }
      const values = known(asc!).map((row) => row[sort] as number);
      t.ok(
        values.every((value, n) => n === 0 || value >= values[n - 1]!),
        `${sort} in ${quarter} rises`,
      );
    }
  }
});

/** Questions to all ten routes. */
const EVERYTHING: [string, Query][] = [
  ...Object.values(ROUTES).map(({ path, always }): [string, Query] => [path, { ...always, limit: 500 }]),
  ...STATES.map((state_fips): [string, Query] => ['market/trends', { state_fips }]),
  ...STATES.map((state_fips): [string, Query] => ['deals/entities', { state_fips, top: true, limit: 500 }]),
  ...['quick', 'long'].map((flip_tier): [string, Query] => ['deals/flips', { view: 'flippers', flip_tier }]),
  ['deals/flips', { view: 'flippers', min_profit: 1 }],
  ['deals/contractors', { state: 'NE', limit: 500 }],
  ['market/counties', {}],
  ['owners/search', { q: 'wo', limit: 100 }],
  ['owners/search', { q: 'homes', limit: 100 }],
  ...['wood%20anna', 'ALDER%20HOMES%20LLC', 'City%20of%20Lincoln'].flatMap((name): [string, Query][] => [
    [`owners/${name}`, {}],
    [`owners/${name}/portfolio`, {}],
    [`owners/${name}/properties`, { limit: 500 }],
  ]),
  ['coverage', {}],
];

/** All answers, without the time of the load. */
async function answers(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [path, query] of EVERYTHING) {
    const text = JSON.stringify(await get(path, query), (name, value) =>
      name === 'updated_at' ? undefined : value,
    );
    found.set(`${path} ${JSON.stringify(query)}`, text);
  }
  return found;
}

const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);

t.test(
  'another order of files and records, pieces, and everything twice give the same answers',
  async (t) => {
    const expected = await answers();
    t.ok(expected.size >= 25, `${expected.size} questions`);
    const check = async (what: string) => {
      const found = await answers();
      for (const [question, text] of expected) t.equal(found.get(question), text, `${what}: ${question}`);
    };
    for (const kind of KINDS) await harness.load(kind, RECORDS[kind]);
    await check('everything twice');

    await clear(harness);
    for (const kind of KINDS.toReversed()) await harness.load(kind, RECORDS[kind].toReversed());
    await check('permits, deeds, parcels, each backwards');

    await clear(harness);
    const pieces = KINDS.flatMap((kind) => {
      const records = shuffled<Row>(RECORDS[kind]);
      const cut = whole(1, records.length - 2);
      return [records.slice(0, cut), records.slice(cut)].map((piece) => ({ kind, piece }));
    });
    for (const { kind, piece } of shuffled(pieces)) await harness.load(kind, piece);
    await check('two pieces of each kind in a mixed order');

    const wrong = {
      parcels: { owner_name: 'BIRCH LAND INC', total_assessed_value: 7 },
      deeds: { sale_price_usd: 77_777, grantee: 'BAY BOB' },
      permits: { contractor_name: 'ROOF-IT', estimated_cost: 7 },
    };
    for (const kind of KINDS) {
      await harness.load(
        kind,
        RECORDS[kind].slice(0, 150).map((record) => ({ ...record, ...wrong[kind] })),
      );
    }
    t.not(
      JSON.stringify([...(await answers())]),
      JSON.stringify([...expected]),
      'mistakes change the answers',
    );
    for (const kind of KINDS) await harness.load(kind, RECORDS[kind]);
    await check('mistakes and their corrections');
  },
);
