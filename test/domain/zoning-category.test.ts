import fc from 'fast-check';
import t from 'tap';
import { ZONING_CATEGORIES, type ZoningCategory, zoningCategory } from '../../src/domain/zoning-category.ts';
import { holds } from '../holds.ts';
import { grouped, listed } from '../listed.ts';

t.test('plain words of a land use have a category', async (t) => {
  const cases: [string | null, ZoningCategory | null][] = [
    ...grouped<ZoningCategory>(`
      residential: Single Family · SINGLFAM · Townhouse · Duplex/Triplex · Multi-Family · High Rise Condos
        · Conversion-Apt · Mobile Home Court · Manufactured Home · Acreage
        · Residential Less Than 10 Acres · Acres Greater Than 10 With House
      commercial: Office · Office Condo · Store Front · Fast Food Restaurant · Hotel/Motel
        · Other - Commercial · Service · Nursing Home · Non-Exempt Commercial
      industrial: Light Industrial · Warehouse · Manufacturing
      agricultural: Agricultural · Farm · Timber land
      exempt: Public Use · Church · School · Game and Parks In Lieu of Tax
      vacant: Vacant Land · Vacant Residential
      mixed: Mixed Use · Multi-Use · Residential/Commercial · Commercial & Residential
      other: Central Assessed · Other
    `),
    ...listed('Non-Residential · R3 · 1010').map((none): [string, null] => [none, null]),
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
  await holds(100, [text, text, text], (given, use, zoning) => {
    const category = zoningCategory(given, use, zoning);
    return category === null || ZONING_CATEGORIES.includes(category);
  });
});
