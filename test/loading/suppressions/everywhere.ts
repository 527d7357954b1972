/** Requests to every route that could show a name, and a search for one in all answers. */
import type { FastifyInstance } from 'fastify';
import { parquetReadObjects } from 'hyparquet';
import { call, EVERYWHERE } from '../../helper.ts';
import { listed } from '../../listed.ts';
import { square } from '../../squares.ts';

/** Words that only answers with a suppressed name have; the requests spell the names differently. */
export const CANARY = /zzquill|marrowfat/i;
const ASKED = 'ZZQÜILL';

export const COUNTY = '31109';
export const OTHER_COUNTY = '31055';
const PLACE = { county_fips: COUNTY, parcel_id: 'c1' };
const MAILING = { mailing_address: '17 Marrowfat Ln, Reno, NV 89501' };

/** One parcel for each way in which a record names somebody, and others that stay. */
export const PARCELS = [
  {
    ...PLACE,
    street: '1200 N Oak St',
    city: 'Lincoln',
    zip: '68508',
    lat: 40.8136,
    lon: -96.7026,
    outline: square(-96.7031, 40.8131),
    owner_name: 'ZZQUILL HOLDINGS LLC',
    owner_name_2: 'HAWTHORNE ZZQUILL',
    ...MAILING,
    total_assessed_value: 265_000,
    land_use: 'Single Family',
    zoning: 'R-4',
    source: 'test',
  },
  {
    county_fips: COUNTY,
    parcel_id: 'c2',
    street: '7 Elm St',
    owner_name: 'MARTEN LLC',
    owner_name_2: 'Zzquill Holdings, L.L.C.',
    ...MAILING,
    source: 'test',
  },
  {
    county_fips: OTHER_COUNTY,
    parcel_id: 'c3',
    owner_name: 'zzquill holdings llc',
    ...MAILING,
    source: 'test',
  },
  {
    county_fips: COUNTY,
    parcel_id: 'other',
    street: '9 Oak St',
    owner_name: 'OAK STREET HOLDINGS LLC',
    mailing_address: '9 Pier Rd, Reno, NV 89501',
    total_assessed_value: 100_000,
    source: 'test',
  },
];
const DEED = { ...PLACE, document_type: 'Warranty Deed', source: 'test' };
export const DEEDS = [
  {
    ...DEED,
    document_number: '1',
    sale_date: '2020-01-10',
    sale_price_usd: 100_000,
    grantor: 'FINCH, ADA',
    grantee: 'ZZQUILL HOLDINGS LLC',
  },
  {
    ...DEED,
    document_number: '2',
    sale_date: '2020-08-10',
    sale_price_usd: 150_000,
    grantor: 'ZZQUILL HOLDINGS LLC',
    grantee: 'HAWTHORNE ZZQUILL',
  },
  {
    ...DEED,
    county_fips: '31000',
    document_number: '3',
    recorded_date: '2021-02-03',
    grantee: 'ZZQUILL, H.',
  },
  {
    ...DEED,
    parcel_id: 'other',
    document_number: '4',
    recorded_date: '2021-02-03',
    grantee: 'LLC ZZQUILL HOLDINGS',
  },
];
export const PERMITS = [
  {
    ...PLACE,
    permit_id: 'P',
    lat: 40.8136,
    lon: -96.7026,
    permit_number: '1',
    filed_date: '2022-02-02',
    estimated_cost: 9_000,
    applicant_name: 'HAWTHORNE ZZQUILL',
    contractor_name: 'ZZQUILL HOLDINGS LLC',
    description: 'Roof for H. Zzquill',
    source: 'test',
  },
  {
    ...PLACE,
    parcel_id: 'other',
    permit_number: '2',
    filed_date: '2022-02-02',
    applicant_name: 'zzquill holdings llc',
    source: 'test',
  },
];

const PARQUET = 'format=parquet';
type Asked = string | { body: unknown; accept?: string } | { path: string };

const ID = encodeURIComponent('31109:c1');
const IDS = ['31109:c1', '31109:c2', '31055:c3', '31109:other'];
const ALL = { filters: { ids: IDS } };
const numbered = (id: string) => ({ county_fips: id.slice(0, 5), parcel_id: id.slice(6) });
const NAMES = [`${ASKED} HOLDINGS LLC`, `HAWTHORNE ${ASKED}`].map(encodeURIComponent);
/** The lot of the first parcel, with the fields that show its owner. */
export const LOT_TILE =
  '/api/v1/tiles/17/30327/49232.mvt?fields=entity_type,entity_class,absentee_owner,out_of_state_owner,deal_score';

/**
 * For each operation, the requests that may show names, or why none can. An operation that is in the document but not
 * here fails the test: add its requests here.
 */
export const REQUESTS: Record<string, Asked[] | string> = {
  'get /api/v1/parcels/{id}': IDS.map((id) => ({ path: `/api/v1/parcels/${encodeURIComponent(id)}` })),
  'get /api/v1/parcels/{id}/outline': [{ path: `/api/v1/parcels/${ID}/outline` }],
  'get /api/v1/parcels/at': ['?lat=40.8136&lon=-96.7026'],
  'get /api/v1/tiles/{z}/{x}/{y}.mvt': [{ path: LOT_TILE }],
  'get /api/v1/tiles.json': [''],
  'get /api/v1/parcels/{id}/owner': [{ path: `/api/v1/parcels/${ID}/owner` }],
  'get /api/v1/parcels/{id}/permits': [
    { path: `/api/v1/parcels/${ID}/permits` },
    { path: '/api/v1/parcels/31109%3Aother/permits' },
  ],
  'get /api/v1/parcels/{id}/deeds': [
    { path: `/api/v1/parcels/${ID}/deeds` },
    { path: '/api/v1/parcels/31109%3Aother/deeds' },
  ],
  'get /api/v1/parcels/{id}/assessments': [{ path: `/api/v1/parcels/${ID}/assessments` }],
  'get /api/v1/parcels/{id}/value': [{ path: `/api/v1/parcels/${ID}/value` }],
  'get /api/v1/parcels/{id}/comparables': [{ path: `/api/v1/parcels/${ID}/comparables?limit=50` }],
  'get /api/v1/parcels/{id}/risks': [{ path: `/api/v1/parcels/${ID}/risks` }],
  'post /api/v1/parcels/batch': [{ body: { ids: IDS } }],
  'post /api/v1/parcels/match': [
    { body: { rows: IDS.map(numbered), fields: ['id', 'owner_name', 'owner_name_2', 'mailing_address'] } },
  ],
  'get /api/v1/parcels/suggest': ['?q=1200+north', '?q=c1'],
  'post /api/v1/search': [
    { body: ALL },
    { body: { bounds: EVERYWHERE } },
    { body: ALL, accept: 'application/geo+json' },
    { body: { filters: { ...ALL.filters, ownerName: ASKED } } },
    { body: { filters: { updatedSince: '2020-01-01T00:00:00Z' }, sort: 'updated_at', order: 'asc' } },
    { body: { ...ALL, cursor: '*', limit: 1 } },
  ],
  'post /api/v1/search/count': [{ body: ALL }],
  'post /api/v1/search/facets': [{ body: { ...ALL, by: ['absentee_owner', 'zip'] } }],
  'post /api/v1/search/clusters': [{ body: { bounds: EVERYWHERE, zoom: 4 } }],
  'get /api/v1/search/export': [
    `?search=${encodeURIComponent(JSON.stringify(ALL))}`,
    `?search=${encodeURIComponent(JSON.stringify(ALL))}&format=csv`,
    `?search=${encodeURIComponent(JSON.stringify(ALL))}&format=geojson&outline=true`,
    `?search=${encodeURIComponent(JSON.stringify(ALL))}&${PARQUET}`,
  ],
  'post /api/v1/search/export': [{ body: ALL }, { body: { ...ALL, format: 'csv' } }],
  'get /api/v1/coverage': [''],
  'get /api/v1/coverage/sources': [''],
  'get /api/v1/deals/absentee': ['', '?county_fips=31109&out_of_state=true'],
  'get /api/v1/deals/flips': ['', '?view=flippers', '?view=flippers&min_profit=1'],
  'get /api/v1/deals/contractors': ['?min_permits=1', '?min_permits=1&state=NE'],
  'get /api/v1/deals/entities': [
    '?county_fips=31109',
    '?top=true',
    `?top=true&search=${encodeURIComponent('holdings')}`,
    '?search=holdings',
  ],
  'get /api/v1/market/counties': [''],
  'get /api/v1/market/accuracy': [''],
  'get /api/v1/parcels/removed': [''],
  'get /api/v1/market/trends': ['?state_fips=31'],
  'get /api/v1/owners/search': [`?q=${encodeURIComponent(ASKED)}`, '?q=hawthorne', '?q=holdings'],
  'get /api/v1/owners/{name}': NAMES.map((name) => ({ path: `/api/v1/owners/${name}` })),
  'get /api/v1/owners/{name}/properties': NAMES.map((name) => ({
    path: `/api/v1/owners/${name}/properties`,
  })),
  'get /api/v1/owners/{name}/portfolio': NAMES.map((name) => ({ path: `/api/v1/owners/${name}/portfolio` })),
  'get /api/v1/events': [''],
  'get /api/v1/webhooks': [''],
  'get /api/v1/webhooks/{id}': 'asked below, with the id of the endpoint',
  'get /api/v1/webhooks/{id}/deliveries': 'asked below, with the id of the endpoint',
  'get /api/v1/webhooks/{id}/deliveries/{deliveryId}': 'asked below, with the id of the endpoint',
  'post /api/v1/webhooks/{id}/test': 'what it sends is looked at below',
  'post /api/v1/webhooks': 'answers what it was given',
  'post /api/v1/webhooks/{id}/deliveries/retry': 'answers a count',
  'post /api/v1/webhooks/{id}/deliveries/settle': 'answers a count',
  'post /api/v1/webhooks/{id}/deliveries/{deliveryId}/settle': 'answers a delivery, as its GET does',
  'post /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry': 'answers a delivery, as its GET does',
  'get /api/v1/usage': [''],
  'get /api/v1/usage/history': [''],
  'get /api/v1/keys': [''],
  'post /api/v1/keys': 'answers what it was given',
  'post /api/v1/keys/{id}/rotate': 'answers a key',
  'post /api/v1/signup': 'answers a key',
  'get /ogc/': [''],
  'get /ogc/conformance': [''],
  'get /ogc/collections': [''],
  ...Object.fromEntries(
    Object.entries({ parcels: ID, sales: ID, permits: encodeURIComponent('P:31109:c1') }).flatMap(
      ([name, id]) => [
        [`get /ogc/collections/${name}`, ['']],
        [`get /ogc/collections/${name}/items`, ['', '?county_fips=31109']],
        [
          `get /ogc/collections/${name}/items/{featureId}`,
          [{ path: `/ogc/collections/${name}/items/${id}` }],
        ],
      ],
    ),
  ),
  'get /livez': [''],
  'get /readyz': [''],
};

/** The operations that show the names while nothing is suppressed, which proves that the test can fail. */
export const SHOWING =
  listed(`get /api/v1/parcels/{id} · get /api/v1/parcels/at · get /api/v1/parcels/{id}/owner ·
  get /api/v1/parcels/{id}/permits · get /api/v1/parcels/{id}/deeds · post /api/v1/parcels/batch ·
  post /api/v1/parcels/match · post /api/v1/search · get /api/v1/search/export ·
  post /api/v1/search/export · get /api/v1/deals/absentee · get /api/v1/deals/flips ·
  get /api/v1/deals/contractors · get /api/v1/deals/entities · get /api/v1/owners/search ·
  get /api/v1/owners/{name} · get /api/v1/owners/{name}/properties ·
  get /api/v1/owners/{name}/portfolio · get /api/v1/events · get /ogc/collections/parcels/items ·
  get /ogc/collections/parcels/items/{featureId} · get /ogc/collections/permits/items ·
  get /ogc/collections/permits/items/{featureId}`).sort();

/** Every GET and POST of the two documents, such as `get /livez`. */
export async function operationsOf(app: FastifyInstance): Promise<string[]> {
  const operationsIn = async (document: string, prefix: string) => {
    const { paths } = (await call(app, 'GET', document)).json() as { paths: Record<string, object> };
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${prefix}${path}`),
    );
  };
  const all = [...(await operationsIn('/openapi.json', '')), ...(await operationsIn('/ogc/api', '/ogc'))];
  return all.filter((operation) => /^(get|post) /.test(operation)).sort();
}

/** The texts in the rows of a Parquet file. */
async function rowsOf(app: FastifyInstance, url: string, key: string): Promise<string> {
  const { rawPayload } = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
  const rows = await parquetReadObjects({ file: new Uint8Array(rawPayload).buffer });
  if (rows.length === 0) throw new Error(`${url} has no rows`);
  return rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string')).join('\n');
}

/** The answer to a request of the table, whatever its status. Throws if the API refuses it as wrong. */
export async function answerTo(
  app: FastifyInstance,
  operation: string,
  asked: Asked,
  key: string,
): Promise<string> {
  const [method, path] = operation.split(' ') as [string, string];
  const url = typeof asked === 'string' ? path + asked : 'path' in asked ? asked.path : path;
  const body = typeof asked === 'object' && 'body' in asked ? asked.body : undefined;
  const headers = typeof asked === 'object' && 'accept' in asked ? { accept: asked.accept! } : undefined;
  if (url.endsWith(PARQUET)) return rowsOf(app, url, key);
  const { status, text } = await call(app, method.toUpperCase() as 'GET' | 'POST', url, {
    key,
    body,
    headers,
  });
  if (status >= 400 && status !== 404)
    throw new Error(`${operation} ${JSON.stringify(asked)}: ${status} ${text}`);
  return text;
}

/** The operations that have an answer with the canary in it. */
export async function singing(app: FastifyInstance, key: string): Promise<string[]> {
  const found = new Set<string>();
  for (const [operation, requests] of Object.entries(REQUESTS)) {
    if (typeof requests === 'string') continue;
    for (const asked of requests)
      if (CANARY.test(await answerTo(app, operation, asked, key))) found.add(operation);
  }
  return [...found].sort();
}
