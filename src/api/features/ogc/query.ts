import Type, { type Static } from 'typebox';
import { FARTHEST_LON } from '../../../domain/geometry/wrap.ts';
import { wrong } from '../../../domain/problems.ts';
import { type Bounds, boundsArea, boundsPlace } from '../../../records/bounds.ts';
import type { Condition, Test } from '../../../records/question.ts';
import { Cursor } from '../../../records/schemas/common.ts';
import { MIDDLE } from '../../../records/touching.ts';
import { type Collection, PROPERTIES, type PropertyName } from './collections.ts';

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
  const box = boxOf(text);
  const place = boundsPlace(box);
  const location: Test = { is: 'in', field: 'location', place };
  const isSmall = box.north - box.south <= WIDEST_TOUCHED && Math.abs(box.east - box.west) <= WIDEST_TOUCHED;
  if (!outline || !isSmall) return location;
  return { touches: boundsArea(box), points: { location, middle: { is: 'in', field: MIDDLE, place } } };
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
