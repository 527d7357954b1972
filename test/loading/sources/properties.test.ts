import fc from 'fast-check';
import t from 'tap';
import { areaOf, unitReader, unitsOf } from '../../../src/loading/sources/units.ts';
import { holds } from '../../holds.ts';

t.test('an area is the same in whatever unit it is published', async () => {
  const sizes = { acres: 43_560, sqm: 1 / 0.3048 ** 2, hectares: 10_000 / 0.3048 ** 2, sqyd: 9, sqft: 1 };
  await holds(
    100,
    [
      fc.constantFrom(...(Object.keys(sizes) as (keyof typeof sizes)[])),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    ],
    (unit, size) => {
      const feet = Number(unitReader('lot_sqft', unit)!(String(size)));
      return Math.abs(feet - size * sizes[unit]) <= 0.5 + 1e-9 * feet;
    },
  );
  t.same(areaOf(4_046.8564224), { acreage: 1, lot_sqft: 43_560 });
});

t.test('every field with units reads its own unit unchanged', async (t) => {
  for (const field of 'acreage lot_sqft building_sqft land_value sale_price estimated_cost'.split(' ')) {
    t.equal(unitReader(field, unitsOf(field)[0]!)!('1,250'), 1_250, field);
  }
});
