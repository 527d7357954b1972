import fc from 'fast-check';
import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { each, listed } from '../../../listed.ts';
import { runsOf } from '../../../seed.ts';

const LANCASTER = '31109';

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
const { app, key } = await harness.api({ tier: 'license' });

type Row = Record<string, unknown>;
type Page = { data: Row[]; total: number; summary: { entity_count: number } };

const get = async (path: string, query: Record<string, string | number>): Promise<Page> =>
  (await call(app, 'GET', `/api/v1/${path}?${new URLSearchParams(query as never)}`, { key })).ok();
const contractors = (query: Record<string, string | number>) =>
  get('deals/contractors', { min_permits: 1, limit: 500, ...query });
const entities = (query: Record<string, string | number>) => get('deals/entities', { limit: 500, ...query });

/** Whether `text` contains `part`, as a reader of the documentation would compute it. */
const includes = (text: unknown, part: string) =>
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

t.test('contractors are found by any substring in any case', async () => {
  for (const search of PARTS) {
    same(
      await contractors({ search }),
      'contractor_name',
      NAMES.filter((name) => includes(name, search)),
      search,
    );
  }
  await holds(runsOf(120), [pieces(NAMES)], async (search) => {
    const expected = NAMES.filter((name) => includes(name, search));
    same(await contractors({ search }), 'contractor_name', expected, search);
  });
});

t.test('entities are found by any substring of the owner name, as parcels and as a ranking', async (t) => {
  const owners = NAMES.map((name) => `${name} LLC`);
  for (const search of PARTS) {
    const expected = owners.filter((name) => includes(name, search));
    same(await entities({ search }), 'owner_name', expected, search);
    const top = await entities({ search, top: 'true' });
    same(top, 'owner_name', expected, `top ${search}`);
    t.equal(top.summary.entity_count, expected.length, `the summary of ${search}`);
  }
  await holds(runsOf(120), [pieces(owners), fc.boolean()], async (search, top) => {
    const expected = owners.filter((name) => includes(name, search));
    same(await entities({ search, ...(top ? { top: 'true' } : {}) }), 'owner_name', expected, search);
  });
});

t.test('entities are found by any substring of the zoning code or category', async (t) => {
  const all = (await entities({ state_fips: '31' })).data;
  const wanted = (part: string) =>
    all.filter(({ zoning, zoning_category }) => includes(zoning, part) || includes(zoning_category, part));
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
  await holds(runsOf(60), [pieces(texts)], check);
});
