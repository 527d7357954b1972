/** Random searches of the made-up parcels. */
import fc from 'fast-check';
import {
  ACRES,
  anyDay,
  DATE_LINE,
  DAYS,
  EAST_LAT,
  FLOORS,
  grid,
  LINCOLN,
  LOTS,
  ROOMS,
  ROWS,
  SOUTH,
  STEPS,
  VALUES,
  WEST,
  WORLD,
} from './made-parcels.ts';
import { ORDERS, type Request, SORTS } from './slow-search.ts';

const corner = fc.tuple(fc.integer({ min: 0, max: STEPS }), fc.integer({ min: 0, max: STEPS }));
const boxes: fc.Arbitrary<Request['bounds']> = fc.oneof(
  fc.tuple(corner, corner).map(([[a, b], [c, d]]) => ({
    south: grid(SOUTH, Math.min(a, c)),
    north: grid(SOUTH, Math.max(a, c)),
    west: grid(WEST, Math.min(b, d)),
    east: grid(WEST, Math.max(b, d)),
  })),
  fc
    .tuple(fc.constantFrom(...DATE_LINE, 173.2, -176.65), fc.constantFrom(...DATE_LINE, 173.2, -176.65))
    .map(([west, east]) => ({ north: 52.85, south: EAST_LAT, west, east })),
  fc.constantFrom(WORLD, LINCOLN),
);
const rangeOf = <V extends number | string>(values: fc.Arbitrary<V>) =>
  fc.oneof(
    values.map((min) => ({ min })),
    values.map((max) => ({ max })),
    fc.tuple(values, values).map(([a, b]) => (a > b ? { min: b, max: a } : { min: a, max: b })),
  );
/** Far beyond every value, and beyond what columns of the values hold. */
const FAR = [-1e300, -32_769, -5e-324, -0, 5e-324, 32_768, 3_000_000_000, Number.MAX_SAFE_INTEGER, 1e300];
const FILTER_VALUES = {
  zoningCategories: fc.subarray(['residential', 'Commercial', 'INDUSTRIAL', 'mixed', 'other'], {
    minLength: 1,
  }),
  ownerTypes: fc.subarray(['individual', 'corporation', 'llc', 'trust', 'government', 'other'], {
    minLength: 1,
  }),
  outOfStateOnly: fc.boolean(),
  lotSqftRange: rangeOf(fc.constantFrom(...LOTS)),
  unitsRange: rangeOf(fc.constantFrom(0, 1, 2, 3, 4, 5, 100_000)),
  taxYearRange: rangeOf(fc.integer({ min: 1998, max: 2026 })),
  countyFips: fc.constantFrom('31109', '02016', '31055'),
  stateFips: fc.constantFrom('31', '02', '06'),
  zip: fc.constantFrom('68001', '68333', '99999'),
  city: fc.constantFrom('wilber', 'CRETE', 'Wilb', 'Lincoln'),
  address: fc.constantFrom('elder', '12 elder', '1 elder l', 'elder l crete', '7', 'wil', '68001 ne', '1234'),
  ownerName: fc.constantFrom('l', 'llc wren', 'edith marlowe j', 'fam qui', 'lincoln, city', 'nobody', 'h'),
  ids: fc.array(
    fc.integer({ min: 0, max: ROWS + 50 }).map((number) => `31109:S-${number}`),
    { minLength: 1, maxLength: 300 },
  ),
  landUse: fc.constantFrom('single', 'residential family', 'family', 'farm', 'fam', '3+ MULTIFAMILY'),
  permitSince: fc.oneof(
    fc.constantFrom(...DAYS, '1900-01-01'),
    fc.constantFrom('2019-12-31', '2020-01-01', '2020-01-02'),
  ),
  located: fc.boolean(),
  absenteeOnly: fc.boolean(),
  valueRange: rangeOf(fc.oneof(fc.constantFrom(...VALUES, ...FAR), fc.integer({ min: 0, max: 1_000_000 }))),
  yearBuiltRange: rangeOf(
    fc.oneof(
      fc.constantFrom(1977, 1978, 1979, ...FAR.filter(Number.isInteger)),
      fc.integer({ min: 1850, max: 2020 }),
    ),
  ),
  acreageRange: rangeOf(
    fc.oneof(fc.constantFrom(...ACRES, ...FAR), fc.double({ min: 0, max: 6, noNaN: true })),
  ),
  buildingSqftRange: rangeOf(fc.oneof(fc.constantFrom(...FLOORS), fc.integer({ min: 0, max: 6_000 }))),
  bedroomsRange: rangeOf(fc.oneof(fc.constantFrom(...ROOMS), fc.double({ min: 0, max: 6, noNaN: true }))),
  bathroomsRange: rangeOf(fc.constantFrom(...ROOMS)),
  salePriceRange: rangeOf(fc.oneof(fc.constantFrom(1, 500, 200_000), fc.integer({ min: 0, max: 900_000 }))),
  saleDateRange: rangeOf(
    fc.oneof(
      fc.constantFrom(...DAYS, '0000-02-29', '9999-12-31'),
      fc.double({ min: 0, max: 1, noNaN: true }).map(anyDay),
    ),
  ),
};
/** A few at a time: with all of them nothing would be found. */
export const filterSets = fc
  .subarray(Object.entries<fc.Arbitrary<unknown>>(FILTER_VALUES), { maxLength: 3 })
  .chain((some) => fc.record(Object.fromEntries(some))) as fc.Arbitrary<NonNullable<Request['filters']>>;
const isAnywhere = ({ countyFips, stateFips, zip, ids }: NonNullable<Request['filters']>) =>
  [countyFips, stateFips, zip, ids].some((filter) => filter !== undefined);
const inRegions: fc.Arbitrary<Request> = fc.record(
  {
    bounds: boxes,
    filters: filterSets,
    sort: fc.constantFrom(...SORTS),
    order: fc.constantFrom(...ORDERS),
    limit: fc.oneof(fc.constantFrom(1, 2, 100, 500), fc.integer({ min: 1, max: 500 })),
    offset: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: ROWS + 50 })),
  },
  { requiredKeys: ['bounds'] },
);
/** Half of those that need no region have none. */
export const requests = fc
  .tuple(inRegions, fc.boolean())
  .map(
    ([{ bounds, ...rest }, keep]): Request =>
      keep || !rest.filters || !isAnywhere(rest.filters) ? { bounds, ...rest } : rest,
  );
