import fc from 'fast-check';
import t from 'tap';
import type { Mailing, Situs } from '../../src/domain/absentee.ts';
import { absentee } from '../../src/domain/absentee.ts';
import { holds } from '../holds.ts';

const HOME: Situs = { street: '12 ELM ST', city: 'QUILLTON', state: 'NE', zip: '68508' };
const MAIL: Mailing = { ...HOME, country: null };

type Case = [why: string, situs: Partial<Situs>, mailing: Partial<Mailing>];
/** What is decided in some cases: whether the owner is absentee, and whether out of the state. */
type Decided = { absentee: boolean | null; out: boolean | null; cases: Case[] };

const CASES: readonly Decided[] = [
  {
    absentee: false,
    out: false,
    cases: [
      ['the same address', {}, {}],
      ['the same street spelled otherwise', { street: '12 N 48TH ST' }, { street: '12 N 48 Street' }],
      ['the same street with ZIP+4', {}, { zip: '68508-1234' }],
      ['the same street with nine digits', {}, { zip: '685081234' }],
      ['the same street, no suffix', {}, { street: '12 ELM' }],
      ['the same street, another direction unknown', {}, { street: '12 W ELM ST' }],
      ['the same street behind a care-of name', {}, { street: 'ATTN: PAT QUILL 12 ELM ST' }],
      ['the same street and a box', {}, { street: '12 ELM ST PO BOX 9', zip: null, city: null }],
      ['equal streets, city differs, ZIP agrees', {}, { city: 'PIKE' }],
      ['equal streets, ZIP differs, city agrees', {}, { zip: '68509' }],
      ['equal streets, city and ZIP unknown', {}, { city: null, zip: null }],
      ['equal streets, city and ZIP unknown at home', { city: null, zip: null }, {}],
      ['SAINT and ST are one city', { city: 'ST PAUL', zip: null }, { city: 'Saint Paul' }],
      ['cities two letters apart, no ZIP at home', { city: 'BRAINTREE', zip: null }, { city: 'BRAINTEE' }],
      ['cities two letters apart, no ZIP in the mail', { city: 'BRAINTREE' }, { city: 'BRANTEE', zip: null }],
      ['NORTH and NO are one city', { city: 'NORTH QUILL', zip: null }, { city: 'NO QUILL' }],
      ['a city with its kind', { city: 'CITY OF QUILLTON', zip: null }, {}],
      ['circle spelled CR', { street: '12 QUILL CR' }, { street: '12 QUILL CIRCLE' }],
      ['a county road spelled CR', { street: '12 CR 40' }, { street: '12 COUNTY ROAD 40' }],
      ['one letter apart, one ZIP', { street: '12 BRAEMAR RD' }, { street: '12 BRAEMER RD', city: 'PIKE' }],
      ['one letter apart, one city', { street: '12 BRAEMAR RD', zip: null }, { street: '12 BRAEMER RD' }],
      ['the country spelled out', {}, { country: 'United States of America' }],
      ['the country in dots', {}, { country: 'U.S.A.' }],
      ['the country spaced', {}, { country: 'U S A' }],
    ],
  },
  {
    absentee: true,
    out: false,
    cases: [
      ['equal streets, both differ', {}, { zip: '68801', city: 'PIKE' }],
      ['equal streets, ZIP differs, city unknown', {}, { zip: '68801', city: null }],
      ['equal streets, city differs, ZIP unknown', { zip: null }, { city: 'PIKE' }],
      ['cities two letters apart, ZIP differs', { city: 'BRAINTREE', zip: '68509' }, { city: 'BRAINTEE' }],
      [
        'one letter apart, both differ',
        { street: '12 BRAEMAR RD' },
        { street: '12 BRAEMER RD', city: 'PIKE', zip: '68801' },
      ],
      ['a letter, no place', { street: '12 BRAEMAR RD', city: null, zip: null }, { street: '12 BRAEMER RD' }],
      ['different streets', {}, { street: '14 ELM ST' }],
      ['streets differ, no place', { city: null, zip: null }, { street: '14 ELM ST', city: null, zip: null }],
      ['a box elsewhere', {}, { street: 'PO DRAWER 9', city: 'PIKE', zip: '68801' }],
      ['a box in another city, ZIP unknown', {}, { street: 'PO BOX 9', city: 'PIKE', zip: null }],
    ],
  },
  {
    absentee: true,
    out: true,
    cases: [
      ['another state', {}, { state: 'KS' }],
      ['another state in lower case', {}, { state: 'ks' }],
      ['another state, mailing street unknown', {}, { state: 'KS', street: null }],
      ['another state, situs street unknown', { street: null }, { state: 'KS' }],
      ['another state, a box', {}, { state: 'KS', street: 'PO BOX 9' }],
      ['a territory', {}, { state: 'PR' }],
      ['another country', {}, { state: null, country: 'CANADA' }],
      ['another country with a state of its own', {}, { state: 'ON', country: 'CANADA' }],
      ['another country, no street', {}, { street: null, country: 'Canada' }],
      ['a state that is none, in another country', {}, { state: 'ZZ', country: 'CANADA' }],
    ],
  },
  {
    absentee: null,
    out: false,
    cases: [
      ['a box in the situs city', {}, { street: 'PO BOX 9', zip: '68501' }],
      ['box, misspelled city', { city: 'BRAINTREE', zip: null }, { street: 'PO BOX 9', city: 'BRAINTEE' }],
      ['a box in the situs ZIP', {}, { street: 'P O BOX 9', city: 'PIKE' }],
      ['a box, situs city unknown', { city: null }, { street: 'PO BOX 9', city: 'PIKE', zip: '68801' }],
      ['a box in an unknown place', {}, { street: 'PO BOX 9', city: null, zip: null }],
      ['a box, no situs street', { street: null }, { street: 'PO BOX 9', city: 'PIKE', zip: '68801' }],
      ['no situs street', { street: null }, {}],
      ['a blank situs street', { street: ' ' }, {}],
      ['no mailing street', {}, { street: null }],
      ['a mailing line of names only', {}, { street: 'C/O PAT QUILL' }],
      ['no street at all', { street: null }, { street: null }],
    ],
  },
  {
    absentee: false,
    out: null,
    cases: [
      ['no mailing state, same street', {}, { state: null }],
      ['a blank mailing state, same street', {}, { state: ' ' }],
    ],
  },
  {
    absentee: true,
    out: null,
    cases: [
      ['no mailing state, another street', {}, { state: null, street: '14 ELM ST' }],
      ['no situs state', { state: null }, { street: '14 ELM ST' }],
    ],
  },
  {
    absentee: null,
    out: null,
    cases: [
      ['a state that is none, same street', {}, { state: 'ZZ' }],
      ['a state that is none, another street', {}, { state: 'ZZ', street: '14 ELM ST' }],
      ['a state that is none, in the country', {}, { state: 'ZZ', country: 'USA' }],
      ['a state that is none, no street', {}, { state: 'ZZ', street: null }],
    ],
  },
];

t.test('absentee and out-of-state ownership are decided case by case', async (t) => {
  for (const { absentee: absentee_owner, out: out_of_state_owner, cases } of CASES) {
    for (const [why, situs, mailing] of cases) {
      const judged = absentee({ ...HOME, ...situs }, { ...MAIL, ...mailing });
      t.same(judged, { absentee_owner, out_of_state_owner }, why);
    }
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
  await holds(2000, [situs, mailing], (home, mail) => {
    const judged = absentee(home, mail);
    return judged.out_of_state_owner !== true || judged.absentee_owner === true;
  });
});

t.test('mail to the parcel itself is never absentee', async () => {
  await holds(100, [situs], (home) => absentee(home, { ...home, country: null }).absentee_owner !== true);
});

t.test('in the same state, an unknown street leaves the answer open', async () => {
  await holds(100, [situs, mailing], (home, mail) => {
    const judged = absentee({ ...home, street: null }, { ...mail, state: home.state, country: null });
    return judged.absentee_owner === null;
  });
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
  await holds(2000, [place, place], (a, b) => {
    const there = absentee(a, { ...b, country: null });
    const back = absentee(b, { ...a, country: null });
    return JSON.stringify(there) === JSON.stringify(back);
  });
});
