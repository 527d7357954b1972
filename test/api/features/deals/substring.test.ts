import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { each, listed } from '../../../listed.ts';
import { runsOf, seedOf } from '../../../seed.ts';

const SEED = seedOf(20260303);
t.comment(`seed ${SEED}`);

const LANCASTER = '31109';
const WAKE = '37183';

/** Names with everything that people type into names; each gets a number, so that no two are one owner or contractor. */
const STEMS = [
  ...listed(String.raw`
    O'BRIEN & SONS · SMITH-JONES BUILDERS · A.B.C. ROOFING · Æther Électrique · PEÑA HERMANOS · JOSÉ ŁUKASZ ·
    STAR * PAVING · WHO? HOMES · BACK\SLASH DECKS · HALF/HALF · 100% SIDING · PLUS+MINUS · #1 PLUMBING ·
    ROOF 🏠 WORKS · 🏠🏡 HOMES · QUOTE "Q" HEATING · PAREN (TX) · BRACKET [A-Z] · CURLY {2} · PIPE|PIPE ·
    aaaaaaaa · abababab · aab aab · STRASSE STRAßE · ΟΔΟΣ ΣΑΣ · İSTANBUL IŞIK · 李明 建築 · Ж Ж ·
    UNDER_SCORE · TILDE~ · COLON: X · SEMI; Y · COMMA, Z · LT <B> GT · DOLLAR $ · AT@HOME · CARET^2 · A B C D`),
  'E\u0301TUDE',
];
const named = (stem: string, number: number) => `${stem} ${number}`;
const NAMES = [
  ...STEMS,
  ...STEMS.map((stem) => stem.toLowerCase()),
  ...STEMS.map((stem) => `THE ${stem}`),
].map(named);
const CODES = [
  ...each(String.raw`R-1 R1 r-1a C'2 C* M? X\Y A.B É-1 COMMERCIAL [A-Z] T(4) ~`),
  'PUD 🏠',
  null,
];

const harness = await makeHarness(t);
await harness.load(
  'permits',
  NAMES.map((contractor_name, n) => ({ county_fips: LANCASTER, permit_number: `s${n}`, contractor_name })),
);
await harness.load(
  'parcels',
  NAMES.map((name, n) => ({
    county_fips: LANCASTER,
    parcel_id: `s${n}`,
    owner_name: `${name} LLC`,
    zoning: CODES[n % CODES.length],
    zoning_category: ['commercial', 'mixed', null][n % 3],
    total_assessed_value: n,
  })),
);
const app = await harness.app();
const key = await harness.key({ tier: 'license' });

type Row = Record<string, unknown>;
type Page = { data: Row[]; total: number; summary: { entity_count: number } };

async function get(path: string, query: Record<string, string | number>): Promise<Page> {
  const answer = await call(app, 'GET', `/api/v1/${path}?${new URLSearchParams(query as never)}`, { key });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(query)}`);
  return answer.json();
}
const contractors = (query: Record<string, string | number>) =>
  get('deals/contractors', { min_permits: 1, limit: 500, ...query });
const entities = (query: Record<string, string | number>) => get('deals/entities', { limit: 500, ...query });

/** Whether `text` contains `part`, as a reader of the documentation would compute it. */
const holds = (text: unknown, part: string) =>
  typeof text === 'string' && text.toLowerCase().includes(part.toLowerCase());

/** Throws unless the values of a key are these, in any order. */
function same(page: Page, name: string, expected: unknown[], asked: unknown): void {
  const found = page.data.map((row) => row[name]).sort();
  const wanted = [...expected].sort();
  if (page.total !== wanted.length || JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${JSON.stringify(asked)}: total ${page.total}, ${found} in place of ${wanted}`);
  }
}

const swapCase = (text: string) =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');

/** Substrings of some texts in several cases, and strings that may be in none of them. */
function pieces(texts: string[]): fc.Arbitrary<string> {
  const piece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.oneof(fc.integer({ min: 1, max: 4 }), fc.nat({ max: 30 })))
    .map(([text, from, length]) => {
      const points = [...text];
      const start = from % points.length;
      return points.slice(start, start + Math.max(1, length)).join('');
    });
  const cased = fc
    .tuple(piece, fc.constantFrom('as it is', 'lower', 'upper', 'swapped'))
    .map(([text, how]) =>
      how === 'lower'
        ? text.toLowerCase()
        : how === 'upper'
          ? text.toUpperCase()
          : how === 'swapped'
            ? swapCase(text)
            : text,
    );
  const marks = fc.string({
    unit: fc.constantFrom(...`-'&. *?\\"%_()[]{}|~🏠éÉßσς1aA`),
    minLength: 1,
    maxLength: 4,
  });
  return fc.oneof({ weight: 4, arbitrary: cased }, { weight: 1, arbitrary: marks });
}

t.test('names are kept as they were loaded', async (t) => {
  same(await contractors({}), 'contractor_name', NAMES, 'contractors');
  same(
    await entities({ state_fips: '31' }),
    'owner_name',
    NAMES.map((name) => `${name} LLC`),
    'entities',
  );
  t.ok(NAMES.length > 100 && NAMES.length <= 500, `${NAMES.length} names, all on one page`);
});

/** Substrings that are easy to get wrong, each in one or several names. */
const PARTS = [
  ...each(String.raw`a A - ' & . * ? \ % + # " ( [ { | ~ _ 🏠 / é É ß ss SS ñ ł Æ 李 Ж ж i̇ İ σ ς Σ`),
  ...[' ', 'e\u0301', '\u0301', '& ', ' &', '* ', '? ', '🏡 ', 'e ', ' 1', ' llc'],
  ...each(String.raw`o' 'b -j h- .b c. \s 🏠🏡 [a "q 0% o'b back\slash who? w*o wh?? [a-z]`),
  ...each('aaaaaaaa aaaaaaaaa abab bab baba abaab ροοφ'),
  ...listed(
    "o'brien & s · smith-jones · a.b.c. r · star * pav · who? h · aab aab · 李明 建 · roof 🏠 works 13",
  ),
];

t.test('contractors are found by any substring in any case', async (t) => {
  for (const search of PARTS) {
    same(
      await contractors({ search }),
      'contractor_name',
      NAMES.filter((name) => holds(name, search)),
      search,
    );
  }
  await fc.assert(
    fc.asyncProperty(pieces(NAMES), async (search) => {
      const expected = NAMES.filter((name) => holds(name, search));
      same(await contractors({ search }), 'contractor_name', expected, search);
    }),
    { seed: SEED, numRuns: runsOf(120) },
  );
  t.pass('each search finds what String.includes finds');
});

t.test('entities are found by any substring of the owner name, as parcels and as a ranking', async (t) => {
  const owners = NAMES.map((name) => `${name} LLC`);
  for (const search of PARTS) {
    const expected = owners.filter((name) => holds(name, search));
    same(await entities({ search }), 'owner_name', expected, search);
    const top = await entities({ search, top: 'true' });
    same(top, 'owner_name', expected, `top ${search}`);
    t.equal(top.summary.entity_count, expected.length, `the summary of ${search}`);
  }
  await fc.assert(
    fc.asyncProperty(pieces(owners), fc.boolean(), async (search, top) => {
      const expected = owners.filter((name) => holds(name, search));
      same(await entities({ search, ...(top ? { top: 'true' } : {}) }), 'owner_name', expected, search);
    }),
    { seed: SEED, numRuns: runsOf(120) },
  );
  t.pass('each search finds what String.includes finds');
});

t.test('entities are found by any substring of the zoning code or category', async (t) => {
  const all = (await entities({ state_fips: '31' })).data;
  const wanted = (part: string) =>
    all.filter(({ zoning, zoning_category }) => holds(zoning, part) || holds(zoning_category, part));
  t.ok(wanted('mixed').length > 10 && wanted('-').length > 10, 'codes and categories');
  const texts = [...CODES.filter((code) => code !== null), 'commercial', 'mixed', 'residential'];
  const check = async (zoning: string) => {
    same(
      await entities({ state_fips: '31', zoning }),
      'id',
      wanted(zoning).map(({ id }) => id),
      zoning,
    );
    const top = await entities({ top: 'true', zoning });
    same(
      top,
      'owner_id',
      wanted(zoning).map(({ owner_id }) => owner_id),
      `top ${zoning}`,
    );
  };
  for (const part of [' ', ...each(String.raw`* ? \ m? c* r- - ' . [a-z] 🏠 É COMM ixe r*1 ~`)])
    await check(part);
  await fc.assert(fc.asyncProperty(pieces(texts), check), { seed: SEED, numRuns: runsOf(60) });
});

const permit = (permit_number: string, contractor_name: string, more: Row = {}) => ({
  county_fips: WAKE,
  permit_number,
  contractor_name,
  ...more,
});
const only = async (query: Record<string, string | number>) => (await contractors(query)).data;

t.test('one contractor in several spellings is one profile', async (t) => {
  const spellings = listed(`
    Quarry Ridge Bldrs, Inc. · Quarry Ridge Bldrs, Inc. · Quarry Ridge Bldrs, Inc. ·
    QUARRY RIDGE BLDRS INC · QUARRY RIDGE BLDRS INC · quarry ridge bldrs · Quarry-Ridge Bldrs LLC ·
    QUARRY RIDGE BLDRS CO., INC. · Quárry Ridge Bldrs · QUARRY RIDGE BLDRS C/O PAT DOE
  `);
  const license = (n: number) => (n < 4 ? 'L-1' : n < 6 ? 'L-2' : null);
  await harness.load(
    'permits',
    spellings.map((name, n) =>
      permit(`q${n}`, name, {
        contractor_license: license(n),
        estimated_cost: [100.25, 0, null, 50][n % 4],
        permit_type: n % 3 ? 'Building' : 'Electrical',
        jurisdiction_id: n % 2 ? 'wake' : 'apex',
        [n % 2 ? 'filed_date' : 'issued_date']: `2020-01-${String(10 + n)}`,
      }),
    ),
  );
  const [profile, ...others] = await only({ search: 'quarry' });
  t.same(others, []);
  t.match(profile, {
    contractor_name: 'Quarry Ridge Bldrs, Inc.',
    contractor_license: 'L-1',
    permit_count: 10,
    valued_permit_count: 5,
    total_permit_value: 400.75,
    avg_permit_value: 80.15,
    jurisdictions: ['apex', 'wake'],
    states: ['NC'],
    permit_types: { Building: 6, Electrical: 4 },
    first_permit_date: '2020-01-10',
    last_permit_date: '2020-01-19',
  });
  for (const search of [
    ...new Set(spellings),
    'quárry',
    'quarry-ridge',
    'co., inc',
    'c/o pat',
    'BLDRS LLC',
  ]) {
    t.match(await only({ search }), [{ contractor_id: profile!.contractor_id }], `found by ${search}`);
  }
  t.same(await only({ search: 'inc.quarry' }), [], 'a search does not run from one spelling into the next');
  t.same(await only({ search: 'bldrsquarry' }), []);
});

t.test('placeholders are not contractors', async (t) => {
  const before = (await contractors({})).total;
  const nobody = listed(`OWNER · Homeowner · SELF · N/A · none · TBD · Unknown · SELF CONTRACTOR · -- · LLC`);
  await harness.load(
    'permits',
    nobody.flatMap((name, n) => [1, 2, 3].map((time) => permit(`n${n}-${time}`, name))),
  );
  t.equal((await contractors({})).total, before);
  for (const search of ['owner', 'self', 'n/a', 'tbd']) t.same(await only({ search }), [], search);
});

t.test('with a state, the figures are those of the state', async (t) => {
  const work = (n: number, county_fips: string, cost: number, filed_date: string) =>
    permit(`m${n}`, n % 2 ? 'MESA DRYWALL' : 'Mesa Drywall LLC', {
      county_fips,
      estimated_cost: cost,
      filed_date,
    });
  await harness.load('permits', [
    work(1, LANCASTER, 10, '2019-01-01'),
    work(2, '31055', 20, '2020-01-01'),
    work(3, WAKE, 70, '2021-01-01'),
    work(5, WAKE, 30, '2018-01-01'),
    work(7, WAKE, 0, '2017-01-01'),
  ]);
  const search = 'mesa';
  t.match(await only({ search }), [
    {
      permit_count: 5,
      total_permit_value: 130,
      avg_permit_value: 32.5,
      states: ['NC', 'NE'],
      first_permit_date: '2017-01-01',
    },
  ]);
  t.match(await only({ search, state: 'ne' }), [
    {
      permit_count: 2,
      valued_permit_count: 2,
      total_permit_value: 30,
      avg_permit_value: 15,
      jurisdictions: ['31055', LANCASTER],
      states: ['NE'],
      first_permit_date: '2019-01-01',
      last_permit_date: '2020-01-01',
    },
  ]);
  t.match(await only({ search, state: 'NC' }), [
    { permit_count: 3, valued_permit_count: 2, total_permit_value: 100 },
  ]);
  t.same(await only({ search, state: 'KS' }), []);
  t.same(await only({ search, state: 'NE', min_permits: 3 }), [], 'the least number is the state’s');
  t.same(await only({ search, state: 'NC', min_value: 101 }), [], 'so is the least value');
  t.equal((await only({ search, state: 'NC', min_value: 100, min_permits: 3 })).length, 1);
});

t.test('a permit on several parcels counts once', async (t) => {
  const on = (permit_number: string, parcel_id: string) =>
    permit(permit_number, 'TERRACE GLASS', { parcel_id, estimated_cost: 1_000, permit_type: 'Building' });
  await harness.load('permits', [
    on('t1', 'a'),
    on('t1', 'b'),
    on('t2', 'c'),
    on('t1', 'd'),
    on('t2', 'e'),
    on('t3', 'a'),
  ]);
  t.match(await only({ search: 'terrace' }), [
    { permit_count: 3, total_permit_value: 3_000, avg_permit_value: 1_000, permit_types: { Building: 3 } },
  ]);
  const elsewhere = { ...on('t1', 'a'), jurisdiction_id: 'another town' };
  await harness.load('permits', [{ ...elsewhere, parcel_id: 'z' }]);
  t.match(
    await only({ search: 'terrace' }),
    [{ permit_count: 4 }],
    'the same number of another town is another permit',
  );
});
