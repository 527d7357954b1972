import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import { each } from '../../listed.ts';
import type { Json } from '../operations.ts';
import type { Wire } from '../wire.ts';
import { type Draft, type Known, wireOf } from './draft.ts';

const words = (r: Random, count: number, length: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + int(r, 0, 25)).repeat(length)).join(' ');

/** Texts that cost a search engine or a regular expression more than they cost to send. */
const TEXTS: ((r: Random) => string)[] = [
  (r) => words(r, int(r, 10, 400), 1),
  (r) => words(r, int(r, 5, 100), 3),
  (r) => 'a'.repeat(int(r, 100, 1_000)),
  (r) => 'ab'.repeat(int(r, 50, 500)),
  (r) => 'a '.repeat(int(r, 50, 500)),
  () => 'llc llc llc llc llc llc llc llc',
  () => '*',
  () => '?*?*?*?*?*',
  () => 'a* OR b* OR c*',
  () => 'name:(a OR *:*) AND _exists_:x~2',
  () => '.*.*.*.*=.*',
  () => '/(a+)+$/',
  () => `${'a'.repeat(40)}!`,
  () => '(((((((((((',
  () => '"unclosed phrase~',
  () => '{"query":{"match_all":{}}}',
  () => '\\',
  (r) => String(int(r, 0, 9)).repeat(int(r, 1, 300)),
  (r) => `${int(r, 0, 9)} ${words(r, 3, 1)}`,
  () => 'e',
  () => '  \t  ',
  () => "'; DROP TABLE api_keys; --",
  () => 'İ'.repeat(300),
];

type Ring = [number, number][];
const closed = (ring: Ring): Ring => [...ring, ring[0]!];
const around = (count: number, radius: (at: number) => number): Ring =>
  closed(
    Array.from({ length: count }, (_, at): [number, number] => {
      const turn = (at / count) * 2 * Math.PI;
      return [-96.7 + radius(at) * Math.cos(turn), 40.8 + radius(at) * Math.sin(turn)];
    }),
  );

/** Polygons that are expensive to cover, to cross or to fill. */
const AREAS: ((r: Random) => Json)[] = [
  () => [around(999, (at) => (at % 2 ? 0.001 : 0.3))],
  () => [around(999, (at) => (at % 2 ? 1 : 30))],
  () => [around(500, (at) => at / 50)],
  (r) => [closed(Array.from({ length: 998 }, () => [r() * 360 - 180, r() * 180 - 90] as [number, number]))],
  (r) => [closed(Array.from({ length: 300 }, () => [-96.7 + r() / 10, 40.8 + r() / 10] as [number, number]))],
  () => [
    closed([
      [-180, -90],
      [180, -90],
      [180, 90],
      [-180, 90],
    ]),
  ],
  () => [
    closed([
      [-96.7, 40.8],
      [-96.7, 40.8],
      [-96.7, 40.8],
    ]),
  ],
  () => [
    closed([
      [-179.999, 89.999],
      [179.999, 89.999],
      [0, 90],
    ]),
  ],
  () => [
    closed([
      [-125, 40.8],
      [-66, 40.8],
      [-66, 40.800001],
      [-125, 40.800001],
    ]),
  ],
  () => [
    closed([
      [-96.7, 24],
      [-96.69999, 24],
      [-96.69999, 50],
      [-96.7, 50],
    ]),
  ],
  () => [around(500, () => 0.2), ...Array.from({ length: 120 }, (_, n) => around(3, () => 0.001 * n))],
  () => [
    closed([
      [-97, 40],
      [-96, 41],
      [-97, 41],
      [-96, 40],
    ]),
  ],
  () => [
    closed(
      [
        [-97, 40],
        [-96, 40],
        [-96, 41],
        [-97, 41],
      ].map(([x, y]) => [x! + 1e-15, y! - 1e-15] as [number, number]),
    ),
  ],
];

const BOXES = [
  { north: 90, south: -90, east: 180, west: -180 },
  { north: 41, south: 40, east: -180, west: 180 },
  { north: 50, south: 24, east: -66, west: -125 },
  { north: 40.8, south: 40.8, east: -96.7, west: -96.7 },
  { north: 90, south: 89.999999, east: 180, west: -180 },
];

function region(r: Random): Json {
  const way = r();
  if (way < 0.3) return { bounds: pick(r, BOXES) };
  if (way < 0.45)
    return {
      near: {
        lat: pick(r, [0, 90, -90, 40.8]),
        lon: pick(r, [180, -180, -96.7]),
        meters: pick(r, [1e-9, 1, 1e5, 20_037_508]),
      },
    };
  const coordinates = pick(r, AREAS)(r);
  if (way < 0.85) return { within: { type: 'Polygon', coordinates } };
  return { within: { type: 'MultiPolygon', coordinates: Array(int(r, 1, 3)).fill(coordinates) } };
}

const FACETS = each(`
  county_fips absentee_owner tax_year land_use zip zoning_category entity_type out_of_state_owner
`);
const FIGURES = ['acreage', 'sale_price', 'deal_score', 'total_assessed_value', 'year_built'];
const SORTS = each(`assessed_value sale_price acreage year_built deal_score sale_date updated_at distance`);

/** Filters that ask for as much as they may. */
function filters(r: Random, known: Known): Json {
  const text = pick(r, TEXTS)(r).slice(0, 1_000);
  return pick(r, [
    {},
    { ownerName: text },
    { address: text.slice(0, 200) },
    { landUse: text, countyFips: known.county },
    { city: text, stateFips: '31' },
    { ids: Array.from({ length: 500 }, () => `31109:${int(r, 0, 1e9)}`) },
    { ids: Array(500).fill(known.parcels[0]) },
    { zoningCategories: Array(100).fill('residential'), ownerTypes: Array(100).fill('llc') },
    {
      valueRange: { min: -1e308, max: 1e308 },
      acreageRange: { min: 5e-324 },
      yearBuiltRange: { min: -1e9, max: 1e9 },
    },
    { updatedSince: '1970-01-01T00:00:00.000Z' },
    { saleDateRange: { min: '0001-01-01', max: '9999-12-31' }, ownerName: text },
  ]);
}

/** What a search route takes in addition to the search. */
function extra(r: Random, path: string): Json {
  if (path.endsWith('/facets'))
    return { by: FACETS.slice(0, int(r, 1, 8)), figures: FIGURES.slice(0, int(r, 1, 5)) };
  if (path.endsWith('/clusters')) return { zoom: pick(r, [0, 10, 17, 22, 24]) };
  if (path.endsWith('/count')) return {};
  if (path.endsWith('/export')) return { format: pick(r, ['csv', 'ndjson']) };
  return {
    sort: pick(r, SORTS),
    order: pick(r, ['asc', 'desc']),
    limit: pick(r, [1, 100, 500]),
    ...(r() < 0.5 ? { offset: pick(r, [0, 9_999, 10_001, 1e6, 9_007_199_254_740_991]) } : {}),
  };
}

const NUMBERS = each(`-1 0 1e400 9007199254740991 9007199254740992 -9223372036854775808 4.9e-324 500 501`);

/** A request that is cheap to send and might be expensive to answer. */
export function bomb(r: Random, draft: Draft, known: Known): Wire {
  const { path, parameters } = draft.operation;
  if (draft.body !== undefined && path.includes('/search')) {
    const touches = r() < 0.3 ? { touches: true } : {};
    draft.body = { ...region(r), ...touches, filters: filters(r, known), ...extra(r, path) };
    return wireOf(draft, known);
  }
  if (path.includes('/tiles/')) {
    const z = pick(r, [0, 8, 14, 17, 22, 30]);
    draft.path = {
      z: String(z),
      x: String(int(r, 0, 2 ** Math.min(z, 30) - 1)),
      y: String(int(r, 0, 2 ** Math.min(z, 30) - 1)),
    };
    return wireOf(draft, known);
  }
  if (path.endsWith('/export')) {
    draft.query = [['search', JSON.stringify({ ...region(r), filters: filters(r, known) }).slice(0, 60_000)]];
    return wireOf(draft, known);
  }
  for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
    const isText = schema.type === 'string' && !schema.pattern && !schema.enum;
    if (r() > (name === 'q' ? 1 : 0.4)) continue;
    const value = isText ? pick(r, TEXTS)(r).slice(0, schema.maxLength ?? 1_000) : pick(r, NUMBERS);
    draft.query = [...draft.query.filter(([own]) => own !== name), [name, value]];
  }
  for (const name of Object.keys(draft.path)) if (r() < 0.3) draft.path[name] = pick(r, TEXTS)(r);
  return wireOf(draft, known);
}
