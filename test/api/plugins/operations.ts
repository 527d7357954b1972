/** Every operation of the API, as its OpenAPI document must list it, with requests whose answers are checked. */
import { EVERYWHERE } from '../../helper.ts';

// biome-ignore lint/suspicious/noExplicitAny: a request of any shape
type Json = any;

/** A parcel with values in every key. */
export const FULL_ID = '31109:01-09-109';
const COMMON = [200, 304, 400, 401, 403, 429, 500, 503];
const PARCEL = [...COMMON, 404];
const KEYED = { statuses: COMMON, auth: 'key' as const };
/** The statuses of routes that need a key and cost nothing. */
const ACCOUNT = [400, 401, 403, 429, 500, 503];
/** The answers of webhook routes are checked in test/webhooks/. */
const WEBHOOK = (...statuses: number[]) => ({
  statuses: [...ACCOUNT, ...statuses],
  auth: 'key' as const,
  asked: [],
});
const OWNER = { statuses: PARCEL, auth: 'key' as const, asked: ['Oak street holdings, L.L.C.'] };

/** Every operation: the statuses that it documents, whether it needs a key, and requests that it answers with 200. */
export const OPERATIONS: Record<
  string,
  { statuses: number[]; auth: 'open' | 'optional' | 'key'; asked: Json[] }
> = {
  'get /api/v1/parcels/{id}': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID, '02016:bare'] },
  'get /api/v1/parcels/{id}/outline': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID] },
  'get /api/v1/parcels/at': {
    statuses: COMMON,
    auth: 'optional',
    asked: ['?lat=40.8135&lon=-96.7025', '?lat=0&lon=0', '?lat=40.8135&lon=-96.7025&fields=id'],
  },
  // Its answers are not JSON: test/api/features/tiles/ reads them.
  'get /api/v1/tiles/{z}/{x}/{y}.mvt': { statuses: [...PARCEL, 204], auth: 'optional', asked: [] },
  'get /api/v1/tiles.json': { statuses: COMMON, auth: 'optional', asked: [''] },
  'get /api/v1/parcels/{id}/owner': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID, '02016:bare'] },
  'get /api/v1/parcels/{id}/permits': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID, '02016:bare'] },
  'get /api/v1/parcels/{id}/deeds': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID, '02016:bare'] },
  'get /api/v1/parcels/{id}/risks': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID, '02016:bare'] },
  'get /api/v1/parcels/{id}/value': { statuses: PARCEL, auth: 'optional', asked: [FULL_ID, '02016:bare'] },
  'get /api/v1/parcels/{id}/assessments': {
    statuses: PARCEL,
    auth: 'optional',
    asked: [FULL_ID, '02016:bare'],
  },
  'get /api/v1/parcels/{id}/comparables': {
    statuses: PARCEL,
    auth: 'optional',
    asked: [FULL_ID, '02016:bare'],
  },
  'post /api/v1/parcels/batch': {
    statuses: [...COMMON, 413, 415],
    auth: 'optional',
    asked: [{ ids: [FULL_ID, 'x', '02016:bare', FULL_ID] }, { ids: ['31109:nobody'] }],
  },
  'post /api/v1/parcels/match': {
    statuses: [...COMMON, 413, 415],
    auth: 'optional',
    asked: [
      { rows: [{ county_fips: '02016', parcel_id: 'bare' }, { address: 'x' }] },
      { rows: [{ county_fips: '02016', parcel_id: 'bare' }], fields: ['id', 'address'] },
    ],
  },
  'get /api/v1/parcels/suggest': {
    statuses: COMMON,
    auth: 'optional',
    asked: ['?q=1200+north', '?q=bare&limit=1&state_fips=02', '?q=0109', '?q=nobody'],
  },
  'post /api/v1/search': {
    statuses: [...COMMON, 413, 415],
    auth: 'optional',
    asked: [
      { bounds: EVERYWHERE },
      { bounds: EVERYWHERE, offset: 20_000 },
      { bounds: { north: 0, south: 0, east: 0, west: 0 }, sort: 'acreage' },
      { filters: { updatedSince: '2020-01-01T00:00:00Z' }, sort: 'updated_at', order: 'asc' },
    ],
  },
  'post /api/v1/search/count': {
    statuses: [...COMMON, 413, 415],
    auth: 'optional',
    asked: [{ bounds: EVERYWHERE }, { filters: { stateFips: '31' } }],
  },
  'post /api/v1/search/facets': {
    statuses: [...COMMON, 413, 415],
    auth: 'optional',
    asked: [
      {
        bounds: EVERYWHERE,
        by: ['county_fips', 'absentee_owner', 'tax_year', 'land_use'],
        figures: ['acreage'],
      },
      { filters: { stateFips: '02' }, figures: ['sale_price'] },
      { filters: { stateFips: '06' }, by: ['zip'], figures: ['deal_score'] },
    ],
  },
  'post /api/v1/search/clusters': {
    statuses: [...COMMON, 413, 415],
    auth: 'optional',
    asked: [
      { bounds: EVERYWHERE, zoom: 4 },
      { bounds: { north: 0, south: 0, east: 0, west: 0 }, zoom: 0 },
    ],
  },
  // Its answers are not JSON: test/api/features/search/export.test.ts reads them.
  'get /api/v1/search/export': { ...KEYED, statuses: [...KEYED.statuses, 431], asked: [] },
  'post /api/v1/search/export': { ...KEYED, statuses: [...KEYED.statuses, 413, 415], asked: [] },
  'get /api/v1/coverage': { statuses: COMMON, auth: 'optional', asked: ['', '?state=NE', '?state=CA'] },
  'get /api/v1/coverage/sources': { statuses: COMMON, auth: 'optional', asked: ['', '?state=NE'] },
  'get /api/v1/deals/absentee': { ...KEYED, asked: ['', '?county_fips=31109&out_of_state=true'] },
  'get /api/v1/deals/flips': { ...KEYED, asked: ['', '?view=flippers', '?view=flippers&min_profit=1'] },
  'get /api/v1/deals/contractors': { ...KEYED, asked: ['', '?min_permits=1&state=NE'] },
  'get /api/v1/deals/entities': {
    ...KEYED,
    asked: ['?county_fips=31109', '?top=true', '?top=true&search=oak', '?top=true&county_fips=02016'],
  },
  'get /api/v1/market/counties': { ...KEYED, asked: ['', '?quarter=2016Q2', '?min_sales=1000'] },
  'get /api/v1/parcels/removed': {
    statuses: COMMON,
    auth: 'optional',
    asked: ['', '?county_fips=31109&limit=2'],
  },
  'get /api/v1/market/accuracy': { ...KEYED, asked: ['', '?state_fips=31&county_fips=31109'] },
  'get /api/v1/market/trends': { ...KEYED, asked: ['?state_fips=31', '?county_fips=31109,02016'] },
  'get /api/v1/owners/search': { ...KEYED, asked: ['?q=oak', '?q=nobody'] },
  'get /api/v1/owners/{name}': OWNER,
  'get /api/v1/owners/{name}/properties': OWNER,
  'get /api/v1/owners/{name}/portfolio': OWNER,
  'post /api/v1/webhooks': WEBHOOK(201, 409, 413, 415, 422),
  'get /api/v1/webhooks': WEBHOOK(200),
  'get /api/v1/webhooks/{id}': WEBHOOK(200, 404),
  'delete /api/v1/webhooks/{id}': WEBHOOK(200, 404, 413, 415),
  'get /api/v1/webhooks/{id}/deliveries': WEBHOOK(200, 404),
  'get /api/v1/webhooks/{id}/deliveries/{deliveryId}': WEBHOOK(200, 404),
  'post /api/v1/webhooks/{id}/deliveries/retry': WEBHOOK(202, 404, 409, 413, 415, 422),
  'post /api/v1/webhooks/{id}/deliveries/settle': WEBHOOK(200, 404, 409, 413, 415, 422),
  'post /api/v1/webhooks/{id}/deliveries/{deliveryId}/settle': WEBHOOK(200, 404, 409, 413, 415, 422),
  'post /api/v1/webhooks/{id}/deliveries/{deliveryId}/retry': WEBHOOK(202, 404, 409, 413, 415, 422),
  'post /api/v1/webhooks/{id}/test': WEBHOOK(202, 404, 409, 413, 415, 422),
  'get /api/v1/events': WEBHOOK(200),
  'get /api/v1/usage': { statuses: [200, ...ACCOUNT], auth: 'key', asked: [''] },
  'get /api/v1/usage/history': { statuses: [200, 404, ...ACCOUNT], auth: 'key', asked: [''] },
  'get /api/v1/keys': { statuses: [200, ...ACCOUNT], auth: 'key', asked: [''] },
  // Making and changing keys is checked in test/api/features/keys/.
  'post /api/v1/keys': { statuses: [201, 413, 415, ...ACCOUNT], auth: 'key', asked: [] },
  'post /api/v1/keys/{id}/rotate': {
    statuses: [201, 404, 409, 413, 415, ...ACCOUNT],
    auth: 'key',
    asked: [],
  },
  'delete /api/v1/keys/{id}': { statuses: [200, 404, 409, 413, 415, ...ACCOUNT], auth: 'key', asked: [] },
  'post /api/v1/signup': { statuses: [201, 400, 403, 413, 415, 429, 500, 503], auth: 'open', asked: [] },
  'get /livez': { statuses: [200, 400], auth: 'open', asked: [''] },
  'get /readyz': { statuses: [200, 400, 503], auth: 'open', asked: [''] },
};
