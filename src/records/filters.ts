import Type, { type Static, type TSchema } from 'typebox';
import { ENTITY_TYPES } from '../domain/entity-class.ts';
import { isCounty, stateByFips } from '../domain/geography.ts';
import { parseParcelId } from '../domain/parcel-id.ts';
import { wrong } from '../domain/problems.ts';
import { ZONING_CATEGORIES } from '../domain/zoning-category.ts';
import {
  choices,
  days,
  equal,
  type Filter,
  flag,
  integers,
  known,
  numbers,
  oneText,
  selective,
  since,
  someTexts,
  withWords,
} from './filter-kinds.ts';
import type { Clause, Test } from './question.ts';
import { CountyFips, StateFips } from './schemas/area.ts';
import { Substring } from './schemas/common.ts';
import { addressFits, LONGEST_TYPED, readAddress } from './situs.ts';
import { namesBegin, ownerWords } from './words.ts';

/** A pattern that matches the words in any case: plain JSON Schema has no flag for that. */
function anyCase(words: readonly string[]): string {
  const letters = (word: string) => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  return `^(?:${words.map(letters).join('|')})$`;
}

const MOST_IDS = 500;

/** Parcel ids in their stored spelling. */
function idsOf(texts: readonly string[], field: string): string[] {
  return texts.map((text) => {
    const parsed = parseParcelId(text);
    if (!parsed) throw wrong(field, `holds ${text.slice(0, 100) || '""'}, which is not a parcel id`);
    return parsed.id;
  });
}

/** Accepts only times that Elasticsearch and JavaScript read alike. Leap seconds are not among them. */
function timeOf(text: string, field: string): string {
  const time = Date.parse(text);
  if (!(time >= 0 && time < Date.UTC(9999, 0))) throw wrong(field, 'must be a time from 1970 to 9998');
  return new Date(time).toISOString();
}

/**
 * Every filter. Schema, condition and OpenAPI text follow from an entry, and so does the form on the map for those with a label.
 */
export const FILTERS = {
  zoningCategories: choices('Zoning', 'zoning_category', ZONING_CATEGORIES, {
    word: Type.String({
      pattern: anyCase(ZONING_CATEGORIES),
      'x-form': `one of ${ZONING_CATEGORIES.join(', ')}`,
      examples: ['residential'],
    }),
    description: `Zoning categories, in any case: ${ZONING_CATEGORIES.join(', ')}`,
    read: (word) => word.toLowerCase(),
  }),
  ownerTypes: choices('Owner', 'entity_type', ENTITY_TYPES, {
    word: Type.Enum([...ENTITY_TYPES]),
    description: 'Kinds of owner',
  }),
  absenteeOnly: flag(
    'Only absentee owners',
    'absentee_owner',
    'Only parcels whose owner’s mailing address is elsewhere',
  ),
  outOfStateOnly: flag(
    'Only out-of-state owners',
    'out_of_state_owner',
    'Only parcels whose owner’s mailing address is in another state or country',
  ),
  valueRange: numbers('Assessed value, USD', 'total_assessed_value'),
  estimatedValueRange: numbers('Estimated value, USD', 'estimated_value'),
  yearBuiltRange: integers('Year built', 'year_built'),
  acreageRange: numbers('Lot size, acres', 'acreage'),
  lotSqftRange: numbers('Lot area, square feet', 'lot_sqft'),
  buildingSqftRange: numbers('Floor area, square feet', 'building_sqft'),
  bedroomsRange: numbers('Bedrooms', 'bedrooms'),
  bathroomsRange: numbers('Bathrooms', 'bathrooms'),
  unitsRange: integers('Dwelling units', 'units'),
  salePriceRange: numbers('Sale price, USD', 'sale_price'),
  saleDateRange: days('Sale date', 'sale_date'),
  taxYearRange: integers('Tax year', 'tax_year'),
  countyFips: selective(
    oneText(CountyFips, (code, field) => {
      if (!isCounty(code)) throw wrong(field, 'must be the FIPS code of a county');
      return equal('county_fips', code);
    }),
  ),
  stateFips: selective(
    oneText(StateFips, (code, field) => {
      if (!stateByFips(code)) throw wrong(field, 'must be the FIPS code of a state');
      return equal('state_fips', code);
    }),
  ),
  zip: selective(
    oneText(
      Type.String({
        pattern: '^[0-9]{5}$',
        'x-form': 'a 5-digit ZIP code',
        description: 'ZIP code of the parcel, 5 digits',
        examples: ['68508'],
      }),
      // Some publishers give nine digits.
      (zip) => ({ is: 'begun', field: 'zip', with: zip }),
    ),
  ),
  city: oneText(
    Substring(
      'Whole name of the parcel’s city, in any case. It needs `stateFips` or a region as well',
      'Lincoln',
    ),
    (city) => ({ term: { city: { value: city.toWellFormed(), case_insensitive: true } } }),
  ),
  address: oneText(
    Substring(
      'Words of the address, whole or their beginnings, as in `GET /parcels/suggest` but without typos',
      '1200 n oak st',
      LONGEST_TYPED,
    ),
    (text, field) => addressFits(readAddress(text, field)),
  ),
  ownerId: selective(
    oneText(
      Type.String({
        pattern: '^[0-9a-f]{20}$',
        'x-form': 'the `owner_id` of a parcel',
        description: '`owner_id` of the parcel',
        examples: ['5f0c1d7e9a3b4c625f0c'],
      }),
      (id) => equal('owner_id', id),
    ),
  ),
  ownerName: oneText(
    Substring('Words of the owner’s name, whole or their beginnings, in any order', 'smith joh'),
    (text, field) => ({ bool: { filter: namesBegin('internal.owner_words', ownerWords(text, field)) } }),
  ),
  ids: selective(
    someTexts(
      Type.String({ description: '<county_fips>:<parcel_id>, or the canonical_id' }),
      MOST_IDS,
      `Ids of parcels, at most ${MOST_IDS}`,
      (texts, field) => ({ is: 'among', field: 'id', values: idsOf(texts, field) }),
    ),
  ),
  landUse: oneText(
    Substring('Words of the land use as published, whole, in any order and case', 'single family'),
    (text, field) => withWords('land_use.words', text, field),
  ),
  permitSince: oneText(
    Type.String({
      format: 'date',
      description:
        'Only parcels with a permit filed on this day or later, or issued if the filing date is unknown',
      examples: ['2024-01-31'],
    }),
    (day) => since('internal.last_permit', day),
  ),
  located: known(
    'location',
    'false: only parcels without a location, which no region has; true: only parcels with one',
  ),
  updatedSince: selective(
    oneText(
      Type.String({
        format: 'date-time',
        description:
          'Only parcels whose `updated_at` is this time or later. Use `next_updated_since` of the answer for the next ' +
          'request, so that no change is missed. `GET /parcels/removed` tells which parcels are gone',
        examples: ['2026-01-31T12:00:00.000Z'],
      }),
      (time, field) => since('updated_at', timeOf(time, field)),
    ),
  ),
};

type FilterName = keyof typeof FILTERS;

const ENTRIES = (Object.entries(FILTERS) as [FilterName, Filter<TSchema>][]).map(([name, filter]) => ({
  name,
  field: `filters.${name}`,
  ...filter,
}));

/** The filters that stand in for a region. */
export const SELECTIVE = ENTRIES.flatMap(({ name, isSelective }) => (isSelective ? [name] : []));

/** The filters that have a form on the map. */
export const FORMS = ENTRIES.flatMap(({ name, label, control }) =>
  label !== undefined && control ? [{ name, label, ...control }] : [],
);

export const Filters = Type.Object(
  Object.fromEntries(ENTRIES.map(({ name, schema }) => [name, Type.Optional(schema)])) as unknown as {
    [N in FilterName]: ReturnType<typeof Type.Optional<(typeof FILTERS)[N]['schema']>>;
  },
  {
    additionalProperties: false,
    title: 'Filters',
    description: 'All optional; a parcel must meet every one given',
  },
);
export type Filters = { [N in FilterName]?: Static<(typeof FILTERS)[N]['schema']> };

/** The conditions of the filters, in the table's order, so that equal filters make equal queries. */
export function filterConditions(filters: Filters): (Test | Clause)[] {
  const conditions: (Test | Clause)[] = [];
  for (const { name, field, condition } of ENTRIES) {
    const value = filters[name];
    const found = value === undefined ? null : condition(value, field);
    if (found) conditions.push(found);
  }
  return conditions;
}
