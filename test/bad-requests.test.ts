import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import t from 'tap';
import { FILTERS } from '../src/records/filters.ts';
import { EVERYWHERE, makeHarness } from './helper.ts';
import { exchange, type RawRequest, type RawResponse, sendRaw } from './raw-http.ts';
import { checkError } from './refusals.ts';
import { runsOf, seedOf } from './seed.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31109', parcel_id: '10-01', owner_name: 'Ida Quill', total_assessed_value: 125000 },
  { county_fips: '31109', parcel_id: 'A/1 #2%', owner_name: 'Quill Holdings LLC' },
]);
const key = await harness.key({ tier: 'license' });
const app = await harness.app({ BURST_FREE: '100000', LIMIT_FREE: '100000' });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

const BEARER = { authorization: `Bearer ${key}` };
const JSON_TYPE = { 'content-type': 'application/json' };
const PARCEL = '/api/v1/parcels/31109:10-01';
const PARCEL_ROUTES = ['', '/owner', '/permits', '/deeds', '/risks'].map((route) => `${PARCEL}${route}`);
const OTHER_ROUTES = ['/api/v1/coverage', '/api/v1/usage'];

/** Asks in this process. What a parser of addresses would change is sent over a socket: `sendRaw`. */
async function inject({ method = 'GET', path, headers, body }: RawRequest): Promise<RawResponse> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: { ...length, ...headers },
    payload: body,
  });
  const { statusCode: status, body: text } = answer;
  return { status, headers: answer.headers as Record<string, string>, text };
}
const send = (request: RawRequest) => inject({ ...request, headers: { ...BEARER, ...request.headers } });
/** The same over a socket, with nothing put right. */
const sendAsIs = (request: RawRequest) =>
  sendRaw(port, { ...request, headers: { ...BEARER, ...request.headers } });
const sendJson = (body: string | Buffer, headers: Record<string, string> = {}) =>
  send({ method: 'POST', path: '/api/v1/search', headers: { ...JSON_TYPE, ...headers }, body });

/** A search body: everything, with some keys replaced; undefined removes a key. */
const body = (changes: Record<string, unknown>) => JSON.stringify({ bounds: EVERYWHERE, ...changes });
const bounds = (changes: Record<string, unknown>) => body({ bounds: { ...EVERYWHERE, ...changes } });
const filters = (given: unknown) => body({ filters: given });
/** A search body with a value that JSON.stringify would not write. */
const literal = (path: string, text: string) =>
  body({ limit: '@limit', offset: '@offset', bounds: { ...EVERYWHERE, north: '@north' } })
    .replace(`"@${path}"`, text)
    .replace('"@limit"', '10')
    .replace('"@offset"', '0')
    .replace('"@north"', '50');
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

type Row = [what: string, body: string | Buffer, names: RegExp, code?: string, status?: number];

/** A search in one ring, given as positions. */
const within = (changes: Record<string, unknown>) =>
  JSON.stringify({ within: { type: 'Polygon', coordinates: [RING], ...changes } });
const RING = [
  [-97, 40],
  [-96, 40],
  [-96, 41],
  [-97, 40],
];
const near = (changes: Record<string, unknown>) =>
  JSON.stringify({ near: { lat: 40.8, lon: -96.7, meters: 500, ...changes } });
const NEAR = { lat: 1, lon: 1, meters: 1 };

const BAD_REGIONS: Row[] = [
  ['bounds and near', body({ near: NEAR }), /exactly one of bounds, within, near is required/],
  ['all three', body({ near: NEAR, within: { type: 'Polygon', coordinates: [RING] } }), /exactly one of/],
  ['neither', '{"limit":5}', /exactly one of bounds, within, near is required/],
  ['within null', '{"within":null}', /within must be an object/],
  ['within a list', '{"within":[]}', /within must be an object/],
  ['within empty', '{"within":{}}', /within\.type is required/],
  ['within of no type', within({ type: undefined }), /within\.type is required/],
  ['within a point', within({ type: 'Point' }), /within/],
  ['within in lower case', within({ type: 'polygon' }), /within/],
  ['within with a key more', within({ crs: {} }), /within\.crs is not a known field/],
  ['within without coordinates', within({ coordinates: undefined }), /within\.coordinates is required/],
  ['coordinates null', within({ coordinates: null }), /within\.coordinates must be an array/],
  ['no ring', within({ coordinates: [] }), /within\.coordinates must not be empty/],
  ['a ring as coordinates', within({ coordinates: RING }), /within\.coordinates/],
  ['polygons in a Polygon', within({ coordinates: [[RING]] }), /within\.coordinates/],
  ['rings in a MultiPolygon', within({ type: 'MultiPolygon' }), /within\.coordinates/],
  [
    'a ring of three',
    within({ coordinates: [RING.slice(1)] }),
    /within\.coordinates\.0 must have at least 4/,
  ],
  [
    'an open ring',
    within({ coordinates: [[...RING.slice(0, 3), [-97, 41]]] }),
    /the last position of a ring/,
  ],
  [
    'an open hole',
    within({ coordinates: [RING, [...RING.slice(0, 3), [-97, 41]]] }),
    /the last position of a ring/,
  ],
  [
    'a position of one number',
    within({ coordinates: [[[-97], ...RING.slice(1)]] }),
    /within\.coordinates\.0\.0/,
  ],
  [
    'a position with a height',
    within({ coordinates: [[[-97, 40, 5], ...RING.slice(1)]] }),
    /within\.coordinates\.0\.0/,
  ],
  [
    'a text as a number',
    within({ coordinates: [[['-97', 40], ...RING.slice(1)]] }),
    /coordinates\.0\.0\.0 must be a number/,
  ],
  [
    'a longitude of 181',
    within({ coordinates: [[[181, 40], RING[1], RING[2], [181, 40]]] }),
    /must be at most 180/,
  ],
  [
    'latitude first',
    within({
      coordinates: [
        [
          [40, -97],
          [41, -97],
          [40, -96],
          [40, -97],
        ],
      ],
    }),
    /latitudes, which stand second/,
  ],
  ['near null', '{"near":null}', /near must be an object/],
  ['near a list', '{"near":[40.8,-96.7,500]}', /near must be an object/],
  ['near without a distance', near({ meters: undefined }), /near\.meters is required/],
  ['near without a place', near({ lat: undefined }), /near\.lat is required/],
  ['near with a radius', near({ radius: 5 }), /near\.radius is not a known field/],
  ['no distance', near({ meters: 0 }), /near\.meters must be above 0/],
  ['a distance below 0', near({ meters: -1 }), /near\.meters must be above 0/],
  ['a distance around the globe', near({ meters: 2e7 + 1e5 }), /near\.meters must be at most 20037509/],
  ['a distance as text', near({ meters: '500' }), /near\.meters must be a number/],
  ['a latitude of 91', near({ lat: 91 }), /near\.lat must be at most 90/],
  ['a longitude of -181', near({ lon: -181 }), /near\.lon must be at least -180/],
  ['fields null', body({ fields: null }), /fields must be an array/],
  ['fields a text', body({ fields: 'id' }), /fields must be an array/],
  ['no field', body({ fields: [] }), /fields must not be empty/],
  ['a field twice', body({ fields: ['id', 'id'] }), /fields must not have the same item twice/],
  ['an unknown field', body({ fields: ['id', 'owner'] }), /fields\.1 must be one of id, county_fips/],
  ['an inner field', body({ fields: ['internal'] }), /fields\.0 must be one of/],
  ['a cursor null', body({ cursor: null }), /cursor must be a string/],
  ['a cursor of nobody', body({ cursor: 'abc.def' }), /cursor does not belong to this query/],
  ['a cursor and an offset', body({ cursor: '*', offset: 1 }), /offset must not be given with cursor/],
];

const BAD_BODIES: Row[] = [
  ...BAD_REGIONS,
  ['an empty object', '{}', /exactly one of bounds, within, near is required/],
  ['an array', '[]', /body must be an object/],
  ['an array of bodies', `[${body({})}]`, /body must be an object/],
  ['null', 'null', /body must be an object/],
  ['a number', '5', /body must be an object/],
  ['a string', '"search"', /body must be an object/],
  ['true', 'true', /body must be an object/],
  ['an unknown key', body({ page: 2 }), /page is not a known field/],
  ['an unknown key in the wrong case', body({ Limit: 2 }), /Limit is not a known field/],
  ['an empty key', body({ '': 2 }), /not a known field/],
  ['a huge unknown key', body({ ['x'.repeat(100_000)]: 1 }), /x{100} is not/],
  ['a key right to left', body({ '\u202etimil': 1 }), /timil is not a known field/],
  ['bounds null', body({ bounds: null }), /bounds must be an object/],
  ['bounds a string', body({ bounds: '1,2,3,4' }), /bounds must be an object/],
  ['bounds an array', body({ bounds: [1, 2, 3, 4] }), /bounds must be an object/],
  ['bounds empty', body({ bounds: {} }), /bounds\.north is required/],
  ['no north', bounds({ north: undefined }), /bounds\.north is required/],
  ['no south', bounds({ south: undefined }), /bounds\.south is required/],
  ['no east', bounds({ east: undefined }), /bounds\.east is required/],
  ['no west', bounds({ west: undefined }), /bounds\.west is required/],
  ['an unknown edge', bounds({ top: 1 }), /bounds\.top is not a known field/],
  ['north null', bounds({ north: null }), /bounds\.north must be a number/],
  ['north a numeric string', bounds({ north: '50' }), /bounds\.north must be a number/],
  ['south a numeric string', bounds({ south: '24' }), /bounds\.south must be a number/],
  ['east a boolean', bounds({ east: true }), /bounds\.east must be a number/],
  ['west an array of a number', bounds({ west: [-125] }), /bounds\.west must be a number/],
  ['north an object', bounds({ north: { valueOf: 50 } }), /bounds\.north must be a number/],
  ['north above the pole', bounds({ north: 90.0001 }), /bounds\.north must be at most 90/],
  ['south below the pole', bounds({ south: -90.0001 }), /bounds\.south must be at least -90/],
  ['east beyond 180', bounds({ east: 180.0001 }), /bounds\.east must be at most 180/],
  ['west beyond -180', bounds({ west: -180.0001 }), /bounds\.west must be at least -180/],
  ['edges in millions', bounds({ north: 4_500_000 }), /bounds\.north/],
  ['south above north', bounds({ south: 51 }), /bounds\.south must not be above bounds\.north/],
  ['north too large for a double', literal('north', '1e999'), /bounds\.north must be a number/],
  ['north too small for a double', literal('north', '-1e999'), /bounds\.north must be a number/],
  ['north NaN as text', bounds({ north: 'NaN' }), /bounds\.north must be a number/],
  ['north Infinity as text', bounds({ north: 'Infinity' }), /bounds\.north must be a number/],
  ['north in full-width digits', bounds({ north: '５０' }), /bounds\.north must be a number/],
  [
    'filters that are no place',
    '{"filters":{"absenteeOnly":true}}',
    /or filters with at least one of countyFips,/,
  ],
  ['a city without a state', '{"filters":{"city":"Lincoln"}}', /or filters with at least one of countyFips,/],
  ['no filters', '{"filters":{}}', /exactly one of bounds, within, near is required, or filters with/],
  [
    'touches without a region',
    '{"filters":{"zip":"68508"},"touches":true}',
    /touches needs bounds, within or near/,
  ],
  ['a distance from nowhere', body({ sort: 'distance' }), /sort distance needs near/],
  [
    'the distant end of an order by distance',
    JSON.stringify({ near: NEAR, sort: 'distance', offset: 9_901 }),
    /offset plus limit must be at most 10000 when sorted by distance/,
  ],
  ...['zoningCategories', 'ownerTypes', 'ids'].map(
    (name): Row => [
      `${name} empty`,
      filters({ [name]: [] }),
      new RegExp(`filters\\.${name} must be a list with something in it: leave it out`),
    ],
  ),
  ...[
    'countyFips',
    'stateFips',
    'zip',
    'city',
    'address',
    'ownerId',
    'ownerName',
    'landUse',
    'permitSince',
    'updatedSince',
  ].flatMap((name): Row[] => [
    [`${name} a number`, filters({ [name]: 31109 }), new RegExp(`filters\\.${name} must be a string`)],
    [`${name} null`, filters({ [name]: null }), new RegExp(`filters\\.${name} must be a string`)],
    [`${name} a list`, filters({ [name]: ['31109'] }), new RegExp(`filters\\.${name} must be a string`)],
    [`${name} empty`, filters({ [name]: '' }), new RegExp(`filters\\.${name} must`)],
  ]),
  ...['city', 'ownerName', 'landUse'].map(
    (name): Row => [
      `${name} of 1,001 characters`,
      filters({ [name]: 'x'.repeat(1_001) }),
      new RegExp(`filters\\.${name} must have at most 1000`),
    ],
  ),
  [
    'an address of 201 characters',
    filters({ address: 'x'.repeat(201) }),
    /filters\.address must have at most 200/,
  ],
  ...['address', 'ownerName', 'landUse'].map(
    (name): Row => [
      `${name} of marks`,
      filters({ [name]: ' -- ' }),
      new RegExp(`filters\\.${name} must hold a letter or a digit`),
    ],
  ),
  [
    'an address of 21 words',
    filters({ address: 'a '.repeat(21) }),
    /filters\.address must have at most 20 words/,
  ],
  [
    'an owner of 101 words',
    filters({ ownerName: Array.from({ length: 101 }, (_, at) => `w${at}`).join(' ') }),
    /filters\.ownerName must have at most 100 words/,
  ],
  [
    'a county of 3 digits',
    filters({ countyFips: '109' }),
    /filters\.countyFips must be a 5-digit county FIPS code/,
  ],
  [
    'a county that is none',
    filters({ countyFips: '31999' }),
    /filters\.countyFips must be the FIPS code of a county/,
  ],
  ['a state by name', filters({ stateFips: 'NE' }), /filters\.stateFips must be a 2-digit state FIPS code/],
  [
    'a state that is none',
    filters({ stateFips: '99' }),
    /filters\.stateFips must be the FIPS code of a state/,
  ],
  ['a ZIP of 9 digits', filters({ zip: '68508-1234' }), /filters\.zip must be a 5-digit ZIP code/],
  [
    'an owner that is none',
    filters({ ownerId: 'QUILL' }),
    /filters\.ownerId must be the `owner_id` of a parcel/,
  ],
  [
    'an id that is none',
    filters({ ids: ['31109:1', 'x'] }),
    /filters\.ids holds x, which is not a parcel id/,
  ],
  ['an empty id', filters({ ids: [''] }), /filters\.ids holds "", which is not a parcel id/],
  [
    'an id with a lone surrogate',
    filters({ ids: ['31109:\ud800'] }),
    /filters\.ids holds .*, which is not a parcel id/,
  ],
  ['501 ids', filters({ ids: Array(501).fill('31109:1') }), /filters\.ids must have at most 500 items/],
  ['an id a number', filters({ ids: [1] }), /filters\.ids\.0 must be a string/],
  ['located a text', filters({ located: 'false' }), /filters\.located must be true or false/],
  ['out of state a number', filters({ outOfStateOnly: 1 }), /filters\.outOfStateOnly must be true or false/],
  [
    'a permit at a time',
    filters({ permitSince: '2024-01-31T00:00:00Z' }),
    /filters\.permitSince must be a day/,
  ],
  [
    'updated on a day',
    filters({ updatedSince: '2024-01-31' }),
    /filters\.updatedSince must be a time with a zone/,
  ],
  [
    'updated before 1970',
    filters({ updatedSince: '1969-12-31T23:59:59Z' }),
    /filters\.updatedSince must be a time from 1970/,
  ],
  [
    'updated in 9999',
    filters({ updatedSince: '9999-01-01T00:00:00Z' }),
    /filters\.updatedSince must be a time from 1970/,
  ],
  [
    'updated in a leap second',
    filters({ updatedSince: '2016-12-31T23:59:60Z' }),
    /filters\.updatedSince must be a time/,
  ],
  ['filters null', filters(null), /filters must be an object/],
  ['filters an array', filters([]), /filters must be an object/],
  ['filters a string', filters('absenteeOnly'), /filters must be an object/],
  ['an unknown filter', filters({ zoning: 'R1' }), /filters\.zoning is not a known field/],
  ['a filter in snake case', filters({ absentee_only: true }), /filters\.absentee_only is not a known field/],
  [
    'zoning a string',
    filters({ zoningCategories: 'residential' }),
    /filters\.zoningCategories must be an array/,
  ],
  ['zoning unknown', filters({ zoningCategories: ['castle'] }), /filters\.zoningCategories\.0/],
  ['zoning partly unknown', filters({ zoningCategories: ['mixed', 'x'] }), /filters\.zoningCategories\.1/],
  ['zoning with a space', filters({ zoningCategories: ['mixed '] }), /filters\.zoningCategories\.0/],
  ['zoning empty text', filters({ zoningCategories: [''] }), /filters\.zoningCategories\.0/],
  ['zoning with a Turkish i', filters({ zoningCategories: ['mıxed'] }), /filters\.zoningCategories\.0/],
  ['zoning with a line end', filters({ zoningCategories: ['mixed\n'] }), /filters\.zoningCategories\.0/],
  ['zoning with NUL', filters({ zoningCategories: ['mixed\0'] }), /filters\.zoningCategories\.0/],
  ['zoning a lone surrogate', filters({ zoningCategories: ['\ud800'] }), /filters\.zoningCategories\.0/],
  [
    'zoning null inside',
    filters({ zoningCategories: [null] }),
    /filters\.zoningCategories\.0 must be a string/,
  ],
  ['101 zonings', filters({ zoningCategories: Array(101).fill('mixed') }), /filters\.zoningCategories/],
  ['owner types a string', filters({ ownerTypes: 'llc' }), /filters\.ownerTypes must be an array/],
  [
    'owner type unknown',
    filters({ ownerTypes: ['person'] }),
    /filters\.ownerTypes\.0 must be one of individual/,
  ],
  ['owner type in capitals', filters({ ownerTypes: ['LLC'] }), /filters\.ownerTypes\.0 must be one of/],
  ['owner type a number', filters({ ownerTypes: [1] }), /filters\.ownerTypes\.0/],
  ['owner type nested', filters({ ownerTypes: [['llc']] }), /filters\.ownerTypes\.0/],
  ['owner type __proto__', filters({ ownerTypes: ['__proto__'] }), /filters\.ownerTypes\.0/],
  ['10,000 owner types', filters({ ownerTypes: Array(10_000).fill('llc') }), /filters\.ownerTypes/],
  ['absentee as text', filters({ absenteeOnly: 'true' }), /filters\.absenteeOnly must be true or false/],
  ['absentee as a number', filters({ absenteeOnly: 1 }), /filters\.absenteeOnly must be true or false/],
  ['absentee null', filters({ absenteeOnly: null }), /filters\.absenteeOnly must be true or false/],
  ['value range a number', filters({ valueRange: 5 }), /filters\.valueRange must be an object/],
  ['value range an array', filters({ valueRange: [1, 2] }), /filters\.valueRange must be an object/],
  [
    'value range unknown key',
    filters({ valueRange: { from: 1 } }),
    /filters\.valueRange\.from is not a known/,
  ],
  [
    'value min a numeric string',
    filters({ valueRange: { min: '1' } }),
    /filters\.valueRange\.min must be a number/,
  ],
  ['value max null', filters({ valueRange: { max: null } }), /filters\.valueRange\.max must be a number/],
  [
    'value range inverted',
    filters({ valueRange: { min: 2, max: 1 } }),
    /filters\.valueRange\.min must not be above/,
  ],
  [
    'year a fraction',
    filters({ yearBuiltRange: { min: 1900.5 } }),
    /filters\.yearBuiltRange\.min must be a whole number/,
  ],
  [
    'year a numeric string',
    filters({ yearBuiltRange: { max: '1990' } }),
    /filters\.yearBuiltRange\.max must be/,
  ],
  [
    'years inverted',
    filters({ yearBuiltRange: { min: 2000, max: 1999 } }),
    /filters\.yearBuiltRange\.min must not/,
  ],
  [
    'acreage as text',
    filters({ acreageRange: { min: '0.5 ac' } }),
    /filters\.acreageRange\.min must be a number/,
  ],
  [
    'acreage inverted',
    filters({ acreageRange: { min: 1, max: 0.5 } }),
    /filters\.acreageRange\.min must not/,
  ],
  ...['buildingSqftRange', 'bedroomsRange', 'bathroomsRange', 'salePriceRange'].flatMap((name): Row[] => [
    [`${name} a number`, filters({ [name]: 3 }), new RegExp(`filters\\.${name} must be an object`)],
    [`${name} null`, filters({ [name]: null }), new RegExp(`filters\\.${name} must be an object`)],
    [
      `${name} text`,
      filters({ [name]: { min: '3' } }),
      new RegExp(`filters\\.${name}\\.min must be a number`),
    ],
    [
      `${name} null end`,
      filters({ [name]: { max: null } }),
      new RegExp(`filters\\.${name}\\.max must be a number`),
    ],
    [
      `${name} unknown key`,
      filters({ [name]: { gte: 3 } }),
      new RegExp(`filters\\.${name}\\.gte is not a known`),
    ],
    [
      `${name} inverted`,
      filters({ [name]: { min: 3, max: 2.5 } }),
      new RegExp(`filters\\.${name}\\.min must not be`),
    ],
  ]),
  ...[
    '',
    '2024',
    '2024-1-1',
    '2023-02-29',
    '2024-13-01',
    '2024-04-31',
    '20240131',
    '2024-01-31T00:00:00Z',
    '2024-01-31 ',
    '2024-01-31\n',
    '2024-01-31||-1y',
    '+2024-01-31',
    '12024-01-31',
    '-0001-01-01',
    '٢٠٢٤-٠١-٣١',
    'now',
    '01/31/2024',
  ].map(
    (day): Row => [
      `day ${day}`,
      filters({ saleDateRange: { min: day } }),
      /filters\.saleDateRange\.min must be a day/,
    ],
  ),
  [
    'no last day',
    filters({ saleDateRange: { max: '2023-02-29' } }),
    /filters\.saleDateRange\.max must be a day/,
  ],
  [
    'a day a number',
    filters({ saleDateRange: { min: 20240131 } }),
    /filters\.saleDateRange\.min must be a string/,
  ],
  ['a day null', filters({ saleDateRange: { max: null } }), /filters\.saleDateRange\.max must be a string/],
  ['days a list', filters({ saleDateRange: ['2024-01-31'] }), /filters\.saleDateRange must be an object/],
  [
    'days inverted',
    filters({ saleDateRange: { min: '2024-01-31', max: '2024-01-30' } }),
    /filters\.saleDateRange\.min must not be above filters\.saleDateRange\.max/,
  ],
  ['sort unknown', body({ sort: 'price' }), /sort must be one of assessed_value/],
  ['sort an inside name', body({ sort: 'total_assessed_value' }), /sort must be one of/],
  ['sort in capitals', body({ sort: 'ACREAGE' }), /sort must be one of/],
  ['sort empty', body({ sort: '' }), /sort must be one of/],
  ['sort null', body({ sort: null }), /sort must be/],
  ['sort an array', body({ sort: ['acreage'] }), /sort must be/],
  ['sort constructor', body({ sort: 'constructor' }), /sort must be one of/],
  ['order unknown', body({ order: 'descending' }), /order must be one of asc, desc/],
  ['order in capitals', body({ order: 'DESC' }), /order must be one of/],
  ['order null', body({ order: null }), /order must be/],
  ['limit 0', body({ limit: 0 }), /limit must be at least 1/],
  ['limit -0', literal('limit', '-0'), /limit must be at least 1/],
  ['limit negative', body({ limit: -1 }), /limit must be at least 1/],
  ['limit 501', body({ limit: 501 }), /limit must be at most 500/],
  ['limit a fraction', body({ limit: 1.5 }), /limit must be a whole number/],
  ['limit a numeric string', body({ limit: '10' }), /limit must be a whole number/],
  ['limit null', body({ limit: null }), /limit must be a whole number/],
  ['limit true', body({ limit: true }), /limit must be a whole number/],
  ['limit too large for a double', literal('limit', '1e999'), /limit must be/],
  ['offset negative', body({ offset: -1 }), /offset must be at least 0/],
  ['offset a fraction', body({ offset: 0.5 }), /offset must be a whole number/],
  ['offset a numeric string', body({ offset: '0' }), /offset must be a whole number/],
  ['offset beyond exact numbers', literal('offset', '9007199254740993'), /offset must be at most/],
  ['offset 1e308', literal('offset', '1e308'), /offset must be/],
  ['offset a list', body({ offset: [] }), /offset must be a whole number/],
  ['nothing', '', /empty/, 'invalid_json'],
  ['spaces', '   ', /not valid JSON/, 'invalid_json'],
  ['half a body', body({}).slice(0, -3), /not valid JSON/, 'invalid_json'],
  ['two bodies', `${body({})}${body({})}`, /not valid JSON/, 'invalid_json'],
  ['single quotes', "{'bounds': {}}", /not valid JSON/, 'invalid_json'],
  ['a trailing comma', '{"limit": 1,}', /not valid JSON/, 'invalid_json'],
  ['NaN', literal('limit', 'NaN'), /not valid JSON/, 'invalid_json'],
  ['Infinity', literal('north', 'Infinity'), /not valid JSON/, 'invalid_json'],
  ['-Infinity', literal('north', '-Infinity'), /not valid JSON/, 'invalid_json'],
  ['a plus sign', literal('limit', '+1'), /not valid JSON/, 'invalid_json'],
  ['a leading zero', literal('limit', '010'), /not valid JSON/, 'invalid_json'],
  ['a hexadecimal number', literal('limit', '0x10'), /not valid JSON/, 'invalid_json'],
  ['undefined', literal('limit', 'undefined'), /not valid JSON/, 'invalid_json'],
  ['a form', 'north=50&south=24', /not valid JSON/, 'invalid_json'],
  ['XML', '<bounds/>', /not valid JSON/, 'invalid_json'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /not UTF-8/, 'invalid_json'],
  ['UTF-16', Buffer.from(body({}), 'utf16le'), /not valid JSON/, 'invalid_json'],
  ['a __proto__ key', '{"__proto__": {"limit": 1}, "bounds": {}}', /__proto__|prototype/, 'invalid_json'],
  ['a nested __proto__ key', '{"bounds": {"__proto__": {}}}', /__proto__|prototype/, 'invalid_json'],
  ['an escaped __proto__ key', '{"\\u005f_proto__": {}}', /__proto__|prototype/, 'invalid_json'],
  ['a constructor with a prototype', '{"constructor": {"prototype": {}}}', /prototype/, 'invalid_json'],
  ['a constructor key', body({ constructor: 1 }), /constructor is not a known field/],
  ['a toString key', body({ toString: 1 }), /toString is not a known field/],
  ['10,000 arrays in each other', nested(10_000, '[', ']'), /body must be an object/],
  ['10,000 objects in each other', nested(10_000, '{"bounds":', '}').replace(':}', ':1}'), /bounds/],
  ['10,000 levels in a field', literal('limit', nested(10_000, '[', ']')), /limit must be a whole number/],
  ['10,000 levels that never close', '['.repeat(10_000), /not valid JSON/, 'invalid_json'],
  ['just over 1 MiB', body({ filters: {} }).padEnd((1 << 20) + 1), /1 MiB/, 'body_too_large', 413],
  ['5 MB', `{"x": "${'x'.repeat(5_000_000)}"}`, /1 MiB/, 'body_too_large', 413],
];

t.test('search bodies that break a rule', async (t) => {
  for (const [what, sent, names, code = 'invalid_parameter', status = 400] of BAD_BODIES)
    checkError(t, await sendJson(sent), status, code, names, what);
});

t.test('their valid neighbours are searches', async (t) => {
  const good: [string, string][] = [
    ['bounds alone', body({})],
    ['an area', within({})],
    ['a point as an area', within({ coordinates: [[RING[0], RING[0], RING[0], RING[0]]] })],
    ['a line as an area', within({ coordinates: [[RING[0], RING[1], RING[0], RING[0]]] })],
    [
      'a ring that crosses itself',
      within({
        coordinates: [
          [
            [-97, 40],
            [-96, 41],
            [-97, 41],
            [-96, 40],
            [-97, 40],
          ],
        ],
      }),
    ],
    ['a hole outside', within({ coordinates: [RING, RING.map(([x, y]) => [x! + 5, y!])] })],
    ['the same hole twice', within({ coordinates: [RING, RING, RING] })],
    [
      'an area at the pole',
      within({
        coordinates: [
          [
            [-180, 80],
            [180, 80],
            [180, 90],
            [-180, 90],
            [-180, 80],
          ],
        ],
      }),
    ],
    ['a circle', near({})],
    ['a circle at the pole', near({ lat: 90, lon: 180 })],
    ['a tiny circle', near({ meters: 5e-324 })],
    ['the widest circle', near({ meters: 20_037_509 })],
    ['one field', body({ fields: ['deal_score_parts'] })],
    ['a first cursor', body({ cursor: '*' })],
    ['both poles and the whole globe', bounds({ north: 90, south: -90, east: 180, west: -180 })],
    ['a box of one point', bounds({ north: 40, south: 40, east: -96, west: -96 })],
    ['across the antimeridian', bounds({ west: 170, east: -170 })],
    ['edges as -0', body({ bounds: { north: 1, south: -0, east: 1, west: -0 } }).replaceAll(':0,', ':-0,')],
    ['edges in exponents', literal('north', '5E+1')],
    ['limit 1', body({ limit: 1 })],
    ['limit 500', body({ limit: 500 })],
    ['limit 5e2', literal('limit', '5e2')],
    ['limit 10.0', literal('limit', '10.0')],
    ['offset -0', literal('offset', '-0')],
    ['the largest offset', body({ offset: Number.MAX_SAFE_INTEGER })],
    [
      'the largest offset of an order',
      body({ offset: Number.MAX_SAFE_INTEGER, sort: 'deal_score', order: 'asc' }),
    ],
    ['no filter', filters({})],
    ['filters in place of a region', '{"filters":{"zip":"68508"}}'],
    ['a canonical id', '{"filters":{"ids":["31:109:10-01","31109:A/1 #2%"]}}'],
    ['an id of nothing', '{"filters":{"ids":["31109:nobody"]}}'],
    ['a filter of place in a region', filters({ countyFips: '31109' })],
    ['a time with an offset', filters({ updatedSince: '2026-01-31T12:00:00.123456+05:30' })],
    ['the first and last times', filters({ updatedSince: '1970-01-01T00:00:00Z' })],
    ['a city with a lone surrogate', filters({ city: '\ud800' })],
    ['a use with a lone surrogate', filters({ landUse: 'a\ud800' })],
    ['words in another script', filters({ landUse: '住宅', ownerName: '王', address: '王府井' })],
    ['stars are no wildcards', filters({ city: '*', landUse: 'a*', ownerName: 'a*', address: 'a*' })],
    ['the order of changes', body({ sort: 'updated_at', order: 'asc' })],
    ['the nearest first', '{"near":{"lat":40.8,"lon":-96.7,"meters":500},"sort":"distance","order":"asc"}'],
    ['zoning in any case', filters({ zoningCategories: ['Residential', 'MIXED'] })],
    ['100 zonings', filters({ zoningCategories: Array(100).fill('mixed') })],
    ['an empty range', filters({ valueRange: {}, yearBuiltRange: {}, acreageRange: {} })],
    ['a range of one value', filters({ yearBuiltRange: { min: 1999, max: 1999 } })],
    ['a negative range', filters({ valueRange: { min: -2, max: -1 } })],
    ['values beyond every index type', filters({ valueRange: { min: -1e308, max: 1e308 } })],
    ['years beyond every index type', filters({ yearBuiltRange: { min: -1e300, max: 1e300 } })],
    ['years at the end of 64 bits', filters({ yearBuiltRange: { min: 2 ** 63, max: 2 ** 64 } })],
    ['tiny acreage', filters({ acreageRange: { min: 5e-324, max: 1.7976931348623157e308 } })],
    ['half a bath', filters({ bathroomsRange: { min: 0.5, max: 0.5 } })],
    ['a leap day', filters({ saleDateRange: { min: '2024-02-29', max: '2024-02-29' } })],
    ['the first and last days', filters({ saleDateRange: { min: '0000-01-01', max: '9999-12-31' } })],
    ['the largest body', body({ filters: {} }).padEnd(1 << 20)],
    ['a body of escapes', body({ sort: 'acreage' }).replace('acreage', '\\u0061creage')],
  ];
  for (const [what, sent] of good) {
    const answer = await sendJson(sent);
    t.equal(answer.status, 200, `${what}: ${answer.text.slice(0, 200)}`);
  }
  t.equal((await sendJson(body({}), { 'content-type': 'application/json; charset=utf-8' })).status, 200);
  t.equal((await sendJson(body({}), { 'content-type': 'Application/JSON' })).status, 200);
});

t.test('batches of ids that break a rule', async (t) => {
  const ids = (value: unknown) => JSON.stringify({ ids: value });
  const rows: Row[] = [
    ['no ids', '{}', /ids is required/],
    ['an array', '["31109:10-01"]', /body must be an object/],
    ['ids null', ids(null), /ids must be an array/],
    ['ids a string', ids('31109:10-01'), /ids must be an array/],
    ['ids an object', ids({ 0: '31109:10-01' }), /ids must be an array/],
    ['no id', ids([]), /ids must not be empty/],
    ['501 ids', ids(Array(501).fill('31109:10-01')), /ids must have at most 500 items/],
    ['an id that is a number', ids(['31109:10-01', 31109]), /ids\.1 must be a string/],
    ['an id that is null', ids([null]), /ids\.0 must be a string/],
    ['ids in each other', ids([['31109:10-01']]), /ids\.0 must be a string/],
    ['an unknown key', JSON.stringify({ ids: ['31109:10-01'], offset: 0 }), /offset is not a known field/],
    ['half a body', '{"ids": [', /not valid JSON/, 'invalid_json'],
    ['nothing', '', /empty/, 'invalid_json'],
    ['just over 1 MiB', ids(['x'.repeat(1 << 20)]), /1 MiB/, 'body_too_large', 413],
  ];
  const post = (sent: string | Buffer) =>
    send({ method: 'POST', path: '/v1/parcels/batch', headers: JSON_TYPE, body: sent });
  for (const [what, sent, names, code = 'invalid_parameter', status = 400] of rows)
    checkError(t, await post(sent), status, code, names, what);
  for (const given of [['31109:10-01'], Array(500).fill('x'), [''], ['\ud800'], ['x'.repeat(1_000_000)]]) {
    t.equal((await post(ids(given))).status, 200, String(given).slice(0, 20));
  }
});

t.test('what cannot be suggested for', async (t) => {
  const rows: [string, RegExp][] = [
    ['', /q is required/],
    ['q=', /q must not be empty/],
    ['q=%20', /q must hold a letter or a digit/],
    ['q=%23%2C.', /q must hold a letter or a digit/],
    ['q=%F0%9F%8F%A0', /q must hold a letter or a digit/],
    [`q=${'x'.repeat(201)}`, /q must have at most 200 characters/],
    [`q=${'x+'.repeat(21)}`, /q must have at most 20 words/],
    ['q=oak&q=elm', /q must be given once$/],
    ['q=oak&limit=0', /limit must be at least 1/],
    ['q=oak&limit=21', /limit must be at most 20/],
    ['q=oak&limit=1.5', /limit must be a whole number/],
    ['q=oak&limit=ten', /limit must be a whole number/],
    ['q=oak&limit=', /limit must be/],
    ['q=oak&offset=0', /offset is not a known field/],
    ['q=oak&county_fips=3110', /county_fips must be a 5-digit county FIPS code$/],
    ['q=oak&county_fips=99999', /county_fips must be the FIPS code of a county/],
    ['q=oak&state_fips=NE', /state_fips must be a 2-digit state FIPS code: write 31$/],
    ['q=oak&state_fips=99', /state_fips must be the FIPS code of a state/],
  ];
  for (const [query, names] of rows) {
    const answer = await send({ path: `/v1/parcels/suggest?${query}` });
    checkError(t, answer, 400, 'invalid_parameter', names, query);
  }
  for (const query of [
    'q=oak',
    'q=%00oak',
    'q=%E2%80%AEoak',
    'q=x&limit=20&state_fips=31&county_fips=31109',
  ]) {
    t.equal((await send({ path: `/v1/parcels/suggest?${query}` })).status, 200, query);
  }
});

t.test('what is not UTF-8', async (t) => {
  const latin = Buffer.from(body({ filters: { ownerName: 'PEÑA' } }), 'latin1');
  await t.test('a body', async (t) => checkError(t, await sendJson(latin), 400, 'invalid_json', /not UTF-8/));
  for (const charset of ['iso-8859-1', '"windows-1252"', 'utf-16']) {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    await t.test(charset, async (t) =>
      checkError(t, await sendJson(latin, headers), 415, 'unsupported_media_type', /UTF-8/),
    );
  }
  for (const query of ['q=PE%D1A', 'q=100%', 'q=oak%&limit=5', 'limit=5&q=%ED%A0%80']) {
    await t.test(query, async (t) => {
      const answer = await send({ path: `/v1/parcels/suggest?${query}` });
      checkError(t, answer, 400, 'invalid_parameter', /^q must be UTF-8, percent-encoded/);
    });
  }
  await t.test('bytes in the address', async (t) => {
    for (const path of ['/v1/owners/search?q=PE\xd1A', '/v1/owners/PE\xc3\x91A'])
      checkError(t, await sendAsIs({ path }), 400, 'bad_request', /must be percent-encoded/);
  });
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8'])
    t.equal(
      (await sendJson(body({}), { 'content-type': `application/json;charset=${charset}` })).status,
      200,
    );
});

t.test('bodies of another kind than JSON', async (t) => {
  const types = [
    'text/plain',
    'text/plain; charset=utf-8',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/jsonp',
    'application/x-ndjson',
    'json',
    '*/*',
    'application/',
    ';',
  ];
  for (const type of types) {
    const answer = await sendJson(body({}), { 'content-type': type });
    checkError(t, answer, 415, 'unsupported_media_type', /json/, type);
  }
  // Over a socket: `inject` would add a type.
  const post = { method: 'POST', path: '/api/v1/search', headers: BEARER };
  const untyped = await sendRaw(port, { ...post, body: body({}) });
  checkError(t, untyped, 415, 'unsupported_media_type', /json/, 'no content type');
  const empty = await sendRaw(port, { ...post, headers: { ...BEARER, 'content-length': '0' } });
  checkError(t, empty, 400, 'invalid_parameter', /body/, 'neither body nor content type');
});

t.test('query parameters that no route knows', async (t) => {
  const routes: RawRequest[] = [
    ...[...PARCEL_ROUTES, ...OTHER_ROUTES].map((path) => ({ path })),
    { method: 'POST', path: '/api/v1/search', headers: JSON_TYPE, body: body({}) },
  ];
  const queries: [string, RegExp][] = [
    ['debug=1', /debug is not a known field/],
    ['limit=5', /limit is not a known field/],
    ['__proto__=1', /__proto__ is not a known field/],
    ['constructor=1', /constructor is not a known field/],
    ['a=1&a=2', /a is not a known field/],
    ['%00=1', /is not a known field/],
    ['%F0%9F%8F%A0', /🏠 is not a known field/],
    [`${'q'.repeat(8_000)}=1`, /q{100} is not/],
  ];
  for (const [at, route] of routes.entries()) {
    for (const [query, names] of at === 0 ? queries : queries.slice(0, 1)) {
      const path = `${route.path}?${query}`;
      checkError(t, await send({ ...route, path }), 400, 'invalid_parameter', names, path);
    }
    t.equal((await send({ ...route, path: `${route.path}?` })).status, 200, 'an empty query is none');
  }
});

t.test('the state of coverage', async (t) => {
  const states = [
    '',
    'N',
    'ZZ',
    'Nebraska',
    '99',
    '031',
    '3',
    '-31',
    '31.0',
    '0x1f',
    'NE,IA',
    'NE%00',
    '%20NE',
  ];
  const odd = [
    '\u202eEN',
    'ＮＥ',
    'NE\u0301',
    'x'.repeat(10_000),
    '*',
    '[object Object]',
    'null',
    'constructor',
  ];
  for (const state of [...states, ...odd.map(encodeURIComponent)]) {
    const answer = await send({ path: `/api/v1/coverage?state=${state}` });
    checkError(t, answer, 400, 'invalid_parameter', /state/, `state=${state}`);
  }
  for (const query of [
    'state=NE&state=IA',
    'state=NE&state=NE',
    'state[]=NE',
    'state.x=NE',
    'STATE=NE',
    'state',
  ]) {
    const answer = await send({ path: `/api/v1/coverage?${query}` });
    checkError(t, answer, 400, 'invalid_parameter', /state/i, query);
  }
  for (const state of ['NE', 'ne', '31', 'AK', '02']) {
    const answer = await send({ path: `/api/v1/coverage?state=${state}` });
    t.equal(answer.status, 200, `state=${state} is known, with or without data: ${answer.text}`);
  }
});

t.test('parcel ids that name nothing', async (t) => {
  const ids = [
    'x',
    '31109',
    '31109:',
    ':10-01',
    '3110:10-01',
    '031109:10-01',
    '31109:10-02',
    '99999:10-01',
    '31109:10-01%20',
    '%2031109:10-01',
    '31109;10-01',
    '31:110:10-01',
    '３１１０９:10-01'.split('').map(encodeURIComponent).join(''),
    '31109%EF%BC%9A10-01',
    '31109:%00',
    '31109:10-01%00',
    '31109:%0A',
    '31109:%E2%80%AE10-01',
    '31109:*',
    '31109:..%2f..%2f_search',
    '..%2f_search',
    '%2e%2e',
    '_search',
    '31109:10-01%3Frefresh=true',
    '31109:10-01%23',
    '31109:__proto__',
    'constructor',
    `31109:${'9'.repeat(506)}`,
    `31109:${'9'.repeat(507)}`,
    `31109:${'%F0%9F%8F%A0'.repeat(500)}`,
    `31109:${'9'.repeat(10_000)}`,
  ];
  for (const [at, id] of ids.entries()) {
    for (const route of at < 2 ? ['', '/owner', '/permits', '/deeds', '/risks'] : ['']) {
      const path = `/api/v1/parcels/${id}${route}`;
      checkError(t, await sendAsIs({ path }), 404, 'not_found', /parcel/, path);
    }
  }
  const odd = `/api/v1/parcels/${encodeURIComponent('31109:A/1 #2%')}`;
  for (const path of [
    ...PARCEL_ROUTES,
    odd,
    `${odd}/owner`,
    PARCEL.replace('/api/v1', '/v1'),
    PARCEL.replace(':', '%3a'),
  ]) {
    t.equal((await send({ path })).status, 200, path);
  }
});

t.test('paths that are not validly encoded', async (t) => {
  const bad = [
    '%',
    '%2',
    '%zz',
    '31109:%C0%AF',
    '31109:%ED%A0%80',
    '31109:%FF',
    '31109:%F5%80%80%80',
    '31109:%E2%80',
  ];
  for (const id of bad) {
    for (const path of [`/api/v1/parcels/${id}`, `/v1/owners/${id}/properties`])
      checkError(t, await sendAsIs({ path }), 400, 'bad_request', /percent-encoded/, path);
  }
});

t.test('routes and methods that are not there', async (t) => {
  const paths = ['/api', '/api/v1', '/v1', '/v2/coverage', '/api/v1/', '/api/v1/parcels', '/api/v1/parcels/'];
  const more = [
    `${PARCEL}//`,
    `${PARCEL}/taxes`,
    `${PARCEL}/owner/x`,
    '//api/v1/coverage',
    '/api/v1/v1/coverage',
  ];
  for (const path of [...paths, ...more, '/API/v1/coverage', '/api/v1/../../etc/passwd', '/.env']) {
    checkError(t, await sendAsIs({ path }), 404, 'not_found', /GET|parcel/, path);
  }
  const methods = { POST: '/api/v1/nowhere', QUERY: '/api/v1/nowhere', PROPFIND: '/api/v1/search' };
  for (const [method, path] of Object.entries(methods)) {
    const answer = await sendAsIs({ method, path });
    checkError(t, answer, 404, 'not_found', new RegExp(method));
    t.equal(answer.headers.allow, undefined);
  }
  const odd = await sendAsIs({ path: '/api/v1/tiles/14/3790/%E2%80%A8.mvt' });
  checkError(t, odd, 404, 'not_found', /^There is no route GET/);
});

t.test('methods that an address does not have are 405, and Allow names those that it has', async (t) => {
  const READ = 'GET, HEAD';
  const ALLOWED = {
    [PARCEL]: READ,
    '/api/v1/search': 'POST',
    '/v1/coverage?state=NE': READ,
    '/api/v1/usage': READ,
  };
  async function refused(method: string, path: string, allow: string, more: object) {
    const answer = await sendAsIs({ method, path, ...more });
    const said = new RegExp(`^${method} is not allowed here; allowed: ${allow}$`);
    checkError(t, answer, 405, 'method_not_allowed', said, `${method} ${path}`);
    t.equal(answer.headers.allow, allow);
  }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']) {
    for (const [path, allow] of Object.entries(ALLOWED)) {
      await refused(method, path, allow, method === 'PUT' ? { headers: JSON_TYPE, body: '{}' } : {});
    }
  }
  for (const path of [...PARCEL_ROUTES, ...OTHER_ROUTES])
    await refused('POST', path, READ, { headers: JSON_TYPE, body: '{' });
  await refused('PUT', '/api/v1/webhooks', 'GET, HEAD, POST', {});
  await refused('GET', '/api/v1/webhooks/x/test', 'POST', {});
  await refused('PUT', '/api/v1/webhooks/x/deliveries/retry', 'POST', {});
  await refused('GET', '/v1/search', 'POST', {});
  await refused('PUT', '/v1/parcels/batch', 'POST', {});
});

t.test('a request target with its origin, as proxies send it', async (t) => {
  for (const path of ['/v1/coverage', '/api/v1/coverage?state=NE', PARCEL]) {
    t.equal((await sendAsIs({ path: `http://localhost${path}` })).status, 200, path);
  }
  const unknown = await sendAsIs({ path: '/v1/nowhere?x=1' });
  t.match(unknown.text, /no route GET \/v1\/nowhere"/, 'an unknown route is named as it was asked for');
});

t.test('Authorization headers that hold no key never fall back to the free tier', async (t) => {
  const unknown = `terrier_${'A'.repeat(32)}`;
  const values = [
    '',
    'Bearer',
    'Bearer ',
    `Bearer${key}`,
    key,
    `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
    `Token ${key}`,
    `Bearer ${key} ${key}`,
    `Bearer ${key},Bearer ${key}`,
    `Bearer "${key}"`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key.toUpperCase()}`,
    `Bearer x${key}`,
    `Bearer ${key.replace('terrier', 'terrîer')}`,
    `Bearer\t${key}`,
    'Bearer null',
    'Bearer undefined',
    'Bearer <API_KEY>',
    "Bearer ' OR 1=1 --",
    `Bearer ${'x'.repeat(10_000)}`,
    `Bearer terrier_${'*'.repeat(32)}`,
    `Bearer ${unknown}`,
  ];
  for (const authorization of values) {
    const refused = await sendAsIs({ path: PARCEL, headers: { authorization } });
    checkError(t, refused, 401, 'invalid_key', /key/, authorization);
    t.notOk('x-ratelimit-limit' in refused.headers, 'no tier is told');
    t.notOk(refused.text.includes(key), 'the key is not repeated');
  }
  const wrong = { authorization: `Bearer ${unknown}` };
  for (const path of ['/api/v1/coverage', '/v1/usage', `${PARCEL}/owner`])
    t.equal((await send({ path, headers: wrong })).status, 401, path);
  t.equal((await sendJson(body({}), wrong)).status, 401, 'search too');
  checkError(
    t,
    await inject({ path: '/api/v1/usage' }),
    401,
    'missing_key',
    /Bearer/,
    'none, where one is needed',
  );
  t.equal((await inject({ path: PARCEL })).status, 200, 'none, where none is needed');
  for (const good of [`bearer ${key}`, `BEARER  ${key}`, `Bearer ${key}  `]) {
    t.equal(
      (await send({ path: '/api/v1/usage', headers: { authorization: good } })).status,
      200,
      good.slice(0, 8),
    );
  }
});

/** The routes of deals, market and owners, each as a question that is answered. */
const DEALS = ['deals/absentee', 'deals/flips', 'deals/contractors', 'deals/entities?top=true'];
const MARKET = ['market/counties', 'market/trends?state_fips=31'];
const OWNER = 'owners/Ida%20Quill';
const OWNERS = ['owners/search?q=quill', OWNER, `${OWNER}/properties`, `${OWNER}/portfolio`];
const PAID_ROUTES = [...DEALS, ...MARKET, ...OWNERS];

const asked = (route: string, query: string) => `/api/v1/${route}${route.includes('?') ? '&' : '?'}${query}`;
const ask = (route: string, query: string) => send({ path: asked(route, query) });

/** The spellings of a parameter that no route takes: repeated, as a list or an object, or in another case. */
const misspelled = (name: string, value: string) => [
  `${name}=${value}&${name}=${value}`,
  `${name}[]=${value}`,
  `${name}.x=${value}`,
  `${name.toUpperCase()}=${value}`,
];

const NO_BOOLEANS = ['', 'TRUE', 'yes', '1', '0', 'null', 'true%20', 'true%00', 'true,false'];
const NO_WHOLE_NUMBERS = [
  '',
  'x',
  '1.5',
  '1,000',
  '1_000',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '0x10',
  '0b1',
  '%205',
  '+5',
  '5%20',
  '5%00',
  '%EF%BC%91',
];
const NO_NUMBERS = NO_WHOLE_NUMBERS.filter((value) => value !== '1.5');
const NO_COUNTIES = [
  ...['', 'Lancaster', 'Lancaster%20County', 'NE', '31', '109', '3110', '311090', '31:109', '31000'],
  ...[
    '00000',
    '31998',
    '-3110',
    '31109%20',
    '%2031109',
    '31109%0A',
    '31109%00',
    '*',
    '31109,31055',
    '31109,',
  ],
  ...['%EF%BC%93%EF%BC%91109', '%F0%9F%8F%A0', 'null', '3.1e4', 'x'.repeat(10_000), '99999'],
];
const NO_STATES = [
  ...['', 'NE', 'ne', 'Nebraska', '3', '031', '31109', '00', '03', '-1', '3%20', '%2031', '31%0A', '31%00'],
  ...[
    '31,19',
    '31,',
    '0x1f',
    '3_',
    '*',
    '%EF%BC%93%EF%BC%91',
    '%F0%9F%8F%A0',
    'null',
    'x'.repeat(10_000),
    '99',
  ],
];
const NO_ABBREVIATIONS = [
  ...[
    '',
    '31',
    'N',
    'NEB',
    'Nebraska',
    'ZZ',
    'XX',
    'NE,IA',
    'NE,',
    'NE%20',
    '%20NE',
    'N%00',
    'NE%00',
    'NE%0A',
  ],
  ...['%C3%91E', '%EF%BC%AE%EF%BC%A5', '%F0%9F%8F%A0', '**', 'x'.repeat(10_000)],
];
const NO_QUARTERS = [
  ...['', '2025', '2025Q5', '2025Q0', '2025q4', '25Q4', '202Q4', '20255Q1', '2025-Q4', '2025%20Q4', 'Q42025'],
  ...['2025Q', '2025Q44', '2025Q4%20', '%202025Q4', '2025Q4%0A', '2025Q4%00', '2025Q4,2025Q3', '2025-10-01'],
  ...['-025Q4', '2025Q%EF%BC%94', 'latest', '*', 'null', '2025Q4'.repeat(1_000)],
];
const NO_COUNTY_LISTS = [
  ...[
    ',',
    '31109,',
    ',31109',
    '31109,,31055',
    '31109,%2031055',
    '31109%20,31055',
    '31109%2031055',
    '31109;31055',
  ],
  ...[
    '31109|31055',
    '31109,NE',
    '31109,31',
    '31109,3110',
    '31109,99999',
    '31109,00000',
    '31109,*',
    '31109,%00',
  ],
];
const TOO_LONG = 'x'.repeat(1_001);
const LONG_EMOJI = encodeURIComponent('🏠'.repeat(1_001));
const MANY_WORDS = Array.from({ length: 101 }, (_, number) => `w${number}`).join('+');
/** What normalises to no name. */
const NO_NAMES = [
  ...[
    '%20',
    '...',
    '-',
    "'",
    '*',
    '%25',
    '%00',
    '%0A',
    '%F0%9F%8F%A0',
    '%E2%80%AE',
    'C/O',
    '%CC%81',
    '%22%22',
    ',',
  ],
  ...['-'.repeat(1_000), '/', '%5C', '%3F', '%23', '%EF%BF%BD'],
];

const NO_CURSORS = ['', '%2A%2A', 'abc', 'abc.', '.abc', 'a.b.c', '%00', `${'x'.repeat(9_000)}.y`, 'abc.def'];
const NO_FIELDS = [
  '',
  ',',
  'id,',
  ',id',
  'ID',
  'id,,address',
  'id,nothing',
  'id%20',
  `id${',id'.repeat(900)}`,
  'internal',
];

const asSearch = (search: unknown) => encodeURIComponent(JSON.stringify(search));
const NO_SEARCHES = [
  '',
  'x',
  '%7B',
  'null',
  '5',
  '%5B%5D',
  '%22search%22',
  asSearch({}),
  asSearch({ bounds: EVERYWHERE, near: NEAR }),
  asSearch({ bounds: { ...EVERYWHERE, north: '50' } }),
  asSearch({ bounds: { ...EVERYWHERE, south: 60 } }),
  asSearch({ bounds: EVERYWHERE, limit: 5 }),
  asSearch({ bounds: EVERYWHERE, sort: 'acreage' }),
  asSearch({ bounds: EVERYWHERE, fields: ['nothing'] }),
  asSearch({ bounds: EVERYWHERE, filters: { valueRange: { min: 2, max: 1 } } }),
];
const EXPORT = `search/export?search=${asSearch({ bounds: EVERYWHERE })}`;

/**
 * A route, a parameter, the values it does not take, and one it takes. The last value of a list may fit the schema: the
 * route's own check refuses it.
 */
const NO_VALUES: [route: string, name: string, values: string[], good: string][] = [
  ...[
    'deals/absentee',
    'deals/flips',
    'deals/flips?view=flippers',
    'deals/flips?view=flippers&min_profit=1',
  ].map((route): [string, string, string[], string] => [route, 'cursor', NO_CURSORS, '*']),
  ['deals/contractors', 'cursor', NO_CURSORS, '*'],
  ['deals/entities?top=true', 'cursor', NO_CURSORS, '*'],
  ['deals/entities?state_fips=31', 'cursor', NO_CURSORS, '*'],
  ['market/counties', 'cursor', NO_CURSORS, '*'],
  [`${OWNER}/properties`, 'cursor', NO_CURSORS, '*'],
  [EXPORT, 'format', ['', 'CSV', 'json', 'ndjson,csv', 'geojson', '1'], 'csv'],
  [EXPORT, 'cursor', NO_CURSORS, '*'],
  ['deals/absentee', 'fields', NO_FIELDS, 'id,address'],
  ['deals/entities?state_fips=31', 'fields', NO_FIELDS, 'id'],
  [`${OWNER}/properties`, 'fields', NO_FIELDS, 'location'],
  ['parcels/31109:10-01', 'fields', NO_FIELDS, 'owner_name,id'],
  ...[...DEALS, MARKET[0]!, OWNERS[2]!].flatMap((route): [string, string, string[], string][] => [
    [route, 'limit', [...NO_WHOLE_NUMBERS, '0', '-0', '-1', '501', '1e10', '9007199254740993'], '5'],
    [route, 'offset', [...NO_WHOLE_NUMBERS, '-1', '-9007199254740993', '9007199254740993', '1e308'], '0'],
  ]),
  ...[DEALS[0]!, DEALS[1]!, DEALS[3]!].flatMap((route): [string, string, string[], string][] => [
    [route, 'county_fips', NO_COUNTIES, '31109'],
    [route, 'state_fips', NO_STATES, '31'],
  ]),
  ['deals/entities', 'county_fips', NO_COUNTIES, '31109'],
  ['deals/entities', 'state_fips', NO_STATES, '31'],
  ['deals/entities', 'search', ['', TOO_LONG, LONG_EMOJI], 'holdings'],
  ['deals/entities', 'top', NO_BOOLEANS, 'true'],
  ['deals/absentee', 'min_value', [...NO_NUMBERS, '-1', '-0.01', '$5'], '5'],
  ['deals/absentee', 'out_of_state', NO_BOOLEANS, 'true'],
  ['deals/flips', 'flip_tier', ['', 'QUICK', 'Quick', 'short', 'quick,long', 'quick%20', '0'], 'quick'],
  ['deals/flips', 'min_profit', [...NO_NUMBERS, '$5', '5%25'], '5'],
  ['deals/flips', 'view', ['', 'FLIPPERS', 'flips', 'flippers%00', 'true'], 'flippers'],
  ['deals/contractors', 'search', ['', TOO_LONG, LONG_EMOJI], 'roof'],
  ['deals/contractors', 'min_permits', [...NO_WHOLE_NUMBERS, '0', '-1', '2147483648', '1e20'], '3'],
  ['deals/contractors', 'state', NO_ABBREVIATIONS, 'NE'],
  ['deals/contractors', 'min_value', [...NO_WHOLE_NUMBERS, '-1', '-1e300'], '0'],
  [
    'deals/entities?top=true',
    'entity_type',
    ['', 'llc', 'Llc', 'PERSON', 'LLC,CORP', 'LLC%20', 'toString'],
    'LLC',
  ],
  ['deals/entities?top=true', 'search', ['', TOO_LONG, LONG_EMOJI], 'holdings'],
  ['deals/entities?top=true', 'zoning', ['', 'x'.repeat(201), '%F0%9F%8F%A0'.repeat(201), TOO_LONG], 'res'],
  ['deals/entities?top=true', 'min_value', [...NO_WHOLE_NUMBERS, '-1', '-1e300'], '0'],
  ['market/counties', 'state_fips', NO_STATES, '31'],
  ['market/counties', 'min_sales', [...NO_WHOLE_NUMBERS, '-1', '2147483648', '1e20'], '3'],
  ['market/counties', 'quarter', NO_QUARTERS, '2025Q4'],
  [
    'market/counties',
    'sort',
    ['', 'SALE_COUNT', 'avg_price', 'quarter', '_score', 'internal.seq'],
    'sale_count',
  ],
  ['market/counties', 'order', ['', 'DESC', 'descending', 'asc,desc', '1'], 'desc'],
  [
    'market/trends',
    'county_fips',
    [...NO_COUNTIES.filter((one) => one !== '31109,31055'), ...NO_COUNTY_LISTS],
    '31109',
  ],
  ['market/trends', 'state_fips', NO_STATES, '31'],
  ['market/trends?county_fips=31109', 'state_fips', NO_STATES, '31'],
  ['owners/search', 'q', ['', TOO_LONG, LONG_EMOJI, MANY_WORDS, ...NO_NAMES], 'quill'],
  ['owners/search?q=quill', 'min_properties', [...NO_WHOLE_NUMBERS, '0', '-1', '2147483648', '1e20'], '3'],
  ['owners/search?q=quill', 'limit', [...NO_WHOLE_NUMBERS, '0', '-1', '101', '500', '1e10'], '5'],
];

/** What the document says of a parameter, but for its words. */
async function schemas() {
  const document = JSON.parse((await inject({ path: '/openapi.json' })).text);
  return (route: string, name: string): string => {
    const path = route
      .replace(/\?.*/, '')
      .replace(OWNER, 'owners/{name}')
      .replace(/^parcels\/.*/, 'parcels/{id}');
    const { parameters } = document.paths[`/api/v1/${path}`].get;
    const { schema } = parameters.find((one: { name: string }) => one.name === name);
    return JSON.stringify({ ...schema, description: null, examples: null, default: null });
  };
}

t.test('deals, market and owners: values that a parameter does not take', async (t) => {
  const schemaOf = await schemas();
  const tried = new Map<string, string[]>();
  for (const [route, name, values, good] of NO_VALUES) {
    const taken = await ask(route, `${name}=${good}`);
    t.equal(taken.status, 200, `${asked(route, `${name}=${good}`)}: ${taken.text.slice(0, 200)}`);
    // Where a parameter of the same schema was refused all of the values, the first and the last are enough.
    const schema = schemaOf(route, name);
    const before = tried.get(schema) ?? [];
    const isKnown = values.every((value) => before.includes(value));
    tried.set(schema, [...before, ...values]);
    const queries = (isKnown ? [values[0], values.at(-1)] : values).map((value) => `${name}=${value}`);
    for (const query of isKnown ? queries : [...queries, ...misspelled(name, good)]) {
      const answer = await ask(route, query);
      checkError(t, answer, 400, 'invalid_parameter', new RegExp(`\\b${name}`, 'i'), asked(route, query));
    }
  }
});

t.test('deals, market and owners: parameters that are not known', async (t) => {
  const ofOthers: [string, string[]][] = [
    [DEALS[0]!, ['search=x', 'top=true', 'state=NE', 'quarter=2025Q4', 'entity_type=LLC']],
    [DEALS[1]!, ['search=x', 'min_value=5', 'state=NE', 'out_of_state=true']],
    [DEALS[2]!, ['county_fips=31109', 'state_fips=31', 'top=true', 'view=flippers']],
    [DEALS[3]!, ['state=NE', 'sort=sale_count', 'q=x', 'entity_class=LLC']],
    [MARKET[0]!, ['county_fips=31109', 'state=NE', 'year=2025']],
    [MARKET[1]!, ['quarter=2025Q4', 'limit=5', 'offset=0', 'sort=sale_count']],
    [OWNERS[0]!, ['offset=0', 'search=x', 'name=x', 'state_fips=31']],
    [OWNERS[1]!, ['limit=5', 'q=x']],
    [OWNERS[2]!, ['q=x', 'sort=acreage', 'state_fips=31']],
    [OWNERS[3]!, ['limit=5', 'offset=0']],
  ];
  for (const [route, others] of ofOthers) {
    t.equal((await send({ path: `/api/v1/${route}` })).status, 200, route);
    for (const query of others) {
      const names = new RegExp(`${query.split('=')[0]} is not a known field`);
      checkError(t, await ask(route, query), 400, 'invalid_parameter', names, asked(route, query));
    }
  }
});

t.test('questions that lack what they need', async (t) => {
  const lacking = ['', 'limit=5', 'offset=0', 'entity_type=LLC', 'zoning=res', 'min_value=1', 'top=false'];
  for (const query of [...lacking, 'top=false&entity_type=LLC&zoning=r&min_value=1']) {
    const names = /\bcounty_fips\b.*\bstate_fips\b.*\bsearch\b.*\btop\b/;
    checkError(t, await ask('deals/entities', query), 400, 'invalid_parameter', names, `entities?${query}`);
  }
  for (const query of ['county_fips=31109', 'state_fips=31', 'search=quill', 'top=true']) {
    t.equal((await ask('deals/entities', query)).status, 200, `${query} is enough`);
    t.equal((await ask('deals/entities', `top=false&${query.replace('top=true', 'search=q')}`)).status, 200);
  }
  const trends = await send({ path: '/api/v1/market/trends' });
  checkError(t, trends, 400, 'invalid_parameter', /county_fips or state_fips is required/, 'trends');
  const bare = await send({ path: '/api/v1/search/export' });
  checkError(t, bare, 400, 'invalid_parameter', /search is required/, 'an export without a search');
  for (const search of NO_SEARCHES) {
    const answer = await send({ path: `/api/v1/search/export?search=${search}` });
    const what = `an export of ${decodeURIComponent(search) || 'nothing'}`;
    checkError(t, answer, 400, 'invalid_parameter', /search|bounds|filters/, what);
  }
  for (const query of ['', 'limit=5', 'min_properties=1'])
    checkError(t, await ask('owners/search', query), 400, 'invalid_parameter', /q is required/, query);
});

t.test('deals, market and owners need a key', async (t) => {
  const unknown = { authorization: `Bearer terrier_${'A'.repeat(32)}` };
  for (const route of PAID_ROUTES) {
    const path = `/v1/${route}`;
    checkError(t, await inject({ path }), 401, 'missing_key', /Bearer/, path);
    checkError(t, await send({ path, headers: unknown }), 401, 'invalid_key', /key/, path);
    t.equal((await send({ path })).status, 200, `${path}: with one it is answered`);
    const post = { method: 'POST', path: `/api/v1/${route}`, headers: JSON_TYPE, body: '{}' };
    checkError(t, await send(post), 405, 'method_not_allowed', /POST/, `POST ${route}`);
  }
});

t.test('owners that are not there', async (t) => {
  const names = [
    ...[
      'NOBODY',
      'QUILL',
      'IDA',
      'IDA%20QUILL%20JR',
      'A%2FB',
      '..%2f..%2f_search',
      '%2e%2e',
      '_search',
      '*',
      '%25',
    ],
    ...[
      '100%25%20REALTY',
      '%00',
      'IDA%00QUILL%00X',
      '%F0%9F%8F%A0',
      '%F0%9F%8F%A0%20IDA',
      '%20',
      '---',
      "'",
      '%3F',
    ],
    ...['%23', '%5C', '__proto__', 'constructor', '%E2%80%AE', 'C%2FO', '%0D%0Ax:%201', '31109:10-01'],
    ...['A'.repeat(10_000), 'A%20'.repeat(3_000), '%F0%9F%8F%A0'.repeat(800), '%2F'.repeat(3_000)],
  ];
  for (const [at, name] of names.entries()) {
    for (const route of at < 2 ? ['', '/properties', '/portfolio'] : ['']) {
      const answer = await sendAsIs({ path: `/api/v1/owners/${name}${route}` });
      checkError(t, answer, 404, 'not_found', /owner/, `${name}${route}`);
      t.ok(answer.text.length < 1_000, 'the message repeats the beginning of the name at most');
    }
  }
  for (const path of ['owners', 'owners/', 'owners/A/B', `${OWNER}//`, `${OWNER}/deeds`, 'deals', 'market/'])
    checkError(t, await sendAsIs({ path: `/api/v1/${path}` }), 404, 'not_found', /GET|owner/, path);
});

t.test('well-formed questions that nothing answers are empty', async (t) => {
  const pages = [
    ...['deals/absentee?county_fips=06037', 'deals/absentee?county_fips=31109&state_fips=19'],
    ...['deals/absentee?min_value=1e308', `deals/absentee?offset=${Number.MAX_SAFE_INTEGER}`],
    ...[
      'deals/flips?state_fips=02',
      'deals/flips?min_profit=-1e308',
      'deals/flips?view=flippers&min_profit=1e308',
    ],
    ...['deals/flips?view=flippers&county_fips=31109&state_fips=19', 'deals/contractors?state=wy'],
    ...['deals/contractors?min_value=1e300&min_permits=2147483647', 'deals/contractors?search=%00'],
    ...[
      `deals/contractors?search=${'x'.repeat(1_000)}`,
      'deals/contractors?search=%25',
      'deals/contractors?search=*',
    ],
    ...['deals/entities?county_fips=06037', 'deals/entities?county_fips=31109&state_fips=19'],
    ...['deals/entities?search=%F0%9F%8F%A0', 'deals/entities?search=%00', 'deals/entities?search=*%3F'],
    ...[
      `deals/entities?search=${'x'.repeat(1_000)}`,
      `deals/entities?search=${'%F0%9F%8F%A0'.repeat(1_000)}`,
    ],
    ...[`deals/entities?top=true&zoning=${'x'.repeat(200)}`, 'deals/entities?top=true&zoning=*%3F%5C'],
    ...[`deals/entities?top=true&zoning=${'ab'.repeat(100)}&search=${'abc'.repeat(333)}`],
    ...[`deals/entities?county_fips=31109&zoning=${'%F0%9F%8F%A0'.repeat(199)}b`],
    ...['deals/entities?top=true&county_fips=31109&state_fips=19', 'deals/entities?top=true&min_value=1e300'],
    ...['market/counties?quarter=1850Q1', 'market/counties?quarter=0000Q1', 'market/counties?quarter=9999Q4'],
    ...[
      'market/counties',
      'market/counties?state_fips=31',
      `market/counties?offset=${Number.MAX_SAFE_INTEGER}`,
    ],
    ...['market/counties?min_sales=2147483647', 'market/counties?sort=county_name&order=asc'],
  ];
  for (const path of pages) {
    const answer = await send({ path: `/api/v1/${path}` });
    t.equal(answer.status, 200, `${path.slice(0, 90)}: ${answer.text.slice(0, 200)}`);
    t.match(JSON.parse(answer.text), { data: [], limit: Number }, path.slice(0, 90));
  }
  const lists = [
    ...['market/trends?county_fips=06037', 'market/trends?state_fips=02', 'market/trends?state_fips=72'],
    ...[`market/trends?county_fips=${'31109,'.repeat(1_600)}31055`, 'owners/search?q=nobody'],
    ...['owners/search?q=quill&min_properties=2147483647', `owners/search?q=${'x'.repeat(1_000)}`],
    ...[
      `owners/search?q=${encodeURIComponent('Ж'.repeat(1_000))}`,
      'owners/search?q=ida*',
      'owners/search?q=_all:x',
    ],
    ...[`owners/search?q=${MANY_WORDS.slice(0, MANY_WORDS.lastIndexOf('+'))}`],
  ];
  for (const path of lists) {
    const answer = await send({ path: `/api/v1/${path}` });
    t.equal(answer.status, 200, `${path.slice(0, 90)}: ${answer.text.slice(0, 200)}`);
    if (!path.includes('ida*')) t.same(JSON.parse(answer.text), { data: [] }, path.slice(0, 90));
  }
});

t.test('bytes that are not an HTTP request', async (t) => {
  const rows: [string, string | Buffer][] = [
    ['words', 'hello there\r\n\r\n'],
    ['a TLS greeting', Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0, 13, 10, 13, 10])],
    ['zeros', Buffer.concat([Buffer.alloc(1_000), Buffer.from('\r\n\r\n')])],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nhost: x\r\n\r\n'],
    ['a space in the path', 'GET /api/v1/parcels/a b HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['NUL in the path', 'GET /api/v1/parcels/31109:\0 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
    ['no host', 'GET /v1/coverage HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'an unknown expectation',
      'POST /v1/search HTTP/1.1\r\nhost: x\r\nexpect: tea\r\ncontent-length: 0\r\n\r\n',
    ],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost: x\r\nnonsense\r\n\r\n'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\na: \0\r\n\r\n'],
    [
      'two lengths',
      'POST /v1/search HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    ],
    [
      'a length that is not a number',
      'POST /v1/search HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n{}',
    ],
    ['a negative length', 'POST /v1/search HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n{}'],
    [
      'a length and chunks',
      'POST /v1/search HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a chunk size that is none',
      'POST /v1/search HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n',
    ],
  ];
  for (const [what, bytes] of rows)
    checkError(t, await exchange(port, bytes), 400, 'bad_request', undefined, what);
});

t.test('bodies that JSON and HTTP allow, made at random, never fail inside', async (t) => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, true, 0, -1, 1e300, '', '0', 'asc', 'llc', '\u0000'),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('min', 'max', 'north', 'limit', 'x'), tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const parts = ['bounds', 'filters', 'sort', 'order', 'limit', 'offset'];
  const names = Object.keys(FILTERS);
  const bodies = fc.oneof(
    fc.record(Object.fromEntries(parts.map((part) => [part, value])), { requiredKeys: [] }),
    fc
      .record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
      .map((given) => ({ bounds: EVERYWHERE, filters: given })),
  );
  const seed = seedOf(20_250_101);
  t.comment(`seed ${seed}`);
  await fc.assert(
    fc.asyncProperty(bodies, async (made) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/search',
        headers: { ...BEARER, ...JSON_TYPE },
        payload: JSON.stringify(made),
      });
      if (answer.statusCode !== 200 && answer.statusCode !== 400)
        throw new Error(`${answer.statusCode}: ${answer.body}`);
    }),
    { seed, numRuns: runsOf(500) },
  );
  t.pass('each is 200 or 400');
});
