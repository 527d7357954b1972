import fc from 'fast-check';
import t from 'tap';
import { fewLettersApart } from '../../src/domain/letters-apart.ts';

t.test('letters changed, left out and put in are counted', async (t) => {
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

/** The Levenshtein distance by its definition. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a[0] === b[0]) return distance(a.slice(1), b.slice(1));
  return 1 + Math.min(distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1)));
}

t.test('it agrees with the definition of the distance, a third of the shorter word at most', async () => {
  const word = fc.string({ unit: fc.constantFrom('A', 'B', 'C'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      const allowed = Math.min(most, Math.floor(Math.min(a.length, b.length) / 3));
      return fewLettersApart(a, b, most) === distance(a, b) <= allowed;
    }),
    { numRuns: 500 },
  );
});
