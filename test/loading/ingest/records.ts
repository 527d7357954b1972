import fc from 'fast-check';
import { seedOf } from '../../seed.ts';

/** Printed with a failure, so that the run can be repeated: `SEED=… npm test -- FILE`. */
export const seed = seedOf(20_260_101);

export const COUNTIES = ['31109', '31055', '37183'];

export type Source = Record<string, unknown> & { county_fips: string; parcel_id: string };

const day = (number: number) =>
  new Date(Date.UTC(1985, 0, 1) + number * 86_400_000).toISOString().slice(0, 10);
/** Days up to about 2020, few enough that some are equal. */
const date = fc.integer({ min: 0, max: 60 }).map((n) => day(n * 211));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const money = fc.constantFrom(0, 1, 900, 1_000, 1_001, 80_000, 120_000, 120_000, 250_000, 400_000);
const values = fc.constantFrom(0, 20_000, 90_000, 150_000, 333_333, 500_000);
const place = fc.record({
  county_fips: fc.constantFrom(...COUNTIES),
  parcel_id: fc.integer({ min: 0, max: 9 }).map((n) => `0${n}-1 ${n}`),
});

/** Where the owner gets mail, if known: at home, elsewhere in the state, in another state. */
const MAIL = {
  home: { mailing_address: '12 ELM ST' },
  near: { mailing_address: '900 FAR AVE' },
  far: { mailing_address: '5 SUN BLVD', mailing_city: 'RENO', mailing_state: 'NV', mailing_zip: '89501' },
  unknown: {},
};
export type Mail = keyof typeof MAIL;

const townOf: Record<string, [string, string, string]> = {
  '31109': ['LINCOLN', 'NE', '68510'],
  '31055': ['OMAHA', 'NE', '68102'],
  '37183': ['RALEIGH', 'NC', '27601'],
};

/** Canonical parcels, each with where its mail goes, which is not a key of a record. */
export const parcels = fc
  .uniqueArray(
    fc.record({
      place,
      mail: fc.constantFrom<Mail>('home', 'near', 'far', 'unknown'),
      rest: fc.record({
        owner_name: maybe(fc.constantFrom('DOE PAT', 'ROE KIM', 'ELM STREET LLC', 'CITY OF LINCOLN')),
        total_assessed_value: maybe(values),
        land_value: maybe(values),
        improvement_value: maybe(values),
        year_built: maybe(fc.constantFrom(1890, 1950, 1980, 2015)),
        sale_price: maybe(money),
        sale_date: maybe(date),
        land_use: maybe(fc.constantFrom('SINGLE FAMILY', 'RETAIL "A"', 'line one, line two')),
        acreage: maybe(fc.constantFrom(0.25, 1, 40)),
      }),
    }),
    {
      selector: ({ place }) => `${place.county_fips}:${place.parcel_id}`,
      maxLength: 14,
      minLength: 1,
      size: 'max',
    },
  )
  .map((all) =>
    all.map(({ place, mail, rest }) => {
      const [city, state, zip] = townOf[place.county_fips]!;
      const situs = { street: '12 ELM ST', city, zip };
      const own =
        mail === 'home' || mail === 'near'
          ? { mailing_city: city, mailing_state: state, mailing_zip: zip }
          : {};
      return { mail, record: { ...place, ...situs, ...own, ...MAIL[mail], ...rest } as Source };
    }),
  );

/** Canonical deeds with different ids; `book` identifies them. Names are of people who share no first word, or unknown. */
export const deeds = fc
  .array(
    fc.record({
      place,
      document: maybe(fc.integer({ min: 0, max: 5 })),
      rest: fc.record({
        sale_date: maybe(date),
        recorded_date: maybe(date),
        sale_price_usd: maybe(money),
        grantor: maybe(fc.constantFrom('ADAMS ANN', 'BAKER BEN')),
        grantee: maybe(fc.constantFrom('CLARK CAL', 'DAVIS DOT')),
        is_arm_length: maybe(fc.boolean()),
        parcel_count: maybe(fc.constantFrom(1, 1, 1, 2)),
      }),
    }),
    { maxLength: 25, size: 'max' },
  )
  .map((all) =>
    all.map(({ place, document, rest }, n): Source => {
      const number = document === null ? null : `D${document}`;
      return {
        ...place,
        ...rest,
        document_number: number,
        record_id: `r${n}`,
        book: `b${n}`,
        source: 'made up',
      };
    }),
  );

/** Canonical permits with different numbers, some of which name no parcel. */
export const permits = fc
  .array(
    fc.record({
      place,
      linked: fc.boolean(),
      rest: fc.record({
        filed_date: maybe(date),
        issued_date: maybe(date),
        estimated_cost: maybe(money),
        contractor_name: maybe(fc.constantFrom('ACME ROOFING INC', 'OWNER')),
        permit_status: maybe(fc.constantFrom('COMPLETE', 'ISSUED', 'ODD')),
      }),
    }),
    { maxLength: 8, size: 'max' },
  )
  .map((all) =>
    all.map(({ place, linked, rest }, n) => {
      return { ...place, parcel_id: linked ? place.parcel_id : null, ...rest, permit_number: `N${n}` };
    }),
  );

/** For each set of records, the counties that replace `COUNTIES`, in the same states. */
const COUNTIES_OF_SETS = [COUNTIES, ['31153', '31157', '37063'], ['31001', '31019', '37135']];

/**
 * Several sets of records to be loaded at once, since a load of more records takes hardly longer. Each set is in its own
 * counties and its deeds have their own ids, so that it is derived as if it were alone.
 */
export const inSets = <T>(
  one: fc.Arbitrary<T>,
): fc.Arbitrary<
  { set: T; move: <R extends { county_fips: string; record_id?: unknown; book?: unknown }>(record: R) => R }[]
> =>
  fc.tuple(...COUNTIES_OF_SETS.map(() => one)).map((sets) =>
    sets.map((set, n) => ({
      set,
      move: (record) => ({
        ...record,
        county_fips: COUNTIES_OF_SETS[n]![COUNTIES.indexOf(record.county_fips)]!,
        ...('record_id' in record
          ? { record_id: `${record.record_id}-${n}`, book: `${record.book}-${n}` }
          : {}),
      }),
    })),
  );
