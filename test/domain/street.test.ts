import fc from 'fast-check';
import t from 'tap';
import { compareStreets, matchStreets, normalizeStreet, sameStreet } from '../../src/domain/address.ts';
import { holds } from '../holds.ts';
import { grouped } from '../listed.ts';
import { ASSESSORS_FORMS, C1_FORMS } from './publication-28.ts';

const KEYS: readonly [street: string, key: string][] = [
  ...grouped<string>(`
    120 W ELM ST: 120 West Elm Street · 120 w. elm st.
    120 ELM AVE: 0120 ELM AVENUE
    36 N 48 ST: 36 N 48TH ST · 36 NORTH FORTY-EIGHTH STREET
    48 ST: 48TH ST · 48 ST
    1: FIRST
    15 W 2 ST: 15 W SECOND ST
    12 21 AVE: 12 TWENTY FIRST AVE
    12 90 AVE: 12 NINETIETH AVE
    58 S 7 CT: 58 S 7TH STREET CT
    100 N ST: 100 NORTH ST
    100 N N ST: 100 N NORTH ST
    1234 S ST: 1234 S ST
    1234 W O ST: 1234 W O ST
    1234 NW 12 ST: 1234 N W 12TH ST
    1234 NW 12: 1234 NORTH WEST 12TH
    1234 N W ST: 1234 N W ST
    13 GREENWOOD AVE N: 13 GREENWOOD AVENUE NORTH
    13 AVE N: 13 AVENUE N
    22 ST MARYS ST: 22 SAINT MARYS ST · 22 ST MARY'S ST
    1 MEDICAL CTR CT: ONE MEDICAL CENTER CT
    72 HWY 6: 72 HIGHWAY 6
    95 COUNTY RD B: 95 COUNTY ROAD B
    95 COUNTY RD 12: 95 COUNTY ROAD 12
    11-35 41 AVE: 11-35 41ST AVE
    12 1/2 ELM ST: 12 1/2 ELM ST
    12 WINSTON HOLW RD: 12 WINSTON-HOLLOW RD
    12 ELM ST: 12 ELM ST APT 4 · 12 ELM ST, UNIT #B105 · 12 ELM ST #E · 12 ELM ST # 12 · 12 ELM ST STE LL
      · 12 ELM ST 3RD FLOOR · 12 ELM ST REAR · 12 ELM ST NO 3 · 12 ELM ST TH5 · 12 ELM ST TH 5
      · 12 ELM ST UNIT11 · 12 ELM ST-UNIT 2 · 12 ELM ST FRNT · UNIT 3 12 ELM ST
      · C/O 1ST PIKE BANK 12 ELM ST · 12 ELM ST C/O PAT QUILL · 12 ELM ST % PAT QUILL
    30 WOLD RD: 30 WOLD RD 402
    30 WOLD RD N: 30 WOLD RD N 402
    12 N 48 ST: APT 4B, 12 N 48TH ST
    86 STATE RTE 4A: 86 NH ROUTE 4A 20UP
    695 QUILL COLLEGE HWY: 695 QUILL COLLEGE HWY 5
    12 COUNTY RD 40: 12 CR 40 · 12 CR40
    12 N COUNTY RD 400 E: 12 N CR 400 E
    NE N COUNTY RD 12: NORTH E N CR 12
    12 COUNTY RD B: 12 CR B
    12 TOWNSHIP RD 40: 12 TR 40
    12 QUILL CIR: 12 QUILL CR · 12 QUILL CR 5
    12 QUILL CIR N: 12 QUILL CR N
    12 LA SALLE LN: 12 LA SALLE LA
    12 W HWY 34: 12 W 34 HIGHWAY
    12 HWY 6: 12 HY 6
    8 N WENTWORTH AVE: 8 NO WENTWORTH AVE
    8 WENTWORTH AVE S: 8 WENTWORTH AVE SO
    20 WOLD RD: 20 WOLD RD C58
    12 UNIT RD: 12 UNIT RD
    12 FLOOR ST: 12 FLOOR ST
    12 LOT RD: 12 LOT RD
    85 S E ST: 85 S EAST ST PO BOX 172
    PO BOX 9610: P.O. BOX 9610
    PO BOX 9: PO DRAWER 9 · Post Office Box 9
    19 W MARTEL RD: Attn: PAT QUILL 19 W MARTEL RD
    55 S 10 ST: Attn: QUILL, PIKE & CO - TRUSTEES 55 S 10 ST RM 205
    PO BOX 54: C/O STORE #29 PO BOX 54 · PO BOX 54 ATTN TAX DEPT
  `),
  ['C/O PAT QUILL', ''],
  ['', ''],
  [' , ', ''],
];

t.test('streets get their normalized form for comparison', async (t) => {
  for (const [street, key] of KEYS) t.equal(normalizeStreet(street), key, street);
});

const PAIRS: readonly [a: string, b: string, same: boolean][] = [
  ['61 S 32ND ST', '61 S 32 ST', true],
  ['18 SUMMERS ST', '18 SUMMERS', true],
  ['45 W GARLAND ST', '45 GARLAND ST', true],
  ['45 GARLAND ST N', '45 GARLAND ST', true],
  ['45 W GARLAND ST', '45 GARLAND', true],
  ['12 ELM ST APT 4', '12 ELM ST APT 5', true],
  ['21 N 75TH CT', '21 N 75 STREET CT', true],
  ['20 PARK VISTA ST', '20 PARKVISTA', true],
  ['43 HILL TOP ROAD', '43 HILLTOP RD', true],
  ['12 N 1 ST', '12 N 11 ST', false],
  ['5200 FERN BANK WAY', '5200 FERNBANK WAY', true],
  ['71 NORTH GLEN DR', '71 N GLEN DR', true],
  ['17 NORTH TRAIL DR', '17 N TRAIL DR', true],
  ['12 N STREET CT', '12 N ST CT', true],
  ['21 VILLAGE VIEW DR', '21 VILLAGE VIEW', true],
  ['100 S MAIN ST', '100 MAIN ST S', true],
  ['100 S MAIN ST', '100 MAIN ST N', false],
  ['100 S MAIN ST', '100 N MAIN ST', false],
  ['12 ELM ST', '12 ELM AVE', false],
  ['12 ELM ST', '14 ELM ST', false],
  ['12 ELM ST', '12 OAK ST', false],
  ['12 ELM ST', 'ELM ST', false],
  ['1234 S ST', '1234 SOUTH ST', true],
  ['12 N EAST ST', '12 NORTH E ST', true],
  ['12 EAST ST', '12 WEST ST', false],
  ['12 SAINT OSWIN AVE', '12 ST OSWIN AVE', true],
  ['12 KING HILL', '12 KINGHILL RD', true],
  ['12 KING HILL RD', '12 KINGHILL DR', false],
  ['12 SOUTH GATE BLVD', '12 SOUTHGATE BLVD', true],
  ['12 S GATE BLVD', '12 SOUTHGATE BLVD', true],
  ['12 S GATE BLVD', '12 NORTHGATE BLVD', false],
  ['12 QUILL CR', '12 QUILL CIRCLE', true],
  ['12 CR 40', '12 CO RD 40', true],
  ['12 CR 40', '12 CIRCLE 40', false],
  ['12 US HIGHWAY 6', '12 HWY 6', true],
  ['12 NH ROUTE 120', '12 RTE 120', true],
  ['12 STATE HWY 6', '12 ST HWY 6', true],
  ['12 STATE HWY 6', '12 US HWY 6', false],
  ['12 US HIGHWAY 6', '12 HWY 8', false],
  ['12 BANK ST EXT', '12 BANK ST', true],
  ['12 BANK ST EXT', '12 BANK EXT', true],
  ['12 BANK ST EXT', '12 BANK RD', false],
  ['12 BRAEMAR RD', '12 BRAEMER RD', false],
  ['20 S 51 ST', '20 S 51 STREET CT', false],
  ['48 S 58TH ST', '48 S 56 ST', false],
  ['PO BOX 9', 'P O BOX 9', true],
  ['PO BOX 9', 'PO BOX 19', false],
  ['', '', false],
];

t.test('streets are compared; a suffix or direction on one side only is ignored', async (t) => {
  for (const [a, b, same] of PAIRS) {
    t.equal(sameStreet(a, b), same, `${a} / ${b}`);
    t.equal(sameStreet(b, a), same, `${b} / ${a}`);
  }
  t.equal(compareStreets('C/O PAT QUILL', '12 ELM ST'), null, 'a line without a street is not an answer');
});

t.test('every form in appendix C1 and in assessors’ usage has one spelling', async (t) => {
  t.ok(C1_FORMS.length > 500, `${C1_FORMS.length} forms`);
  for (const [form, short] of [...C1_FORMS, ...ASSESSORS_FORMS]) {
    t.equal(normalizeStreet(`12 QUILL ${form}`), `12 QUILL ${short}`, form);
    t.equal(normalizeStreet(`12 QUILL ${form} N`), `12 QUILL ${short} N`, `${form} before a direction`);
  }
});

t.test('names one letter apart are near if number and suffix are equal', async (t) => {
  const cases: readonly [a: string, b: string, match: string][] = [
    ['12 BRAEMAR RD', '12 BRAEMER RD', 'near'],
    ['12 BRAEMAR RD', '12 BRAEMARS', 'near'],
    ['12 BRAEMAR RD APT 4', '12 BRAEMER RD', 'near'],
    ['12 SUNNY HILL RD', '12 SUNNY HILLS RD', 'near'],
    ['12 KING HILL RD', '12 KINGHIL RD', 'near'],
    ['12 BRAEMAR RD', '12 BREAMAR RD', 'other'],
    ['12 BRAEMAR RD', '14 BRAEMER RD', 'other'],
    ['12 BRAEMAR RD', '12 BRAEMER DR', 'other'],
    ['12 N BRAEMAR RD', '12 S BRAEMER RD', 'other'],
    ['BRAEMAR RD', 'BRAEMER RD', 'other'],
    ['12 A ST', '12 B ST', 'other'],
    ['12 AVENUE K', '12 AVENUE L', 'other'],
    ['12 COUNTY ROAD A', '12 COUNTY ROAD B', 'other'],
    ['12 1ST ST', '12 2ND ST', 'other'],
    ['12 11TH ST', '12 1ST ST', 'other'],
  ];
  for (const [a, b, match] of cases) {
    t.equal(matchStreets(a, b), match, `${a} / ${b}`);
    t.equal(matchStreets(b, a), match, `${b} / ${a}`);
  }
});

const DIRECTIONS: readonly (readonly string[])[] = [
  [''],
  ['N', 'NORTH', 'N.', 'n', 'North'],
  ['E', 'EAST', 'E.'],
  ['SW', 'SOUTHWEST', 'S.W.', 'S W', 'SOUTH WEST'],
];
const NAMES: readonly (readonly string[])[] = [
  ['ELM', 'Elm', 'elm'],
  ['KING HILL', 'KINGHILL', 'KING-HILL', 'King  Hill'],
  ["ST MARY'S", 'SAINT MARYS', 'St. Marys'],
  ['MT OSWIN', 'MOUNT OSWIN'],
  ['48TH', '48', 'FORTY-EIGHTH', 'FORTY EIGHTH'],
  ['FIRST', '1ST', '1'],
  ['TWENTIETH', '20TH'],
  ['EAST', 'E', 'East'],
  ['PARK', 'PK', 'PRK'],
];
const FORMS = [...C1_FORMS, ...ASSESSORS_FORMS];
// A trailer is both a unit and a suffix.
const SUFFIXES = new Set(FORMS.map(([, short]) => short).filter((short) => short !== 'TRLR'));
const SUFFIX_SPELLINGS = [...SUFFIXES].map((short) =>
  FORMS.filter(([, other]) => other === short).map(([form]) => form),
);
const UNITS = [
  ' APT 3',
  ' #3',
  ' # 3',
  ' NO 3',
  ' TH5',
  ' UNIT11',
  ' UNIT B',
  '-UNIT 2',
  ', STE 200',
  ' 3RD FLOOR',
];

/** A street in two spellings of its direction, name and suffix. */
const twice = fc
  .tuple(
    fc.constantFrom(...DIRECTIONS),
    fc.constantFrom(...NAMES),
    fc.constantFrom(...SUFFIX_SPELLINGS),
    fc.boolean(),
  )
  .chain(([direction, name, suffix, behind]) => {
    const one = fc
      .tuple(fc.constantFrom(...direction), fc.constantFrom(...name), fc.constantFrom(...suffix))
      .map(([a, b, c]) => `12 ${behind ? `${b} ${c} ${a}` : `${a} ${b} ${c}`}`.trim());
    return fc.tuple(one, one);
  });

t.test('a street is the same under any spelling of its direction, ordinal and suffix', async () => {
  await holds(5000, [twice], ([a, b]) => sameStreet(a, b));
});

t.test('a unit never changes whether streets are the same', async () => {
  await holds(3000, [twice, twice, fc.constantFrom(...UNITS)], ([a, same], [b], unit) => {
    return sameStreet(a + unit, same) && matchStreets(a + unit, b) === matchStreets(a, b);
  });
  const plain = fc.constantFrom(
    '12 ELM ST',
    '12 ELM AVE N',
    '12 N 48TH CIR',
    '12 KING HILL RD S',
    '12 OSWIN CR',
  );
  await holds(100, [plain, plain, fc.constantFrom('3', '402', 'B12', '4A')], (a, b, unit) => {
    return sameStreet(`${a} ${unit}`, b) === (a === b);
  });
});

const word = fc.constantFrom(
  ...'12 12A 1/2 0 48TH 48 FIRST TWENTY 1ST ONE N S E W NW NORTH EAST ELM OAK ST STREET SAINT AVE RD CT HWY ROUTE CR LA TR HY NO SO CO US NH'.split(
    ' ',
  ),
  ..."COUNTY EXT TH5 402 TOWNSHIP PO BOX DRAWER APT UNIT STE # #4 4 B FL FLOOR LOT REAR PH C/O ATTN: % , . - / ' PARK HILL é".split(
    ' ',
  ),
);
const streets = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((list) => list.join(' ')),
  fc.string({ unit: 'binary' }),
);

t.test('normalizing twice changes nothing', async () => {
  await holds(5000, [streets], (street) => {
    const once = normalizeStreet(street);
    return normalizeStreet(once) === once;
  });
});

t.test('comparing is symmetric, and a street equals itself and its comparison form', async () => {
  await holds(3000, [streets, streets], (a, b) => compareStreets(a, b) === compareStreets(b, a));
  await holds(3000, [streets], (street) => {
    const expected = normalizeStreet(street) === '' ? null : true;
    return (
      compareStreets(street, street) === expected &&
      compareStreets(street, normalizeStreet(street)) === expected
    );
  });
});
