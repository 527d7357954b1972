import fc from 'fast-check';
import t from 'tap';
import {
  isAmbiguousNumber,
  readCommaDecimal,
  readNumber,
  saysNothing,
  standsForNone,
} from '../../src/domain/written-number.ts';
import { each } from '../listed.ts';

const SEED = { seed: 20_240_304 };

const NUMBERS: readonly [text: string, number: number][] = [
  ['6,116', 6_116],
  ['$110,000.00', 110_000],
  ['$ 450,000', 450_000],
  ['(1,200)', -1_200],
  ['($1,200.50)', -1_200.5],
  ['$(1,200)', -1_200],
  ['-$5', -5],
  ['$-5', -5],
  ['1,200-', -1_200],
  ['- 7', -7],
  ['+7', 7],
  ['12.5 %', 12.5],
  [' 250000.50 ', 250_000.5],
  ['1,234,567.', 1_234_567],
  ['.5', 0.5],
  ['0075', 75],
  ['1.234', 1.234],
  ['5.50620385342e+01', 55.0620385342],
  ['$0.00', 0],
  ['1 234', 1_234],
  ['$1 234 567.50', 1_234_567.5],
  ['(1\u00a0234)', -1_234],
  ['35%', 35],
];

const AMBIGUOUS = ['1.234,50', '1.234.567', '$12,5', '0,123', '(1234,56)', '-,5', '1 234,50', '1.234.567,8'];

const NO_NUMBERS = [
  ...[
    '',
    '1 20',
    '12 3456',
    '1 234 5',
    '0 123',
    ...each('- . $ () NaN Infinity 1e999 0x10 (5 5) -(5) --5 -5-'),
  ],
  ...['$5%', '$$5', '1,2,3', '12,34,567', '1.2.3', '1,200 SF', 'SEE NOTE', '10-36-7', '1/2', '1,200,', 'e5'],
  `1${' '.repeat(50_000)}x`,
];

t.test('numbers are read as American rolls write them', async (t) => {
  for (const [text, number] of NUMBERS) t.equal(readNumber(text), number, text);
  for (const text of [...AMBIGUOUS, ...NO_NUMBERS]) t.equal(readNumber(text), null, text.slice(0, 40));
});

t.test('a figure that would be another number with a decimal comma is not guessed', async (t) => {
  for (const text of AMBIGUOUS) t.ok(isAmbiguousNumber(text), text);
  for (const text of [...NUMBERS.map(([text]) => text), ...NO_NUMBERS])
    t.notOk(isAmbiguousNumber(text), text.slice(0, 40));
  t.equal(readCommaDecimal('1.234,50'), 1_234.5);
  t.equal(readCommaDecimal('0,123'), 0.123);
  t.equal(readCommaDecimal('1.234'), 1_234);
  t.equal(readCommaDecimal('(12,5)'), -12.5);
  t.equal(readCommaDecimal('1 234,50'), 1_234.5);
  t.equal(readCommaDecimal('1,234.50'), null);
});

t.test('a number can be read back in every way of writing it', async () => {
  const cents = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(cents, (cents) => {
      const amount = cents / 100;
      const us = amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
      const comma = amount.toLocaleString('de-DE', { minimumFractionDigits: 2 });
      const ways = [String(amount), us, `$${us}`, `$ ${us} `, `+${us}`];
      const negative = [`-${us}`, `(${us})`, `$(${us})`, `${us}-`, `-$${us}`];
      return (
        ways.every((text) => readNumber(text) === amount) &&
        negative.every((text) => readNumber(text) === -amount) &&
        readCommaDecimal(comma) === amount
      );
    }),
    SEED,
  );
});

t.test('no text is both a number and ambiguous', async () => {
  const texts = fc.string({ unit: fc.constantFrom(...'01279.,-+$()% eX'), maxLength: 14 });
  fc.assert(
    fc.property(texts, (text) => readNumber(text) === null || !isAmbiguousNumber(text)),
    { ...SEED, numRuns: 2_000 },
  );
});

t.test('values that say nothing are blank', async (t) => {
  for (const text of [
    '',
    '  ',
    ' - ',
    '\\N',
    ...each('<Null> NULL n/a #N/A N.A. n.a (none) (Blank) None . #REF! #DIV/0! <NA>'),
  ])
    t.ok(saysNothing(text), text);
  for (const text of ['N.A. BANK', ...each('0 NA UNKNOWN N. (none -- NULLITY Nan NAN #12 #REF')])
    t.notOk(saysNothing(text), text);
});

t.test('accounting zeros, cells that were too narrow and words for "none" are no values', async (t) => {
  const none =
    '$ -   ;$ --;$-;-0-;–;—;--;($ -);########;N/A-EXEMPT;n/a - exempt;NA;NEVER SOLD;Not Sold;VACANT;Vacant Land;NO SALE;no price';
  for (const text of none.split(';')) {
    t.ok(standsForNone(text), text);
    t.equal(readNumber(text), null, text);
  }
  for (const text of [
    'SEE NOTE',
    'VACANT LOTS OF ELM',
    '2 - 3',
    ...each('0 -1 # -5- EXEMPT NASH 2019-02-30'),
  ])
    t.notOk(standsForNone(text), text);
});
