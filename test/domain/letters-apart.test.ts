import t from 'tap';
import { fewLettersApart } from '../../src/domain/letters-apart.ts';

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
