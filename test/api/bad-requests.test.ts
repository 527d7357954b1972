/** Bodies that the API refuses, by the schemas that they break. For the parameters of each GET, see bad-parameters. */
import t from 'tap';
import { EVERYWHERE } from '../helper.ts';
import { each } from '../listed.ts';
import { checkError } from '../refusals.ts';
import { positions } from '../squares.ts';
import { makeAsking } from './asking.ts';

const { post, search } = await makeAsking(t);

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

const RING = positions('-97 40, -96 40, -96 41, -97 40');
/** A search in one ring, given as positions. */
const within = (changes: Record<string, unknown>) =>
  JSON.stringify({ within: { type: 'Polygon', coordinates: [RING], ...changes } });
const rings = (...coordinates: unknown[]) => within({ coordinates });
const near = (changes: Record<string, unknown>) =>
  JSON.stringify({ near: { lat: 40.8, lon: -96.7, meters: 500, ...changes } });
const NEAR = { lat: 1, lon: 1, meters: 1 };
const ids = (value: unknown) => JSON.stringify({ ids: value });

type Row = [body: string | Buffer, names: RegExp, code?: string, status?: number];
const NOT_JSON = [/not valid JSON/, 'invalid_json'] as const;
const TOO_DEEP = [/more than 100 levels/, 'invalid_json'] as const;
const NO_PROTOTYPE = [/__proto__|prototype/, 'invalid_json'] as const;

const REGIONS: Row[] = [
  [body({ near: NEAR }), /exactly one of bounds, within, near is required/],
  [body({ near: NEAR, within: { type: 'Polygon', coordinates: [RING] } }), /exactly one of/],
  ['{"limit":5}', /exactly one of bounds, within, near is required/],
  ['{"filters":{}}', /exactly one of bounds, within, near is required, or filters with/],
  ['{"filters":{"absenteeOnly":true}}', /or filters with at least one of countyFips,/],
  ['{"filters":{"city":"Lincoln"}}', /or filters with at least one of countyFips,/],
  ['{"filters":{"zip":"68508"},"touches":true}', /touches needs bounds, within or near/],
  [body({ bounds: [1, 2, 3, 4] }), /bounds must be an object/],
  [bounds({ north: undefined }), /bounds\.north is required/],
  [bounds({ west: undefined }), /bounds\.west is required/],
  [bounds({ top: 1 }), /bounds\.top is not a known field/],
  ...[null, '50', true, [50], { valueOf: 50 }].map(
    (north): Row => [bounds({ north }), /bounds\.north must be a number/],
  ),
  [literal('north', '1e999'), /bounds\.north must be a number/],
  [bounds({ north: 90.0001 }), /bounds\.north must be at most 90/],
  [bounds({ south: -90.0001 }), /bounds\.south must be at least -90/],
  [bounds({ east: 720.0001 }), /bounds\.east must be at most 720/],
  [bounds({ west: -720.0001 }), /bounds\.west must be at least -720/],
  [bounds({ south: 51 }), /bounds\.south must not be above bounds\.north/],
  ['{"within":[]}', /within must be an object/],
  ['{"within":{}}', /within\.type is required/],
  [within({ type: 'Point' }), /within/],
  [within({ type: 'polygon' }), /within/],
  [within({ properties: {} }), /within\.properties is not a known field/],
  [within({ coordinates: undefined }), /within\.coordinates is required/],
  [rings(), /within\.coordinates must not be empty/],
  [within({ coordinates: RING }), /within\.coordinates/],
  [rings([RING]), /within\.coordinates/],
  [within({ type: 'MultiPolygon' }), /within\.coordinates/],
  [rings(RING.slice(1)), /within\.coordinates\.0 must have at least 4/],
  [rings([...RING.slice(0, 3), [-97, 41]]), /the last position of a ring/],
  [rings(RING, [...RING.slice(0, 3), [-97, 41]]), /the last position of a ring/],
  [rings([[-97], ...RING.slice(1)]), /within\.coordinates\.0\.0/],
  [rings([[-97, 40, 5, 1], ...RING.slice(1)]), /within\.coordinates\.0\.0/],
  [rings([[-97, 40, '5'], ...RING.slice(1)]), /coordinates\.0\.0\.2 must be a number/],
  [rings([['-97', 40], ...RING.slice(1)]), /coordinates\.0\.0\.0 must be a number/],
  [rings([[721, 40], RING[1], RING[2], [721, 40]]), /longitudes, which stand first, from -720 to 720/],
  [rings(RING.map(([lng, lat]) => [lat, lng])), /latitudes, which stand second/],
  ['{"near":[40.8,-96.7,500]}', /near must be an object/],
  [near({ meters: undefined }), /near\.meters is required/],
  [near({ lat: undefined }), /near\.lat is required/],
  [near({ radius: 5 }), /near\.radius is not a known field/],
  [near({ meters: 0 }), /near\.meters must be above 0/],
  [near({ meters: 2e7 + 1e5 }), /near\.meters must be at most 20037509/],
  [near({ meters: '500' }), /near\.meters must be a number/],
  [near({ lat: 91 }), /near\.lat must be at most 90/],
  [near({ lon: -721 }), /near\.lon must be at least -720/],
];

const WHOLE: Row[] = [
  ['[]', /body must be an object/],
  ['null', /body must be an object/],
  ['5', /body must be an object/],
  ['"search"', /body must be an object/],
  [body({ page: 2 }), /page is not a known field/],
  [body({ Limit: 2 }), /Limit is not a known field/],
  [body({ '': 2 }), /not a known field/],
  [body({ ['x'.repeat(100_000)]: 1 }), /x{100} is not/],
  [body({ '\u202etimil': 1 }), /timil is not a known field/],
  [body({ constructor: 1 }), /constructor is not a known field/],
  [body({ toString: 1 }), /toString is not a known field/],
  [body({ fields: 'id' }), /fields must be an array/],
  [body({ fields: [] }), /fields must not be empty/],
  [body({ fields: ['id', 'id'] }), /fields must not have the same item twice/],
  [body({ fields: ['id', 'owner'] }), /fields\.1 must be one of id, county_fips/],
  [body({ fields: ['internal'] }), /fields\.0 must be one of/],
  [body({ cursor: null }), /cursor must be a string/],
  [body({ cursor: 'abc.def' }), /cursor does not belong to this query/],
  [body({ cursor: '*', offset: 1 }), /offset must not be given with cursor/],
  [body({ sort: 'distance' }), /sort distance needs near/],
  [
    JSON.stringify({ near: NEAR, sort: 'distance', offset: 9_901 }),
    /offset plus limit must be at most 10000 when sorted by distance/,
  ],
  ...['price', 'total_assessed_value', 'ACREAGE', '', null, ['acreage'], 'constructor'].map(
    (sort): Row => [body({ sort }), /sort must be/],
  ),
  [body({ order: 'descending' }), /order must be one of asc, desc/],
  [body({ order: null }), /order must be/],
  [body({ limit: 0 }), /limit must be at least 1/],
  [literal('limit', '-0'), /limit must be at least 1/],
  [body({ limit: 501 }), /limit must be at most 500/],
  ...[1.5, '10', null, true, []].map((limit): Row => [body({ limit }), /limit must be a whole number/]),
  [body({ offset: -1 }), /offset must be at least 0/],
  [body({ offset: 0.5 }), /offset must be a whole number/],
  [literal('offset', '9007199254740993'), /offset must be at most/],
  ['', /empty/, 'invalid_json'],
  ['   ', ...NOT_JSON],
  [body({}).slice(0, -3), ...NOT_JSON],
  [body({}).repeat(2), ...NOT_JSON],
  [literal('limit', 'NaN'), ...NOT_JSON],
  ['north=50&south=24', ...NOT_JSON],
  [Buffer.from(body({}), 'utf16le'), ...NOT_JSON],
  [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), /not UTF-8/, 'invalid_json'],
  [Buffer.from(filters({ ownerName: 'PEÑA' }), 'latin1'), /not UTF-8/, 'invalid_json'],
  ['{"__proto__": {"limit": 1}, "bounds": {}}', ...NO_PROTOTYPE],
  ['{"bounds": {"__proto__": {}}}', ...NO_PROTOTYPE],
  ['{"\\u005f_proto__": {}}', ...NO_PROTOTYPE],
  ['{"constructor": {"prototype": {}}}', ...NO_PROTOTYPE],
  [nested(90, '[', ']'), /body must be an object/],
  [nested(90, '{"bounds":', '}').replace(':}', ':1}'), /bounds/],
  [literal('limit', nested(90, '[', ']')), /limit must be a whole number/],
  [nested(10_000, '[', ']'), ...TOO_DEEP],
  [nested(10_000, '{"bounds":', '}').replace(':}', ':1}'), ...TOO_DEEP],
  [literal('limit', nested(10_000, '[', ']')), ...TOO_DEEP],
  [within({ bbox: '@' }).replace('"@"', nested(60_000, '[', ']')), ...TOO_DEEP],
  [body({ q: '"[{'.repeat(200) }), /q is not a known field/],
  ['['.repeat(90), ...NOT_JSON],
  ['['.repeat(10_000), ...TOO_DEEP],
  [
    `{${Array.from({ length: 10_001 }, (_, n) => `"${n}":0`).join()}}`,
    /more than 10000 keys/,
    'invalid_json',
  ],
  [body({ filters: {} }).padEnd((128 << 10) + 1), /128 KiB/, 'body_too_large', 413],
  [`{"x": "${'x'.repeat(5_000_000)}"}`, /128 KiB/, 'body_too_large', 413],
];

/** Filters, and what their error says after "filters.". */
const BAD_FILTERS: [filters: Record<string, unknown>, said: string][] = [
  ...each('countyFips stateFips zip city address ownerId ownerName landUse permitSince updatedSince').flatMap(
    (name): [Record<string, unknown>, string][] => [
      [{ [name]: 31109 }, `${name} must be a string`],
      [{ [name]: null }, `${name} must be a string`],
      [{ [name]: '' }, `${name} must`],
    ],
  ),
  ...['zoningCategories', 'ownerTypes', 'ids'].map((name): [Record<string, unknown>, string] => [
    { [name]: [] },
    `${name} must be a list with something in it: leave it out`,
  ]),
  ...['city', 'ownerName', 'landUse'].map((name): [Record<string, unknown>, string] => [
    { [name]: 'x'.repeat(1_001) },
    `${name} must have at most 1000`,
  ]),
  ...['address', 'ownerName', 'landUse'].map((name): [Record<string, unknown>, string] => [
    { [name]: ' -- ' },
    `${name} must hold a letter or a digit`,
  ]),
  ...each('absenteeOnly outOfStateOnly located').flatMap((name): [Record<string, unknown>, string][] =>
    ['true', 1, null].map((value) => [{ [name]: value }, `${name} must be true or false`]),
  ),
  ...Object.entries({
    valueRange: 'a number',
    estimatedValueRange: 'a number',
    buildingSqftRange: 'a number',
    bedroomsRange: 'a number',
    bathroomsRange: 'a number',
    salePriceRange: 'a number',
    acreageRange: 'a number',
    yearBuiltRange: 'a whole number',
  }).flatMap(([name, kind]): [Record<string, unknown>, string][] => [
    [{ [name]: 3 }, `${name} must be an object`],
    [{ [name]: [1, 2] }, `${name} must be an object`],
    [{ [name]: { min: '3' } }, `${name}.min must be ${kind}`],
    [{ [name]: { max: null } }, `${name}.max must be ${kind}`],
    [{ [name]: { gte: 3 } }, `${name}.gte is not a known`],
    [{ [name]: { min: 3, max: 2 } }, `${name}.min must not be above`],
  ]),
  [{ yearBuiltRange: { min: 1900.5 } }, 'yearBuiltRange.min must be a whole number'],
  [{ address: 'x'.repeat(201) }, 'address must have at most 200'],
  [{ address: 'a '.repeat(21) }, 'address must have at most 20 words'],
  [
    { ownerName: Array.from({ length: 101 }, (_, at) => `w${at}`).join(' ') },
    'ownerName must have at most 100 words',
  ],
  [{ countyFips: '109' }, 'countyFips must be a 5-digit county FIPS code'],
  [{ countyFips: '31999' }, 'countyFips must be the FIPS code of a county'],
  [{ stateFips: 'NE' }, 'stateFips must be a 2-digit state FIPS code'],
  [{ stateFips: '99' }, 'stateFips must be the FIPS code of a state'],
  [{ zip: '68508-1234' }, 'zip must be a 5-digit ZIP code'],
  [{ ownerId: 'QUILL' }, 'ownerId must be the `owner_id` of a parcel'],
  [{ ids: ['31109:1', 'x'] }, 'ids holds x, which is not a parcel id'],
  [{ ids: [''] }, 'ids holds "", which is not a parcel id'],
  [{ ids: ['31109:\ud800'] }, 'ids holds '],
  [{ ids: Array(501).fill('31109:1') }, 'ids must have at most 500 items'],
  [{ ids: [1] }, 'ids.0 must be a string'],
  [{ permitSince: '2024-01-31T00:00:00Z' }, 'permitSince must be a day'],
  [{ updatedSince: '2024-01-31' }, 'updatedSince must be a time with a zone'],
  [{ updatedSince: '1969-12-31T23:59:59Z' }, 'updatedSince must be a time from 1970'],
  [{ updatedSince: '9999-01-01T00:00:00Z' }, 'updatedSince must be a time from 1970'],
  [{ updatedSince: '2016-12-31T23:59:60Z' }, 'updatedSince must be a time'],
  [{ zoning: 'R1' }, 'zoning is not a known field'],
  [{ absentee_only: true }, 'absentee_only is not a known field'],
  [{ zoningCategories: 'residential' }, 'zoningCategories must be an array'],
  ...['castle', 'mixed ', '', 'mıxed', 'mixed\n', 'mixed\0', '\ud800', '__proto__', null, ['mixed']].map(
    (value): [Record<string, unknown>, string] => [
      { zoningCategories: ['mixed', value] },
      'zoningCategories.1 must be',
    ],
  ),
  [{ zoningCategories: Array(101).fill('mixed') }, 'zoningCategories'],
  [{ ownerTypes: 'llc' }, 'ownerTypes must be an array'],
  [{ ownerTypes: ['person'] }, 'ownerTypes.0 must be one of individual'],
  [{ ownerTypes: ['LLC'] }, 'ownerTypes.0 must be one of'],
  [{ ownerTypes: Array(10_000).fill('llc') }, 'ownerTypes'],
  ...[
    ...each('2024 2024-1-1 2023-02-29 2024-13-01 2024-04-31 20240131 2024-01-31T00:00:00Z 2024-01-31||-1y'),
    ...each('+2024-01-31 12024-01-31 -0001-01-01 ٢٠٢٤-٠١-٣١ now 01/31/2024'),
    ...['', '2024-01-31 ', '2024-01-31\n'],
  ].map((min): [Record<string, unknown>, string] => [
    { saleDateRange: { min } },
    'saleDateRange.min must be a day',
  ]),
  [{ saleDateRange: { max: '2023-02-29' } }, 'saleDateRange.max must be a day'],
  [{ saleDateRange: { min: 20240131 } }, 'saleDateRange.min must be a string'],
  [
    { saleDateRange: { min: '2024-01-31', max: '2024-01-30' } },
    'saleDateRange.min must not be above filters.saleDateRange.max',
  ],
];

t.test('a search body that breaks a rule is refused', async (t) => {
  for (const [sent, names, code = 'invalid_parameter', status = 400] of [...REGIONS, ...WHOLE])
    checkError(t, await search(sent), status, code, names, String(sent));
});

t.test('a filter that breaks a rule is refused', async (t) => {
  for (const given of [null, [], 'absenteeOnly'])
    checkError(t, await search(filters(given)), 400, 'invalid_parameter', /filters must be an object/);
  for (const [given, said] of BAD_FILTERS) {
    const answer = await search(filters(given));
    checkError(t, answer, 400, 'invalid_parameter', /^filters\./, JSON.stringify(given));
    t.match(JSON.parse(answer.text).error, `filters.${said}`);
  }
});

t.test('a batch of ids that breaks a rule is refused', async (t) => {
  const rows: Row[] = [
    ['{}', /ids is required/],
    ['["31109:10-01"]', /body must be an object/],
    [ids('31109:10-01'), /ids must be an array/],
    [ids([]), /ids must not be empty/],
    [ids(Array(501).fill('31109:10-01')), /ids must have at most 500 items/],
    [ids(['31109:10-01', 31109]), /ids\.1 must be a string/],
    [JSON.stringify({ ids: ['31109:10-01'], offset: 0 }), /offset is not a known field/],
    ['{"ids": [', ...NOT_JSON],
    [ids(['x'.repeat(256 << 10)]), /256 KiB/, 'body_too_large', 413],
  ];
  const batch = (sent: string | Buffer) => post('/v1/parcels/batch', sent);
  for (const [sent, names, code = 'invalid_parameter', status = 400] of rows)
    checkError(t, await batch(sent), status, code, names, String(sent));
  for (const given of [['31109:10-01'], Array(500).fill('x'), [''], ['\ud800'], ['x'.repeat(250_000)]])
    t.equal((await batch(ids(given))).status, 200, String(given).slice(0, 20));
});

t.test('a list to match that breaks a rule is refused', async (t) => {
  const rows = (...given: unknown[]) => JSON.stringify({ rows: given });
  const refused: Row[] = [
    ['{}', /rows is required/],
    [rows(), /rows must not be empty/],
    [rows(...Array(1_001).fill({ address: 'x' })), /rows must have at most 1000 items/],
    [rows('12 Elm St'), /rows\.0 must be an object/],
    [rows({ address: 12 }), /rows\.0\.address must be a string/],
    [rows({}, { address: 'x'.repeat(201) }), /rows\.1\.address must have at most 200 characters/],
    [rows({ street: '12 Elm St' }), /rows\.0\.street is not a known field/],
    [rows({ county_fips: '3110', parcel_id: '1' }), /rows\.0\.county_fips must be a 5-digit county FIPS/],
    [rows({}, { county_fips: '31000', parcel_id: '1' }), /rows\.1\.county_fips must be the FIPS code of a/],
    [rows({ parcel_id: '1' }), /rows\.0\.county_fips must be given with parcel_id/],
    [JSON.stringify({ rows: [{}], fields: [] }), /fields must not be empty/],
    [JSON.stringify({ rows: [{}], limit: 1 }), /limit is not a known field/],
    [rows(...Array(1_000).fill({ address: 'x'.repeat(600) })), /512 KiB/, 'body_too_large', 413],
  ];
  const match = (sent: string) => post('/v1/parcels/match', sent);
  for (const [sent, names, code = 'invalid_parameter', status = 400] of refused)
    checkError(t, await match(String(sent)), status, code, names, String(sent).slice(0, 80));
  const longest = { address: 'x '.repeat(100), city: 'y '.repeat(50), state: 'z', zip: null };
  for (const given of [{}, { address: '\ud800 1' }, { address: null, county_fips: null }, longest])
    t.equal((await match(rows(...Array(1_000).fill(given)))).status, 200);
});

t.test('searches just inside each rule are answered', async (t) => {
  const good: string[] = [
    body({}),
    within({}),
    rings([RING[0], RING[0], RING[0], RING[0]]),
    rings([RING[0], RING[1], RING[0], RING[0]]),
    // It crosses itself.
    rings([RING[0], RING[2], [-97, 41], RING[1], RING[0]]),
    // A hole outside, and one that appears twice.
    rings(
      RING,
      RING.map(([x, y]) => [x! + 5, y!]),
    ),
    rings(RING, RING, RING),
    rings([[-97, 40, 1e9], ...RING.slice(1)]),
    within({ bbox: [-97, 40, -96, 41], crs: null }),
    rings(RING.map(([x, y]) => [x! - 623, y!])),
    ...[{}, { lon: 720 }, { lat: 90, lon: 180 }, { meters: 5e-324 }, { meters: 20_037_509 }].map(near),
    body({ fields: ['deal_score_parts'] }),
    body({ cursor: '*' }),
    bounds({ north: 90, south: -90, east: 180, west: -180 }),
    bounds({ north: 40, south: 40, east: -96, west: -96 }),
    bounds({ west: 170, east: -170 }),
    bounds({ west: -720, east: 720 }),
    literal('north', '5E+1'),
    ...['1', '500', '5e2', '10.0'].map((limit) => literal('limit', limit)),
    literal('offset', '-0'),
    body({ offset: Number.MAX_SAFE_INTEGER }),
    body({ offset: Number.MAX_SAFE_INTEGER, sort: 'deal_score', order: 'asc' }),
    body({ sort: 'updated_at', order: 'asc' }),
    '{"near":{"lat":40.8,"lon":-96.7,"meters":500},"sort":"distance","order":"asc"}',
    '{"filters":{"zip":"68508"}}',
    '{"filters":{"ids":["31:109:10-01","31109:A/1 #2%"]}}',
    '{"filters":{"ids":["31109:nobody"]}}',
    body({ filters: {} }).padEnd(128 << 10),
    body({ sort: 'acreage' }).replace('acreage', '\\u0061creage'),
    ...[
      {},
      { countyFips: '31109' },
      { updatedSince: '2026-01-31T12:00:00.123456+05:30' },
      { updatedSince: '1970-01-01T00:00:00Z' },
      { city: '\ud800', landUse: 'a\ud800' },
      { landUse: '住宅', ownerName: '王', address: '王府井' },
      { city: '*', landUse: 'a*', ownerName: 'a*', address: 'a*' },
      { zoningCategories: ['Residential', 'MIXED'] },
      { zoningCategories: Array(100).fill('mixed') },
      { valueRange: {}, yearBuiltRange: {}, acreageRange: {} },
      { yearBuiltRange: { min: 1999, max: 1999 } },
      { valueRange: { min: -2, max: -1 } },
      { valueRange: { min: -1e308, max: 1e308 } },
      { yearBuiltRange: { min: -1e300, max: 1e300 } },
      { yearBuiltRange: { min: 2 ** 63, max: 2 ** 64 } },
      { acreageRange: { min: 5e-324, max: 1.7976931348623157e308 } },
      { bathroomsRange: { min: 0.5, max: 0.5 } },
      { saleDateRange: { min: '2024-02-29', max: '2024-02-29' } },
      { saleDateRange: { min: '0000-01-01', max: '9999-12-31' } },
    ].map(filters),
  ];
  for (const sent of good) {
    const answer = await search(sent);
    t.equal(answer.status, 200, `${sent.slice(0, 150)}: ${answer.text.slice(0, 200)}`);
  }
});

t.test('a body must be JSON in UTF-8', async (t) => {
  const NO_TYPES = [
    ...each('text/plain text/html application/x-www-form-urlencoded application/vnd.api+json'),
    ...each('application/jsonp application/x-ndjson json */* application/ ;'),
    ...['iso-8859-1', '"windows-1252"', 'utf-16'].map((charset) => `application/json; charset=${charset}`),
  ];
  for (const type of NO_TYPES) {
    const answer = await search(body({}), { 'content-type': type });
    checkError(t, answer, 415, 'unsupported_media_type', /json|UTF-8/, type);
  }
  for (const type of each('Application/JSON application/json;charset=utf-8 application/json;charset="UTF-8"'))
    t.equal((await search(body({}), { 'content-type': type })).status, 200, type);
});
