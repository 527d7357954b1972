import fc from 'fast-check';
import t from 'tap';
import type { Mailing, Situs } from '../../src/domain/absentee.ts';
import { absentee } from '../../src/domain/absentee.ts';

const HOME: Situs = { street: '12 ELM ST', city: 'QUILLTON', state: 'NE', zip: '68508' };
const MAIL: Mailing = { ...HOME, country: null };

type Case = [
  why: string,
  situs: Partial<Situs>,
  mailing: Partial<Mailing>,
  absentee: boolean | null,
  out: boolean | null,
];

const CASES: readonly Case[] = [
  ['the same address', {}, {}, false, false],
  [
    'the same street spelled otherwise',
    { street: '12 N 48TH ST' },
    { street: '12 N 48 Street' },
    false,
    false,
  ],
  ['the same street with ZIP+4', {}, { zip: '68508-1234' }, false, false],
  ['the same street with nine digits', {}, { zip: '685081234' }, false, false],
  ['the same street, no suffix', {}, { street: '12 ELM' }, false, false],
  ['the same street, another direction unknown', {}, { street: '12 W ELM ST' }, false, false],
  ['the same street behind a care-of name', {}, { street: 'ATTN: PAT QUILL 12 ELM ST' }, false, false],
  ['the same street and a box', {}, { street: '12 ELM ST PO BOX 9', zip: null, city: null }, false, false],
  ['equal streets, city differs, ZIP agrees', {}, { city: 'PIKE' }, false, false],
  ['equal streets, ZIP differs, city agrees', {}, { zip: '68509' }, false, false],
  ['equal streets, both differ', {}, { zip: '68801', city: 'PIKE' }, true, false],
  ['equal streets, ZIP differs, city unknown', {}, { zip: '68801', city: null }, true, false],
  ['equal streets, city differs, ZIP unknown', { zip: null }, { city: 'PIKE' }, true, false],
  ['equal streets, city and ZIP unknown', {}, { city: null, zip: null }, false, false],
  ['equal streets, city and ZIP unknown at home', { city: null, zip: null }, {}, false, false],
  ['SAINT and ST are one city', { city: 'ST PAUL', zip: null }, { city: 'Saint Paul' }, false, false],
  [
    'cities two letters apart, no ZIP at home',
    { city: 'BRAINTREE', zip: null },
    { city: 'BRAINTEE' },
    false,
    false,
  ],
  [
    'cities two letters apart, no ZIP in the mail',
    { city: 'BRAINTREE' },
    { city: 'BRANTEE', zip: null },
    false,
    false,
  ],
  [
    'cities two letters apart, ZIP differs',
    { city: 'BRAINTREE', zip: '68509' },
    { city: 'BRAINTEE' },
    true,
    false,
  ],
  ['NORTH and NO are one city', { city: 'NORTH QUILL', zip: null }, { city: 'NO QUILL' }, false, false],
  ['a city with its kind', { city: 'CITY OF QUILLTON', zip: null }, {}, false, false],
  ['circle spelled CR', { street: '12 QUILL CR' }, { street: '12 QUILL CIRCLE' }, false, false],
  ['a county road spelled CR', { street: '12 CR 40' }, { street: '12 COUNTY ROAD 40' }, false, false],
  [
    'one letter apart, one ZIP',
    { street: '12 BRAEMAR RD' },
    { street: '12 BRAEMER RD', city: 'PIKE' },
    false,
    false,
  ],
  [
    'one letter apart, one city',
    { street: '12 BRAEMAR RD', zip: null },
    { street: '12 BRAEMER RD' },
    false,
    false,
  ],
  [
    'one letter apart, both differ',
    { street: '12 BRAEMAR RD' },
    { street: '12 BRAEMER RD', city: 'PIKE', zip: '68801' },
    true,
    false,
  ],
  [
    'one letter apart, place unknown',
    { street: '12 BRAEMAR RD', city: null, zip: null },
    { street: '12 BRAEMER RD' },
    true,
    false,
  ],
  ['different streets', {}, { street: '14 ELM ST' }, true, false],
  [
    'different streets, all else unknown',
    { city: null, zip: null },
    { street: '14 ELM ST', city: null, zip: null },
    true,
    false,
  ],
  ['another state', {}, { state: 'KS' }, true, true],
  ['another state in lower case', {}, { state: 'ks' }, true, true],
  ['another state, mailing street unknown', {}, { state: 'KS', street: null }, true, true],
  ['another state, situs street unknown', { street: null }, { state: 'KS' }, true, true],
  ['another state, a box', {}, { state: 'KS', street: 'PO BOX 9' }, true, true],
  ['a territory', {}, { state: 'PR' }, true, true],
  ['another country', {}, { state: null, country: 'CANADA' }, true, true],
  ['another country with a state of its own', {}, { state: 'ON', country: 'CANADA' }, true, true],
  ['another country, no street', {}, { street: null, country: 'Canada' }, true, true],
  ['the country spelled out', {}, { country: 'United States of America' }, false, false],
  ['the country in dots', {}, { country: 'U.S.A.' }, false, false],
  ['the country spaced', {}, { country: 'U S A' }, false, false],
  ['a box in the situs city', {}, { street: 'PO BOX 9', zip: '68501' }, null, false],
  [
    'a box in the situs city, misspelt',
    { city: 'BRAINTREE', zip: null },
    { street: 'PO BOX 9', city: 'BRAINTEE' },
    null,
    false,
  ],
  ['a box in the situs ZIP', {}, { street: 'P O BOX 9', city: 'PIKE' }, null, false],
  ['a box elsewhere', {}, { street: 'PO DRAWER 9', city: 'PIKE', zip: '68801' }, true, false],
  [
    'a box, situs city unknown',
    { city: null },
    { street: 'PO BOX 9', city: 'PIKE', zip: '68801' },
    null,
    false,
  ],
  ['a box in an unknown place', {}, { street: 'PO BOX 9', city: null, zip: null }, null, false],
  ['a box in another city, ZIP unknown', {}, { street: 'PO BOX 9', city: 'PIKE', zip: null }, true, false],
  [
    'a box, no situs street',
    { street: null },
    { street: 'PO BOX 9', city: 'PIKE', zip: '68801' },
    null,
    false,
  ],
  ['no situs street', { street: null }, {}, null, false],
  ['a blank situs street', { street: ' ' }, {}, null, false],
  ['no mailing street', {}, { street: null }, null, false],
  ['a mailing line of names only', {}, { street: 'C/O PAT QUILL' }, null, false],
  ['no street at all', { street: null }, { street: null }, null, false],
  ['no mailing state, same street', {}, { state: null }, false, null],
  ['no mailing state, another street', {}, { state: null, street: '14 ELM ST' }, true, null],
  ['a blank mailing state, same street', {}, { state: ' ' }, false, null],
  ['a state that is none, same street', {}, { state: 'ZZ' }, null, null],
  ['a state that is none, another street', {}, { state: 'ZZ', street: '14 ELM ST' }, null, null],
  ['a state that is none, in the country', {}, { state: 'ZZ', country: 'USA' }, null, null],
  ['a state that is none, in another country', {}, { state: 'ZZ', country: 'CANADA' }, true, true],
  ['a state that is none, no street', {}, { state: 'ZZ', street: null }, null, null],
  ['no situs state', { state: null }, { street: '14 ELM ST' }, true, null],
];

t.test('absentee and out-of-state ownership are decided case by case', async (t) => {
  for (const [why, situs, mailing, absentee_owner, out_of_state_owner] of CASES) {
    const judged = absentee({ ...HOME, ...situs }, { ...MAIL, ...mailing });
    t.same(judged, { absentee_owner, out_of_state_owner }, why);
  }
});

const text = (...values: string[]) => fc.constantFrom<string | null>(null, '', ...values);
const situs = fc.record({
  street: text('12 ELM ST', '14 ELM ST', '12 ELM', 'PO BOX 9'),
  city: text('QUILLTON', 'PIKE'),
  state: text('NE', 'KS'),
  zip: text('68508', '68801', '68508-1234', 'x'),
});
const mailing = fc.record({
  street: text('12 ELM ST', '14 ELM ST APT 4', 'PO BOX 9', 'C/O PAT QUILL'),
  city: text('QUILLTON', 'PIKE'),
  state: text('NE', 'KS', 'ZZ'),
  zip: text('68508', '68801'),
  country: text('USA', 'CANADA'),
});

t.test('an out-of-state owner is absentee', async () => {
  fc.assert(
    fc.property(situs, mailing, (home, mail) => {
      const judged = absentee(home, mail);
      return judged.out_of_state_owner !== true || judged.absentee_owner === true;
    }),
    { numRuns: 2000 },
  );
});

t.test('mail to the parcel itself is never absentee', async () => {
  fc.assert(fc.property(situs, (home) => absentee(home, { ...home, country: null }).absentee_owner !== true));
});

t.test('in the same state, an unknown street leaves the answer open', async () => {
  fc.assert(
    fc.property(situs, mailing, (home, mail) => {
      const judged = absentee({ ...home, street: null }, { ...mail, state: home.state, country: null });
      return judged.absentee_owner === null;
    }),
  );
});

t.test('between two places with streets, it does not matter which one is the parcel', async () => {
  const streets = fc.constantFrom(
    null,
    '12 ELM ST',
    '12 ELM',
    '12 ELN ST',
    '14 ELM ST APT 4',
    '12 BRAEMAR CR',
    '12 BRAEMER CIR',
  );
  const place = fc.record({
    street: streets,
    city: text('QUILLTON', 'QUILTON', 'PIKE', 'CITY OF PIKE'),
    state: fc.constantFrom('NE', 'KS'),
    zip: text('68508', '68801', '68508-1234'),
  });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const there = absentee(a, { ...b, country: null });
      const back = absentee(b, { ...a, country: null });
      return JSON.stringify(there) === JSON.stringify(back);
    }),
    { numRuns: 2000 },
  );
});
