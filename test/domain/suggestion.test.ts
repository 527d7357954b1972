import fc from 'fast-check';
import t from 'tap';
import { numberKey, readTyped, suggestionKeys } from '../../src/domain/suggestion.ts';
import { holds } from '../holds.ts';

const situs = (street: string | null, rest = {}) =>
  suggestionKeys({ street, unit: null, city: null, state: 'NE', zip: null, ...rest }, 'x').situs;

t.test('an address has one spelling', async (t) => {
  const rows: [string, string][] = [
    ['1200 N OAK ST', '1200 NORTH OAK STREET NE'],
    ['1200 n. oak street', '1200 NORTH OAK STREET NE'],
    ['77 48TH ST', '77 48 STREET NE'],
    ['77 FORTY-EIGHTH ST', '77 48 STREET NE'],
    ['4801 First Av', '4801 1 AVENUE NE'],
    ["9 O'Hara Wy", '9 OHARA WAY NE'],
    ['15 St. Paul Rd', '15 STREET PAUL ROAD NE'],
    ['15 SAINT PAUL RD', '15 STREET PAUL ROAD NE'],
    ['33 Peña Ct', '33 PENA COURT NE'],
    ['12-14 A/B Elm Ln', '12 14 A B ELM LANE NE'],
    ['5 SW Mtn Vw', '5 SOUTHWEST MOUNTAIN VIEW NE'],
    ['漢字 5', '漢字 5 NE'],
  ];
  for (const [street, expected] of rows) t.equal(situs(street), expected, street);
  t.equal(
    situs('9 ELM ST', { unit: '# 4', city: 'St Paul', zip: '68508-1234' }),
    '9 ELM STREET 4 STREET PAUL NE 68508 1234',
  );
  t.equal(situs('9 ELM ST', { unit: 'APT 4' }), situs('9 Elm Street', { unit: 'Apartment 4' }));
  t.equal(situs(null, { city: 'Lincoln' }), null, 'without a street there is nothing to type');
});

t.test('a number is its letters and digits', async (t) => {
  t.equal(numberKey('01-09-109.000 a'), '0109109000A');
  t.equal(numberKey('12/4 A'), '124A');
  t.equal(numberKey('--'), null);
});

t.test('a typed word may begin other words', async (t) => {
  const word = (q: string) => readTyped(q).words.at(-1);
  t.same(word('1200 n'), { raw: 'N', full: 'NORTH', begun: [] });
  t.same(word('sain'), { raw: 'SAIN', full: 'SAIN', begun: ['STREET'] });
  t.same(word('pkw'), { raw: 'PKW', full: 'PKW', begun: ['PARKWAY'] });
  t.same(word('48t'), { raw: '48T', full: '48T', begun: ['48'] });
  t.same(word('48th'), { raw: '48TH', full: '48', begun: [] });
  t.match(word('seventee'), { begun: ['17'] });
  t.same(readTyped('12 elm st').ended, false);
  t.same(readTyped('12 elm st, ').ended, true);
  t.same(readTyped(' .#').words, []);
  t.equal(readTyped('01-09').number, '0109');
  t.equal(readTyped('elm').number, null);
});

t.test('keys of any text are short, well formed, and spelled the same when typed', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('12 n oak st', '\ufdfa'.repeat(300), '𝒜'.repeat(300), 'ß'.repeat(300)),
  );
  await holds(2_000, [text], (street) => {
    const { situs, number } = suggestionKeys(
      { street, unit: null, city: null, state: 'NE', zip: null },
      street,
    );
    for (const key of [situs, number]) {
      if (key === null) continue;
      if (key.length > 200 || !key.isWellFormed()) throw new Error(`${key.length}`);
      if (key !== key.toUpperCase()) throw new Error(key);
    }
    const typed = readTyped(street);
    const whole = typed.words.map(({ full }) => full).join(' ');
    if (!`${whole} NE`.trim().startsWith(situs ?? '')) throw new Error(`${whole} | ${situs}`);
  });
});
