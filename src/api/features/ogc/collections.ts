import Type, { type Static, type TSchema } from 'typebox';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import { FARTHEST_LON } from '../../../domain/geometry/wrap.ts';
import { wrong } from '../../../domain/problems.ts';
import { ZONING_CATEGORIES } from '../../../domain/zoning-category.ts';
import type { Clause, Condition, Test } from '../../../records/question.ts';
import { type Bounds, regionCondition } from '../../../records/region.ts';
import { CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Cursor, Substring } from '../../../records/schemas/common.ts';
import type { Parcel } from '../../../records/schemas/parcel.ts';
import type { Permit } from '../../../records/schemas/permit.ts';
import type { FieldName } from '../../answers/fields.ts';

const word = (description: string, example: string) => Substring(description, example, 100);

/** Properties of features that a request can filter by, equal to a value. */
export const PROPERTIES = {
  county_fips: CountyFips,
  state_fips: StateFips,
  parcel_id: word('Parcel number', '0109109006000'),
  city: word('City', 'LINCOLN'),
  zip: word('ZIP code as stored', '68508'),
  owner_id: word('Stable id of the owner', '5f0c1d7e9a3b4c625f0c'),
  entity_type: Type.Enum([...ENTITY_TYPES], { description: 'Kind of owner' }),
  zoning_category: Type.Enum([...ZONING_CATEGORIES], { description: 'Zoning category' }),
  absentee_owner: Type.Boolean({ description: 'Whether the owner’s mailing address is elsewhere' }),
  out_of_state_owner: Type.Boolean({ description: 'Whether it is in another state or country' }),
  year_built: Type.Integer({ minimum: 0, maximum: 9_999, description: 'Year built' }),
  contractor_id: word('Stable id of the contractor, of permits', '4c1d7e9a3b5f0c625f0c'),
} satisfies Record<string, TSchema>;
export type PropertyName = keyof typeof PROPERTIES;

const OF_PERMITS: PropertyName[] = ['county_fips', 'contractor_id'];
const OF_PARCELS = (Object.keys(PROPERTIES) as PropertyName[]).filter((name) => name !== 'contractor_id');

interface Shared {
  title: string;
  description: string;
  /** The properties that a request can filter by. */
  properties: PropertyName[];
  /** Which records are its features. */
  filter: Clause[];
  /** What `datetime` is compared with. */
  time: { field: string; isDay: boolean };
  /** A keyword that orders the few records that share a number. */
  tie: string;
}

interface OfParcels extends Shared {
  kind: 'parcels';
  /** Null for all of the parcel. */
  fields: FieldName[] | null;
  /** Whether geometries are outlines where these are known. */
  outline: boolean;
  isFeature(parcel: Parcel): boolean;
}

interface OfPermits extends Shared {
  kind: 'permits';
  isFeature(permit: Permit): boolean;
}

export type Collection = OfParcels | OfPermits;

const PLACED = { exists: { field: 'location' } };

export const COLLECTIONS: Readonly<Record<string, Collection>> = {
  parcels: {
    kind: 'parcels',
    title: 'Parcels',
    description:
      'Every parcel with its owner, values and deal score: its outline where it is known, else its point. `datetime` is compared with `updated_at`.',
    properties: OF_PARCELS,
    filter: [],
    time: { field: 'updated_at', isDay: false },
    tie: 'id',
    fields: null,
    outline: true,
    isFeature: () => true,
  },
  sales: {
    kind: 'parcels',
    title: 'Sales',
    description: 'The last sale of each parcel as a point. `datetime` is compared with `sale_date`.',
    properties: OF_PARCELS,
    filter: [{ exists: { field: 'sale_date' } }, PLACED],
    time: { field: 'sale_date', isDay: true },
    tie: 'id',
    isFeature: ({ sale_date, location }) => sale_date !== null && location !== null,
    fields: [
      'id',
      'county_fips',
      'parcel_id',
      'address',
      'city',
      'zip',
      'sale_date',
      'sale_price',
      'sale_arms_length',
      'land_use',
      'zoning_category',
      'building_sqft',
      'year_built',
      'total_assessed_value',
    ],
    outline: false,
  },
  permits: {
    kind: 'permits',
    title: 'Permits',
    description:
      'The building permits that their publisher gives a place, as points. `datetime` is compared with `filed_date`, else `issued_date`.',
    properties: OF_PERMITS,
    filter: [PLACED],
    time: { field: 'internal.date', isDay: true },
    tie: 'internal.parcel',
    isFeature: ({ location }) => location !== null,
  },
};

export const MOST = 500;
export const DEFAULT = 10;
/** Wider boxes are matched with points: too many outlines lie on their border. In degrees. */
const WIDEST_TOUCHED = 0.1;

const NUMBER = '-?[0-9]{1,3}(\\.[0-9]{1,20})?';
const DAY = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const TIME = `${DAY}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2}))?`;

/** The parameters of /items. A `limit` above the most is read as the most, as the standard wants. */
export const ItemsQuery = Type.Object(
  {
    bbox: Type.Optional(
      Type.String({
        pattern: `^${NUMBER}(,${NUMBER}){3}((,${NUMBER}){2})?$`,
        maxLength: 200,
        'x-form': 'four numbers, or six with heights, separated by commas',
        description:
          'West, south, east and north in degrees (WGS84); with heights, which are ignored, six numbers',
      }),
    ),
    datetime: Type.Optional(
      Type.String({
        pattern: `^(${TIME}|(${TIME}|\\.\\.)?/(${TIME}|\\.\\.)?)$`,
        maxLength: 100,
        'x-form': 'a time, or two separated by /, of which one may be `..`',
        description: 'A time, or an interval of two, such as 2024-01-01/.. for this day and later',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: DEFAULT,
        description: `Most features of a page; more than ${MOST} is read as ${MOST}`,
      }),
    ),
    cursor: Type.Optional(Cursor),
    ...(Object.fromEntries(
      Object.entries(PROPERTIES).map(([name, schema]) => [name, Type.Optional(schema)]),
    ) as { [N in keyof typeof PROPERTIES]: ReturnType<typeof Type.Optional<(typeof PROPERTIES)[N]>> }),
  },
  { additionalProperties: false },
);
export type ItemsQuery = Static<typeof ItemsQuery>;

function boxOf(text: string): Bounds {
  const numbers = text.split(',').map(Number);
  const [west, south, east, north] = numbers.length === 6 ? numbers.filter((_, at) => at % 3 !== 2) : numbers;
  const box = { west: west!, south: south!, east: east!, north: north! };
  if (Math.abs(box.south) > 90 || Math.abs(box.north) > 90)
    throw wrong('bbox', 'must have latitudes from -90 to 90');
  if (Math.abs(box.west) > FARTHEST_LON || Math.abs(box.east) > FARTHEST_LON)
    throw wrong('bbox', `must have longitudes from -${FARTHEST_LON} to ${FARTHEST_LON}`);
  if (box.south > box.north) throw wrong('bbox', 'must have its south below its north');
  return box;
}

function inBox(text: string, outline: boolean): Condition {
  const bounds = boxOf(text);
  const { north, south, east, west } = bounds;
  const isSmall = north - south <= WIDEST_TOUCHED && Math.abs(east - west) <= WIDEST_TOUCHED;
  return regionCondition({ bounds, touches: outline && isSmall });
}

function during(text: string, { field, isDay }: Collection['time']): Condition {
  const read = (part: string | undefined, isEnd: boolean): string | undefined => {
    if (!part || part === '..') return undefined;
    const time = Date.parse(part);
    if (!(time >= 0)) throw wrong('datetime', 'must hold times from 1970 on that the calendar has');
    const iso = new Date(time).toISOString();
    if (isDay) return iso.slice(0, 10);
    // A day is all of it.
    return isEnd && !part.includes('T') ? `${iso.slice(0, 10)}T23:59:59.999Z` : iso;
  };
  const parts = text.split('/');
  const from = read(parts[0], false);
  const to = read(parts.at(-1), true);
  if (from !== undefined && to !== undefined && from > to)
    throw wrong('datetime', 'must begin before it ends');
  return from === undefined && to === undefined ? { exists: { field } } : { is: 'between', field, from, to };
}

const equalTo = (field: string, value: string | boolean | number): Test =>
  typeof value === 'number'
    ? { is: 'between', field, from: value, to: value }
    : { is: 'equal', field, value };

/** The conditions of a request for features. Throws 400, naming the parameter. */
export function conditionsOf(
  { bbox, datetime, ...query }: ItemsQuery,
  { filter, time, properties, ...collection }: Collection,
): Condition[] {
  const outline = collection.kind === 'parcels' && collection.outline;
  const given = (Object.keys(PROPERTIES) as PropertyName[]).filter((name) => query[name] !== undefined);
  for (const name of given) if (!properties.includes(name)) throw wrong(name, 'is not a known field');
  return [
    ...filter,
    ...(bbox === undefined ? [] : [inBox(bbox, outline)]),
    ...(datetime === undefined ? [] : [during(datetime, time)]),
    ...given.map((name) => equalTo(name, query[name]!)),
  ];
}
