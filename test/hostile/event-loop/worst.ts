import { random } from '../../../src/loading/demo/random.ts';
import { EVERYWHERE } from '../../helper.ts';
import { each, listed } from '../../listed.ts';
import { bearer, JSON_BODY, type Known } from '../inputs/draft.ts';
import type { Json } from '../operations.ts';
import type { Wire } from '../wire.ts';
import { type Header, KIB, long } from './common.ts';
import { LOT_COUNTY, LOTS, lotId, MIDDLE, RADIUS, ringAround } from './lots.ts';

/** Requests by what is bad about them. */
export type Requests = Record<string, Wire>;
type Make = (known: Known) => Requests;

const API = '/api/v1';
const GEOJSON: Header = ['Accept', 'application/geo+json'];

const get = (known: Known, path: string, ...headers: Header[]): Wire => ({
  method: 'GET',
  target: path.startsWith('/') ? path : `${API}/${path}`,
  headers: [bearer(known.key), ...headers],
});

const post = (known: Known, path: string, body: Json, ...headers: Header[]): Wire => ({
  method: 'POST',
  target: `${API}/${path}`,
  headers: [bearer(known.key), JSON_BODY, ...headers],
  body: Buffer.from(JSON.stringify(body)),
});

const polygon = (...rings: number[][][]) => ({ within: { type: 'Polygon', coordinates: rings } });
const MOST_CORNERS = 1_000;
const closed = (ring: number[][]) => [...ring, ring[0]!];

/** Goes back and forth between two places, a little farther each time. */
const backAndForth = (from: number[], to: number[], step: number) =>
  polygon(
    closed(
      Array.from({ length: MOST_CORNERS }, (_, at) =>
        (at % 2 === 0 ? from : to).map((degrees) => degrees + at * step),
      ),
    ),
  );

/** Corners at random in a box. */
function scattered([west, south]: number[], width: number, height: number) {
  const r = random(1);
  const corner = () => [west! + r() * width, south! + r() * height];
  return polygon(closed(Array.from({ length: MOST_CORNERS }, corner)));
}

const LINCOLN = { lat: 40.8, lon: -96.7 };

/** Regions that take long to cover, to cross or to fill. */
const REGIONS: Record<string, Json> = {
  'a polygon along one line of 20 degrees': backAndForth([-110, 30], [-90, 45], 1e-7),
  'a circle along the borders of large lots': polygon(ringAround(MIDDLE, MOST_CORNERS, () => RADIUS)),
  'a polygon along a parallel': backAndForth([-106.7, 40.8], [-86.7, 40.8], 1e-7),
  'a polygon along a meridian': backAndForth([-96.7, 30], [-96.7, 50], 1e-7),
  'a polygon along a line in the county': backAndForth([-96.8, 40.7], [-96.6, 40.9], 1e-6),
  'a polygon of zigzags': polygon(
    closed(Array.from({ length: MOST_CORNERS }, (_, at) => [-110 + at * 0.02, 40.8 + (at % 2) * 0.01])),
  ),
  'a star in the county': polygon(ringAround(LINCOLN, MOST_CORNERS, (at) => (at % 2 ? 0.001 : 0.3))),
  'a star across the country': polygon(ringAround(LINCOLN, MOST_CORNERS, (at) => (at % 2 ? 1 : 30))),
  'a circle in the county': polygon(ringAround(LINCOLN, MOST_CORNERS, () => 0.1)),
  'a star over large lots': polygon(
    ringAround(MIDDLE, MOST_CORNERS, (at) => (at % 2 ? RADIUS / 2 : RADIUS * 1.5)),
  ),
  'corners at random on the globe': scattered([-180, -90], 360, 180),
  'corners at random in the county': scattered([-96.9, 40.6], 0.4, 0.4),
  'many triangles': {
    within: {
      type: 'MultiPolygon',
      coordinates: Array.from({ length: 333 }, (_, at) => [ringAround(LINCOLN, 3, () => 0.001 * at)]),
    },
  },
  'a circle with holes in each other': polygon(
    ringAround(LINCOLN, 500, () => 0.2),
    ...Array.from({ length: 120 }, (_, n) => ringAround(LINCOLN, 3, () => 0.001 * (n + 1))),
  ),
  'the globe': { bounds: { north: 90, south: -90, east: 180, west: -180 } },
  'the country': { bounds: EVERYWHERE },
  'the longest radius': { near: { ...LINCOLN, meters: 20_037_508 } },
  'a radius at a pole': { near: { lat: 90, lon: 0, meters: 100_000 } },
};

/** Texts that cost a search engine or a regular expression more than they cost to send. */
const TEXTS: Record<string, string> = {
  wildcards: '*?',
  'a regular expression': '(a+)+.*$|',
  'short words': 'a ',
  'one word': 'a',
  digits: '1',
  'care-of marks': 'C/O ',
  'percent signs': '% ',
  initials: 'L L C ',
  'street words': 'saint street north ',
  ordinals: 'twenty first ',
  marks: 'e\u0301',
  'a ligature': '\ufdfa',
  'capitals that grow': 'İ',
  'query syntax': 'name:(a OR *:*) AND _exists_:x~2 "',
  'open brackets': '({[',
};
const textsOf = (length: number): [string, string][] =>
  Object.entries(TEXTS).map(([what, text]) => [what, text.repeat(length).slice(0, length).toWellFormed()]);

const OWNERS = textsOf(1_000);
const FILTERS: Record<string, Json> = {
  ...Object.fromEntries(OWNERS.map(([what, text]) => [`an owner of ${what}`, { ownerName: text }])),
  ...Object.fromEntries(textsOf(200).map(([what, text]) => [`an address of ${what}`, { address: text }])),
  'a land use of wildcards': { landUse: '*?'.repeat(500), stateFips: '31' },
  'a city of wildcards': { city: '*'.repeat(1_000), stateFips: '31' },
  'the longest ids': { ids: Array.from({ length: 500 }, (_, n) => `31109:${'x'.repeat(500)}${n}`) },
  'one id many times': { ids: Array(500).fill(lotId(1)) },
  'many filters': {
    zoningCategories: Array(100).fill('residential'),
    ownerTypes: Array(100).fill('llc'),
    stateFips: '31',
    ownerName: 'e',
    address: 'e',
    absenteeOnly: true,
    valueRange: { min: -1e308, max: 1e308 },
    saleDateRange: { min: '0001-01-01', max: '9999-12-31' },
  },
};

const LOT_IDS = Array.from({ length: LOTS }, (_, n) => lotId(n));
const FACETS = {
  by: each('county_fips absentee_owner tax_year land_use zip zoning_category entity_type out_of_state_owner'),
  figures: ['acreage', 'sale_price', 'deal_score', 'total_assessed_value', 'year_built'],
};

/** A search with each region and filter, and with `more` in all of them. */
const searches =
  (path: string, more: Json): Make =>
  (known) => ({
    ...Object.fromEntries(
      [true, false].flatMap((touches) =>
        Object.entries(REGIONS).map(([what, region]) => [
          `${what}${touches ? ', touched' : ''}`,
          post(known, path, { ...region, touches, ...more }),
        ]),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(FILTERS).map(([what, filters]) => [
        what,
        post(known, path, { ...REGIONS['a circle in the county'], filters, ...more }),
      ]),
    ),
  });

/** The longest parameter of a path as sent. */
const LONGEST_PARAMETER = 16_384;

/** As much of a text as fits in a parameter. */
function encoded(text: string): string {
  const all = encodeURIComponent(text);
  const share = LONGEST_PARAMETER / all.length;
  return share >= 1
    ? all
    : encodeURIComponent(text.slice(0, Math.floor(text.length * share) - 20).toWellFormed());
}

const named =
  (path: (text: string) => string, texts: [string, string][]): Make =>
  (known) =>
    Object.fromEntries(texts.map(([what, text]) => [what, get(known, path(encoded(text)))]));

/** Routes of which what all routes get is the worst that is known. The files are sent by one handler. */
const PLAIN =
  listed(`GET /openapi.json · GET /api/v1/openapi.json · GET /livez · GET /readyz · GET /metrics · GET /ogc ·
  GET /ogc/api · GET /ogc/conformance · GET /ogc/collections · GET /ogc/collections/:collectionId ·
  GET /api/v1/tiles.json · GET /api/v1/coverage · GET /api/v1/coverage/sources ·
  GET /api/v1/market/counties · GET /api/v1/market/accuracy · GET /api/v1/parcels/removed ·
  GET /api/v1/usage · GET /api/v1/usage/history · GET /api/v1/keys · POST /api/v1/keys/:id/rotate ·
  DELETE /api/v1/keys/:id · POST /api/v1/signup · GET /api/v1/webhooks · GET /api/v1/webhooks/:id ·
  DELETE /api/v1/webhooks/:id · GET /api/v1/webhooks/:id/deliveries ·
  GET /api/v1/webhooks/:id/deliveries/:deliveryId · POST /api/v1/webhooks/:id/deliveries/retry ·
  POST /api/v1/webhooks/:id/deliveries/settle · POST /api/v1/webhooks/:id/deliveries/:deliveryId/settle ·
  POST /api/v1/webhooks/:id/deliveries/:deliveryId/retry · POST /api/v1/webhooks/:id/test ·
  GET /api/v1/events · GET /basemap.pmtiles · GET / · GET /map · GET /market · GET /console · GET /docs ·
  GET /docs/* · GET /assets/*`);

const longId = (rest = ''): Make => named((text) => `parcels/31109%3A${text}${rest}`, textsOf(4_000));
const names = (rest = ''): Make => named((text) => `owners/${text}${rest}`, textsOf(16_000));

/** Messages with as much in them as fits. */
const calls: Make = (known) => {
  const call = (args: string): Wire => ({
    method: 'POST',
    target: '/mcp',
    headers: [bearer(known.key), JSON_BODY, ['Accept', 'application/json, text/event-stream']],
    body: Buffer.from(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_parcels","arguments":${args}}}`,
    ),
  });
  return {
    'a deep call': call(`{"within":${'['.repeat(60 * KIB)}${']'.repeat(60 * KIB)}}`),
    'many notifications': {
      ...call('{}'),
      body: Buffer.from(`[${long('{"jsonrpc":"2.0","method":"a"},', 125 * KIB)}{}]`),
    },
  };
};

/** The worst known requests of every route, the worst first, besides what all routes get (`common.ts`). */
export const WORST: Record<string, Make> = {
  ...Object.fromEntries(PLAIN.map((route) => [route, () => ({})])),
  'POST /api/v1/parcels/batch': (known) => ({
    'large lots as GeoJSON': post(known, 'parcels/batch', { ids: LOT_IDS, outline: true }, GEOJSON),
    'the longest ids': post(known, 'parcels/batch', {
      ids: Array.from({ length: 500 }, (_, n) => `31109:${'x'.repeat(500)}${n}`),
    }),
    'ids that are too long': post(known, 'parcels/batch', {
      ids: Array.from({ length: 500 }, (_, n) => `31109:${'x'.repeat(1_900)}${n}`),
    }),
  }),
  'POST /api/v1/parcels/match': (known) => ({
    'addresses of many words': post(known, 'parcels/match', {
      rows: Array.from({ length: 1_000 }, (_, n) => ({
        address: `${n} ${'qx '.repeat(60)}`,
        city: 'a '.repeat(90),
        state: 'NE',
      })),
    }),
    'addresses with typos': post(known, 'parcels/match', {
      rows: Array.from({ length: 1_000 }, (_, n) => ({
        address: `${n} N Elmx St #${n}`,
        county_fips: '31109',
      })),
    }),
    'numbers of the same county': post(known, 'parcels/match', {
      rows: Array.from({ length: 1_000 }, (_, n) => ({ parcel_id: `${n}`, county_fips: '31109' })),
      fields: ['id', 'address'],
    }),
  }),
  'GET /api/v1/parcels/:id/outline': longId('/outline'),
  'GET /api/v1/parcels/at': (known) => ({
    'the longest radius beside large lots': get(
      known,
      `parcels/at?lat=${MIDDLE.lat}&lon=${MIDDLE.lon + 2 * RADIUS}&meters=1000`,
    ),
    'large lots as GeoJSON': get(
      known,
      `parcels/at?lat=${MIDDLE.lat}&lon=${MIDDLE.lon}&outline=true`,
      GEOJSON,
    ),
    'a pole': get(known, 'parcels/at?lat=89.9999&lon=0&meters=1000'),
  }),
  'GET /api/v1/parcels/suggest': named((text) => `parcels/suggest?limit=20&q=${text}`, textsOf(200)),
  'GET /api/v1/parcels/:id': longId(),
  'GET /api/v1/parcels/:id/owner': longId('/owner'),
  'GET /api/v1/parcels/:id/permits': longId('/permits'),
  'GET /api/v1/parcels/:id/deeds': longId('/deeds'),
  'GET /api/v1/parcels/:id/risks': longId('/risks'),
  'GET /api/v1/parcels/:id/assessments': longId('/assessments'),
  'GET /api/v1/parcels/:id/value': longId('/value'),
  'GET /api/v1/parcels/:id/comparables': longId('/comparables?limit=50'),
  'POST /api/v1/search': (known) => ({
    'large lots as GeoJSON': post(
      known,
      'search',
      { filters: { countyFips: LOT_COUNTY }, outline: true, limit: 500 },
      GEOJSON,
    ),
    ...searches('search', { limit: 500, sort: 'assessed_value' })(known),
    'a far page': post(known, 'search', { bounds: EVERYWHERE, limit: 500, offset: 1_000_000 }),
    'the last offset': post(known, 'search', { bounds: EVERYWHERE, offset: Number.MAX_SAFE_INTEGER }),
  }),
  'POST /api/v1/search/count': searches('search/count', {}),
  'POST /api/v1/search/facets': searches('search/facets', FACETS),
  'POST /api/v1/search/clusters': searches('search/clusters', { zoom: 17 }),
  'POST /api/v1/search/export': (known) => ({
    'large lots as GeoJSON': post(known, 'search/export', {
      filters: { countyFips: LOT_COUNTY },
      format: 'geojson',
      outline: true,
    }),
    'large lots as Parquet': post(known, 'search/export', {
      filters: { countyFips: LOT_COUNTY },
      format: 'parquet',
      outline: true,
    }),
    ...searches('search/export', { format: 'csv' })(known),
  }),
  'GET /api/v1/search/export': (known) =>
    Object.fromEntries(
      Object.entries(REGIONS).map(([what, region]) => [
        what,
        get(known, `search/export?search=${encodeURIComponent(JSON.stringify(region))}`),
      ]),
    ),
  'GET /api/v1/tiles/:z/:x/:y.mvt': (known) => ({
    'the world': get(known, 'tiles/0/0/0.mvt'),
    'a tile of large lots': get(known, 'tiles/13/1829/3048.mvt'),
    'filters of many': get(
      known,
      `tiles/13/1829/3048.mvt?filters=${encodeURIComponent(JSON.stringify({ ownerName: 'a '.repeat(1_000) }))}`,
    ),
  }),
  'GET /ogc/collections/:collectionId/items': (known) => ({
    'large lots': get(known, `/ogc/collections/parcels/items?limit=500&county_fips=${LOT_COUNTY}`),
    'a box on the border of large lots': get(
      known,
      `/ogc/collections/parcels/items?limit=500&bbox=${[MIDDLE.lon - 0.1, MIDDLE.lat - 0.1, MIDDLE.lon + 0.1, MIDDLE.lat + 0.1]}`,
    ),
    'all sales': get(known, '/ogc/collections/sales/items?limit=500&datetime=../..'),
    'all permits': get(known, '/ogc/collections/permits/items?limit=500&datetime=../..'),
  }),
  'GET /ogc/collections/:collectionId/items/:featureId': (known) => ({
    'a large lot': get(known, `/ogc/collections/parcels/items/${encodeURIComponent(lotId(0))}`),
  }),
  'GET /api/v1/deals/absentee': (known) => ({
    'a far page': get(known, 'deals/absentee?limit=500&offset=9007199254740991'),
  }),
  'GET /api/v1/deals/flips': (known) => ({
    'a far page': get(known, 'deals/flips?limit=500&offset=1000000'),
    'a far page of flippers': get(known, 'deals/flips?view=flippers&limit=500&offset=1000000'),
  }),
  'GET /api/v1/deals/contractors': named((text) => `deals/contractors?limit=500&search=${text}`, OWNERS),
  'GET /api/v1/deals/entities': named((text) => `deals/entities?top=true&limit=500&search=${text}`, OWNERS),
  'GET /api/v1/market/trends': (known) => ({
    'all counties': get(known, `market/trends?county_fips=${long('31109,', 23_990)}31109`),
  }),
  'GET /api/v1/owners/search': named((text) => `owners/search?limit=500&q=${text}`, OWNERS),
  'GET /api/v1/owners/:name': names(),
  'GET /api/v1/owners/:name/properties': (known) => ({
    'large lots as GeoJSON': get(known, 'owners/WREN%2C%20ODETTE/properties?limit=500&outline=true', GEOJSON),
    ...names('/properties')(known),
  }),
  'GET /api/v1/owners/:name/portfolio': names('/portfolio'),
  'POST /api/v1/keys': (known) => ({
    'many ranges of addresses': post(known, 'keys', {
      name: 'x',
      allowed_addresses: Array.from({ length: 4_000 }, () => '2001:db8::/32'),
    }),
  }),
  'POST /api/v1/webhooks': (known) => {
    const watching = (ids: string[]) =>
      post(known, 'webhooks', {
        url: `${known.receiver}?n=1`,
        event_types: ['parcel.sold'],
        filter_kind: 'parcel_ids',
        filter_value: { parcel_ids: ids },
      });
    const ids = (count: number, idOf: (n: number) => string) =>
      watching(Array.from({ length: count }, (_, n) => idOf(n)));
    return {
      'as many numbers as may be given': ids(10_000, (n) => `${n}`),
      'the longest ids': ids(10_000, (n) => `31:109:${String(n).padStart(64, 'x')}`),
      'one number many times': ids(10_000, () => 'x'),
      'more numbers than may be given': ids(120_000, (n) => `${n}`),
      blanks: ids(10, () => `a${' '.repeat(90_000)}b`),
    };
  },
  'POST /mcp': calls,
};
