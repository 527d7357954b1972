/** Requests to the main routes, with the answers as they arrive. */
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Place } from '../contract/place.ts';
import { each } from '../listed.ts';

interface Asked {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: object;
  status: number;
}

const BOX = { north: 41, south: 40, east: -96, west: -97 };
const PARCEL = '/api/v1/parcels/31109:0109109006000';
/** A parcel of the demo with an outline. */
const LOT = '/api/v1/parcels/31109:0901100001000';
const OWNER = '/api/v1/owners/Oak%20Street%20Holdings%20LLC';
const GEOJSON = { accept: 'application/geo+json' };
const PACKED = { 'accept-encoding': 'br, gzip' };
const ALL = { bounds: BOX };
const SEARCH = { ...ALL, limit: 500 };
/** Tiles with lots and with counts, and one without anything. */
const TILES = ['14/3791/6154', '4/3/6', '14/0/0'];

const get = (path: string, status = 200, headers = {}): Asked => ({ method: 'GET', path, headers, status });
const post = (path: string, body: object, status = 200, headers = {}): Asked => ({
  method: 'POST',
  path,
  body,
  headers,
  status,
});
const exported = (format: string) =>
  get(`/api/v1/search/export?${new URLSearchParams({ format, search: JSON.stringify(ALL) })}`);

const PAGES = each('/ /map /market /console /docs /docs/maps /assets/catalog.js /assets/pages/map.js');
const FEATURES = [
  '/ogc/collections/parcels/items?limit=500',
  '/ogc/collections/sales/items?bbox=-97,40,-96,41',
  '/ogc/collections/permits/items?bbox=-97,40,-96,41',
];

/** Requests with the key of an account. */
const KEYED: Asked[] = [
  get(PARCEL),
  get(PARCEL, 200, PACKED),
  { ...get(PARCEL), method: 'HEAD' },
  ...['owner', 'permits', 'deeds', 'risks', 'value', 'comparables', 'assessments'].map((of) =>
    get(`${PARCEL}/${of}`),
  ),
  get(`${LOT}?outline=true`, 200, GEOJSON),
  get(`${LOT}/outline`),
  get('/api/v1/parcels/at?lat=40.8136&lon=-96.7026', 200, GEOJSON),
  get('/api/v1/parcels/suggest?q=1200+north'),
  get('/api/v1/parcels/removed?cursor=*'),
  post('/api/v1/parcels/batch', { ids: ['31109:0901100001000', '31109:no'], outline: true }, 200, GEOJSON),
  post('/api/v1/parcels/match', { rows: [{ address: '1200 N Oak St', city: 'Lincoln', state: 'NE' }] }),
  post('/api/v1/search', SEARCH),
  post('/api/v1/search', SEARCH, 200, GEOJSON),
  post('/api/v1/search', { ...SEARCH, outline: true }, 200, GEOJSON),
  post('/api/v1/search', { ...SEARCH, cursor: '*' }),
  post('/api/v1/search/count', ALL),
  post('/api/v1/search/facets', { ...ALL, by: ['zip'] }),
  post('/api/v1/search/clusters', { ...ALL, zoom: 10 }),
  ...['ndjson', 'csv', 'geojson', 'parquet'].map(exported),
  post('/api/v1/search/export', { ...ALL, format: 'geojson', outline: true }),
  ...TILES.map((tile) => get(`/api/v1/tiles/${tile}.mvt`, tile === TILES.at(-1) ? 204 : 200, PACKED)),
  get('/api/v1/tiles.json'),
  get('/api/v1/coverage', 200, { origin: 'https://maps.example' }),
  get('/api/v1/coverage/sources'),
  ...['absentee', 'flips', 'entities?state_fips=31'].map((of) => get(`/api/v1/deals/${of}`, 200, GEOJSON)),
  get('/api/v1/deals/contractors'),
  ...['counties', 'trends?state_fips=31', 'accuracy'].map((of) => get(`/api/v1/market/${of}`)),
  get('/api/v1/owners/search?q=oak'),
  get(OWNER),
  get(`${OWNER}/properties`, 200, GEOJSON),
  get(`${OWNER}/portfolio`),
  ...['usage', 'usage/history', 'keys', 'webhooks', 'events'].map((of) => get(`/api/v1/${of}`)),
  ...FEATURES.map((path) => get(path)),
  get('/ogc/collections/parcels/items/31109%3A0901100001000'),
  get('/api/v1/parcels/31109:nowhere', 404),
  post('/api/v1/search', {}, 400),
  post('/api/v1/search', {}, 415, { 'content-type': 'text/plain' }),
  post('/api/v1/search', { ...SEARCH, sort: 'x'.repeat(200_000) }, 413),
  { ...get('/api/v1/coverage', 405), method: 'DELETE' },
];

/** Requests as anybody sends them. */
const KEYLESS: Asked[] = [
  ...[...PAGES, '/openapi.json', '/livez', '/readyz', '/metrics'].map((path) => get(path)),
  ...['', '/api', '/conformance', '/collections', '/collections/parcels'].map((path) => get(`/ogc${path}`)),
  get('/ogc', 200, { accept: 'text/html' }),
  get('/nowhere', 404),
  get('/api/v1/deals/absentee', 401),
  get('/api/v1/deals/absentee', 401, { accept: 'application/problem+json' }),
  get('/api/v1/coverage', 401, { authorization: 'Bearer wrong' }),
  {
    ...get('/api/v1/search', 204, {
      origin: 'https://maps.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    }),
    method: 'OPTIONS',
  },
];

/** A request and its answer, as the linter reads them. */
export interface Exchange {
  name: string;
  method: string;
  url: string;
  path: string;
  sent: [string, string][];
  body: string;
  /** Unix time at the answer, in seconds. */
  at: number;
  wanted: number;
  status: number;
  reason: string;
  headers: [string, string][];
  /** In base64. */
  content: string;
}

const headerOf = ({ headers }: Exchange, name: string) =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1];

async function exchange(
  origin: string,
  { method, path, headers = {}, body, status }: Asked,
): Promise<Exchange> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = {
    host: new URL(origin).host,
    'user-agent': 'referees',
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const sending = request(origin + path, { method, headers: all });
  sending.end(text);
  const [response] = await once(sending, 'response');
  const at = Date.now() / 1_000;
  const content = await buffer(response);
  const raw: string[] = response.rawHeaders;
  return {
    name: `${method} ${path.slice(0, 80)} ${response.statusCode}`,
    method,
    url: origin + path,
    path,
    sent: Object.entries(all),
    body: text,
    at,
    wanted: status,
    status: response.statusCode,
    reason: response.statusMessage,
    headers: raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]!] as [string, string]])),
    content: content.toString('base64'),
  };
}

/** Sends all requests, and those whose answers have an ETag once more with it. */
export async function exchanges({ origin, key }: Place): Promise<Exchange[]> {
  const withKey = KEYED.map((asked) => ({
    ...asked,
    headers: { authorization: `Bearer ${key}`, ...asked.headers },
  }));
  const made: Exchange[] = [];
  for (const asked of [...withKey, ...KEYLESS]) {
    const first = await exchange(origin, asked);
    made.push(first);
    const tag = headerOf(first, 'etag');
    if (tag === undefined || asked.method !== 'GET') continue;
    made.push(
      await exchange(origin, { ...asked, status: 304, headers: { ...asked.headers, 'if-none-match': tag } }),
    );
  }
  return made;
}

/** The text of an answer that is GeoJSON; null for other answers. */
export function geojsonOf(given: Exchange): string | null {
  const isGeojson = headerOf(given, 'content-type')?.startsWith('application/geo+json');
  return given.status === 200 && given.method !== 'HEAD' && isGeojson
    ? Buffer.from(given.content, 'base64').toString()
    : null;
}
