import fc from 'fast-check';
import t from 'tap';
import { nearWord } from '../../src/domain/near-word.ts';

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
