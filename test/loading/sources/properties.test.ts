import fc from 'fast-check';
import t from 'tap';
import { saysNothing } from '../../../src/domain/written-number.ts';
import { areaOf, unitReader, unitsOf } from '../../../src/loading/sources/units.ts';
import { readValue } from './support.ts';

t.test('an area is the same in whatever unit it is published', async () => {
  const sizes = { acres: 43_560, sqm: 1 / 0.3048 ** 2, hectares: 10_000 / 0.3048 ** 2, sqyd: 9, sqft: 1 };
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(sizes) as (keyof typeof sizes)[])),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      (unit, size) => {
        const feet = Number(unitReader('lot_sqft', unit)!(String(size)));
        return Math.abs(feet - size * sizes[unit]) <= 0.5 + 1e-9 * feet;
      },
    ),
  );
  t.same(areaOf(4_046.8564224), { acreage: 1, lot_sqft: 43_560 });
});

t.test('every field with units reads its own unit unchanged', async (t) => {
  for (const field of 'acreage lot_sqft building_sqft land_value sale_price estimated_cost'.split(' ')) {
    t.equal(unitReader(field, unitsOf(field)[0]!)!('1,250'), 1_250, field);
  }
});

const word = fc
  .string({ unit: fc.constantFrom('A', 'b', '1', '-', '/'), minLength: 1, maxLength: 6 })
  .filter((text) => !saysNothing(text));

t.test('what join combines, remove_prefix and remove_postfix separate', async () => {
  fc.assert(
    fc.property(word, word, (A, B) => {
      const whole = `${A} ${B}`;
      const cells = { A, B, WHOLE: whole };
      const remove = (which: string, part: string) =>
        readValue({ function: `remove_${which}`, field: 'WHOLE', field_to_remove: part }, cells);
      return (
        readValue({ function: 'join', fields: ['A', 'B'] }, cells) === whole &&
        remove('prefix', 'A') === B &&
        remove('postfix', 'B') === A
      );
    }),
  );
});

t.test('house number and street make up the line that they are taken from', async () => {
  const line = fc
    .tuple(fc.integer({ min: 1, max: 99_999 }), word)
    .map(([number, name]) => `${number} ${name} ST`);
  fc.assert(
    fc.property(line, (A) => {
      const part = (name: string) => readValue({ function: name, field: 'A' }, { A });
      return `${part('prefixed_number')} ${part('postfixed_street')}` === A;
    }),
  );
});
