import fc from 'fast-check';
import t from 'tap';
import { ZONING_CATEGORIES, type ZoningCategory, zoningCategory } from '../../src/domain/zoning-category.ts';

t.test('plain words of a land use have a category', async (t) => {
  const cases: [string | null, ZoningCategory | null][] = [
    ['Single Family', 'residential'],
    ['SINGLFAM', 'residential'],
    ['Townhouse', 'residential'],
    ['Duplex/Triplex', 'residential'],
    ['Multi-Family', 'residential'],
    ['High Rise Condos', 'residential'],
    ['Conversion-Apt', 'residential'],
    ['Mobile Home Court', 'residential'],
    ['Manufactured Home', 'residential'],
    ['Acreage', 'residential'],
    ['Residential Less Than 10 Acres', 'residential'],
    ['Acres Greater Than 10 With House', 'residential'],
    ['Office', 'commercial'],
    ['Office Condo', 'commercial'],
    ['Store Front', 'commercial'],
    ['Fast Food Restaurant', 'commercial'],
    ['Hotel/Motel', 'commercial'],
    ['Other - Commercial', 'commercial'],
    ['Service', 'commercial'],
    ['Nursing Home', 'commercial'],
    ['Light Industrial', 'industrial'],
    ['Warehouse', 'industrial'],
    ['Manufacturing', 'industrial'],
    ['Agricultural', 'agricultural'],
    ['Farm', 'agricultural'],
    ['Timber land', 'agricultural'],
    ['Public Use', 'exempt'],
    ['Church', 'exempt'],
    ['School', 'exempt'],
    ['Game and Parks In Lieu of Tax', 'exempt'],
    ['Non-Exempt Commercial', 'commercial'],
    ['Vacant Land', 'vacant'],
    ['Vacant Residential', 'vacant'],
    ['Mixed Use', 'mixed'],
    ['Multi-Use', 'mixed'],
    ['Residential/Commercial', 'mixed'],
    ['Commercial & Residential', 'mixed'],
    ['Non-Residential', null],
    ['Central Assessed', 'other'],
    ['Other', 'other'],
    ['R3', null],
    ['1010', null],
    ['', null],
    [null, null],
  ];
  for (const [use, category] of cases) {
    t.equal(zoningCategory(null, use, null), category, `land use ${use}`);
    t.equal(zoningCategory(null, null, use), category, `zoning ${use}`);
    t.equal(zoningCategory(null, use?.toUpperCase() ?? null, null), category, `${use} in upper case`);
  }
});

t.test('a given category comes before the use, and the use before the zoning', async (t) => {
  t.equal(zoningCategory('Commercial', 'Single Family', 'R1'), 'commercial', 'a given category');
  t.equal(zoningCategory(' EXEMPT ', null, null), 'exempt', 'in any case');
  t.equal(zoningCategory('homes', 'Office', null), 'commercial', 'an unknown one is ignored');
  t.equal(zoningCategory('homes', null, null), null);
  t.equal(zoningCategory(null, 'Office', 'Residential District'), 'commercial', 'the use before the zoning');
  t.equal(zoningCategory(null, 'Other', 'Residential District'), 'residential', 'the zoning before "other"');
  t.equal(zoningCategory(null, 'Other', 'R1'), 'other');
  for (const category of ZONING_CATEGORIES) t.equal(zoningCategory(category, 'Office', null), category);
});

t.test('any text gets a category or null', async () => {
  const text = fc.option(fc.string());
  fc.assert(
    fc.property(text, text, text, (given, use, zoning) => {
      const category = zoningCategory(given, use, zoning);
      return category === null || ZONING_CATEGORIES.includes(category);
    }),
  );
});
