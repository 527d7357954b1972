import fc from 'fast-check';
import t from 'tap';
import { fewLettersApart, nearWord } from '../../src/domain/near-word.ts';

const WORDS = ['limit', 'offset', 'county_fips', 'state_fips', 'min_value', 'absenteeOnly', 'asc', 'desc'];

t.test('a mistyped word finds the intended one', async (t) => {
  const cases: [given: string, meant: string | undefined][] = [
    ['limt', 'limit'],
    ['limits', 'limit'],
    ['ilmit', 'limit'],
    ['offest', 'offset'],
    ['county_fip', 'county_fips'],
    ['countyFips', 'county_fips'],
    ['absentee_only', 'absenteeOnly'],
    ['DESC', 'desc'],
    ['state', 'state_fips'],
    ['county', 'county_fips'],
    ['minvalue', 'min_value'],
    ['page', undefined],
    ['debug', undefined],
    ['st', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
    ['limit'.repeat(10_000), undefined],
  ];
  for (const [given, meant] of cases) t.equal(nearWord(given, WORDS), meant, given.slice(0, 20));
});

t.test('one slip in a long word never hides it, and an answer is always of the list', async () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz_');
  fc.assert(
    fc.property(fc.constantFrom(...WORDS), fc.nat(20), letter, fc.nat(3), (word, at, other, kind) => {
      const place = at % (word.length - 1);
      const [before, rest] = [word.slice(0, place), word.slice(place)];
      const slips = [
        before + rest.slice(1),
        before + other + rest,
        before + other + rest.slice(1),
        before + rest[1] + rest[0] + rest.slice(2),
      ];
      return nearWord(slips[kind]!, [word]) === word;
    }),
  );
  fc.assert(
    fc.property(fc.string(), (given) => {
      const found = nearWord(given, WORDS);
      return found === undefined || WORDS.includes(found);
    }),
  );
});

t.test('changed, missing and added letters are counted', async (t) => {
  const cases: readonly [a: string, b: string, most: number, near: boolean][] = [
    ['BRAEMAR', 'BRAEMAR', 1, true],
    ['BRAEMAR', 'BRAEMER', 1, true],
    ['BRAEMAR', 'BRAEMARR', 1, true],
    ['BRAEMAR', 'RAEMAR', 1, true],
    ['BRAEMAR', 'BREAMAR', 1, false],
    ['BRAEMAR', 'BREAMAR', 2, true],
    ['BRAINTREE', 'BRAINTEE', 1, true],
    ['BRAINTREE', 'BRANTEE', 2, true],
    ['BRAINTREE', 'BRANTE', 2, false],
    ['ELM', 'ELN', 1, true],
    ['ELM', 'EL', 1, false],
    ['A', 'B', 1, false],
    ['PIKE', 'PINS', 2, false],
    ['', '', 1, true],
    ['', 'A', 1, false],
  ];
  for (const [a, b, most, near] of cases) t.equal(fewLettersApart(a, b, most), near, `${a} / ${b}: ${most}`);
});
