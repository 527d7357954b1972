import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { type IngestKind, ingest } from '../../../src/loading/ingest/ingest.ts';
import { exitStatus } from '../../../src/loading/ingest/report.ts';
import { call, makeHarness } from '../../helper.ts';
import { positions } from '../../squares.ts';
import { contents, counted, counts, csv, inputFile, ndjson, rejects, stored } from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key();

const COUNTY = '31109';
const get = async (url: string) => (await call(app, 'GET', `/api/v1/parcels/${url}`, { key })).json();
const parcelAt = (id: string) => get(encodeURIComponent(id));
/** The parcels of these records, in their order. */
async function parcelsOf(records: { parcel_id: string }[]): Promise<Record<string, unknown>[]> {
  const ids = records.map(({ parcel_id }) => `${COUNTY}:${parcel_id}`);
  const { data } = (await call(app, 'POST', '/api/v1/parcels/batch', { key, body: { ids } })).json();
  const found = new Map(data.map((row: { id: string }) => [row.id, row]));
  return ids.map((id) => found.get(id) as Record<string, unknown>);
}

let numbers = 0;
/** A parcel number that no other test uses. */
const fresh = (name: string) => `${name}-${++numbers}`;
const parcel = (more: Record<string, unknown> = {}) => ({
  county_fips: COUNTY,
  parcel_id: fresh('good'),
  ...more,
});
const line = (more: Record<string, unknown> = {}) => JSON.stringify(parcel(more));

/** Loads one file of a test's own. */
async function load(t: Test, kind: IngestKind, name: string, content: string | Buffer) {
  return harness.load(kind, { files: [await inputFile(t, name, content)] });
}

/** How often each word occurs in a list. */
function tally(words: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const word of words) found[word] = (found[word] ?? 0) + 1;
  return found;
}

const MIB = 1 << 20;
/** A parcel's line of exactly this many bytes. */
function lineOf(bytes: number): string {
  const start = line({ note: '' }).slice(0, -2);
  return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
}

const BROKEN_LINES: [string, string | Buffer, string][] = [
  ['half a record', line().slice(0, -5), 'not_json'],
  ['no JSON', 'county_fips=31109', 'not_json'],
  ['single quotes', "{'county_fips': '31109'}", 'not_json'],
  ['a bare NaN', `{"county_fips":"31109","parcel_id":"x","acreage":NaN}`, 'not_json'],
  ['two records on a line', `${line()}${line()}`, 'not_json'],
  ['a trailing comma', `${line()},`, 'not_json'],
  ['an array', `[${line()}]`, 'not_an_object'],
  ['a string', '"31109"', 'not_an_object'],
  ['a number', '31109', 'not_an_object'],
  ['null', 'null', 'not_an_object'],
  ['a byte that is not UTF-8', Buffer.from(line({ owner_name: 'Mu\xf1oz' }), 'latin1'), 'invalid_utf8'],
  ['half a character', Buffer.concat([Buffer.from('{"city":"'), Buffer.from([0xc3])]), 'invalid_utf8'],
  ['an overlong character', Buffer.from([0x7b, 0xc0, 0xaf, 0x7d]), 'invalid_utf8'],
  ['UTF-16', Buffer.from(line(), 'utf16le').subarray(0, -1), 'nul_character'],
  ['a NUL byte', line({ city: 'LIN COLN' }).replace(' ', '\u0000'), 'nul_character'],
  ['an escaped NUL', line({ city: 'LIN\u0000COLN' }), 'nul_character'],
  ['an escaped NUL in a key', line({ 'ci\u0000ty': 'LINCOLN' }), 'nul_character'],
  ['half a surrogate pair', line({ parcel_id: 'a\ud800' }), 'invalid_unicode'],
  ['half a pair in a value', line({ owner_name: '\udc00 DOE' }), 'invalid_unicode'],
  ['a line of 1 MiB and a byte', lineOf(MIB + 1), 'line_too_long'],
  ['a line of 5 MB', lineOf(5_000_000), 'line_too_long'],
  ['5 MB without any JSON', 'x'.repeat(5_000_000), 'line_too_long'],
  [
    'nested 100,000 deep',
    line().replace('}', `,"note":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    'nested_too_deep',
  ],
  [
    'nested deep, with an escape',
    line({ city: '\u0001' }).replace('}', `,"note":${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
    'nested_too_deep',
  ],
  ['a list nested 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'not_an_object'],
];

t.test('a broken line is rejected with its number and reason; the lines around it are loaded', async (t) => {
  const parts: Buffer[] = [];
  const expected: { line: number; reason: string }[] = [];
  let at = 0;
  const add = (content: string | Buffer) => {
    parts.push(Buffer.from(content as string), Buffer.from('\n'));
    at++;
  };
  for (const [, content, reason] of BROKEN_LINES) {
    add(line());
    add(content);
    expected.push({ line: at, reason });
  }
  add(line());
  const report = await load(t, 'parcels', 'broken.ndjson', Buffer.concat(parts));
  const listed = await rejects(report);
  BROKEN_LINES.forEach(([name], n) => {
    const { line, reason } = expected[n]!;
    t.match(
      listed.find((entry) => entry.line === line),
      { reason },
      name,
    );
  });
  t.equal(listed.length, expected.length, 'nothing else is rejected');
  t.same(
    listed.map((entry) => entry.file),
    listed.map(() => report.files[0]),
    'each is listed with its file',
  );
  t.same(report.rejected_by_reason, tally(expected.map(({ reason }) => reason)));
  const good = BROKEN_LINES.length + 1;
  t.same(counts(report), counted({ read: good + expected.length, created: good, rejected: expected.length }));
  t.equal(exitStatus(report), 3);
});

t.test('unusual but valid lines are loaded', async (t) => {
  const text = [
    '\ufeff',
    `${line({ city: 'A' })}\r\n`,
    '\r\n',
    '   \n',
    '\n',
    `  ${line({ city: 'Köln 😀' })}  \n`,
    `${line({ city: 'escaped \\u0000 text' })}\n`,
    `${line({ city: '\ud83d\ude00' }).replace('\ud83d\ude00', '\\ud83d\\ude00')}\n`,
    `${lineOf(MIB)}\r\n`,
    line({ city: 'the last line has no ending' }),
  ];
  const report = await load(t, 'parcels', 'odd.ndjson', text.join(''));
  t.same(counts(report), counted({ read: 6, created: 6 }));
  t.equal(report.rejects_file, null);
  t.equal(exitStatus(report), 0);
  const cities = Object.values(await contents(harness, 'parcels')).map(
    (it) => (it as { city: unknown }).city,
  );
  for (const city of ['A', 'Köln 😀', 'escaped \\u0000 text', '😀']) t.ok(cities.includes(city), city);
});

t.test('an empty file is loaded without records', async (t) => {
  for (const [name, content] of [
    ['empty.ndjson', ''],
    ['lines.ndjson', '\n\n\r\n'],
    ['header.csv', 'county_fips,parcel_id\n'],
    ['empty.geojson', '{"type":"FeatureCollection","features":[]}'],
  ] as const) {
    const report = await load(t, 'parcels', name, content);
    t.same(counts(report), counted({}), name);
    t.equal(exitStatus(report), 0, name);
  }
});

t.test('broken CSV records are rejected, and the ones around them are loaded', async (t) => {
  const row = (rest = 'LINCOLN,120000') => `${COUNTY},${fresh('csv')},${rest}`;
  // Each entry: physical lines, then the reasons by line within the entry, then the number of records loaded.
  const entries: [string, (string | Buffer)[], Record<number, string>, number][] = [
    ['a sound one', [row()], {}, 1],
    ['a column too few', [row('LINCOLN')], { 1: 'wrong_column_count' }, 0],
    ['a column too many', [row('LINCOLN,1,2')], { 1: 'wrong_column_count' }, 0],
    ['semicolons', [row().replaceAll(',', ';')], { 1: 'wrong_column_count' }, 0],
    ['three lines in one field', [row('"LIN'), '', 'COLN",5'], {}, 1],
    [
      'after a record of three lines',
      [row('"a'), 'b', 'c",1,2'],
      { 1: 'wrong_column_count', 2: 'wrong_column_count', 3: 'wrong_column_count' },
      0,
    ],
    ['quotes within', [row('"the ""old"" town, west",7')], {}, 1],
    ['a quote in the middle of a field', [row('5" PIPE,7')], {}, 1],
    ['no UTF-8', [Buffer.from(row('K\xf6LN,1'), 'latin1')], { 1: 'invalid_utf8' }, 0],
    ['a NUL', [row('LIN\u0000COLN,1')], { 1: 'nul_character' }, 0],
    ['5 MB', [row(`${'x'.repeat(5_000_000)},1`)], { 1: 'line_too_long' }, 0],
    ['an empty line', ['', row()], {}, 1],
    [
      'a broken line in an open record',
      [row('"LIN'), Buffer.from([0xff, 0x41]), 'COLN",5'],
      { 1: 'unclosed_quote', 2: 'invalid_utf8', 3: 'wrong_column_count' },
      0,
    ],
    [
      'a quote that never closes',
      [row('"LINCOLN,1'), ...Array.from({ length: 1_100 }, () => row('O,2'))],
      { 1: 'unclosed_quote' },
      1_100,
    ],
    ['a sound one after all', [row()], {}, 1],
    ['an open quote at the end', [row('"LINCOLN,1'), row()], { 1: 'unclosed_quote' }, 1],
  ];
  const parts: Buffer[] = [Buffer.from('\ufeff county_fips ,parcel_id,city,market_value\r\n')];
  const expected: { line: number; reason: string; name: string }[] = [];
  let at = 1;
  let good = 0;
  for (const [name, lines, reasons, records] of entries) {
    for (const [within, reason] of Object.entries(reasons))
      expected.push({ line: at + Number(within), reason, name });
    for (const text of lines) parts.push(Buffer.from(text as string), Buffer.from('\r\n'));
    at += lines.length;
    good += records;
  }
  const report = await load(t, 'parcels', 'broken.csv', Buffer.concat(parts));
  const listed = await rejects(report);
  for (const { name, line, reason } of expected)
    t.match(
      listed.find((entry) => entry.line === line),
      { reason },
      name,
    );
  t.equal(listed.length, expected.length, 'nothing else is rejected');
  t.same(counts(report), counted({ read: good + expected.length, created: good, rejected: expected.length }));
  const cities = Object.values(await contents(harness, 'parcels')).map(
    (it) => (it as { city: unknown }).city,
  );
  for (const city of ['LIN COLN', 'the "old" town, west', '5" PIPE']) t.ok(cities.includes(city), city);
});

t.test('many CSV lines that each leave a quote open are rejected in a short time', async (t) => {
  const lines = Array.from({ length: 6_000 }, () => `${'x'.repeat(200)}","y\n`);
  const report = await load(t, 'parcels', 'open.csv', `county_fips,parcel_id\n${lines.join('')}`);
  t.same(report.rejected_by_reason, { unclosed_quote: 6_000 });
});

t.test(
  'in rows of tables, a lost letter costs a value, or the row if it is in a number that identifies the record',
  async (t) => {
    const lost = 'MU\ufffdOZ';
    const rows = (records: object[]) => ({
      name: 'rows of a table',
      async *prepared() {
        yield {
          file: 'table',
          rows: records.map((record, at) => ({
            line: at + 1,
            raw: JSON.stringify(record),
            record: { ...record },
          })),
          share: 1,
        };
      },
    });
    const sound = fresh('lost');
    const parcels = [
      { county_fips: COUNTY, parcel_id: sound, city: lost, land_use: 'FARM' },
      { county_fips: COUNTY, parcel_id: `${sound}\ufffd` },
    ];
    const report = await ingest('parcels', rows(parcels), harness.target);
    t.same(report.nulled, { 'city:unreadable_letters': 1 });
    t.same(report.rejected_by_reason, { unreadable_letters: 1 });
    t.match(await parcelsOf([{ parcel_id: sound }]), [{ city: null, land_use: 'FARM' }]);
    for (const [kind, field] of [
      ['deeds', 'record_id'],
      ['deeds', 'document_number'],
      ['permits', 'permit_number'],
      ['permits', 'permit_id'],
    ] as const) {
      const record = { county_fips: COUNTY, parcel_id: sound, [field]: `A-${lost}` };
      const { rejected_by_reason } = await ingest(kind, rows([record]), harness.target);
      t.same(rejected_by_reason, { unreadable_letters: 1 }, field);
    }
  },
);

t.test('GeoJSON geometries give a parcel its location, or are nulled with a reason', async (t) => {
  const at = { lat: 40.5, lon: -96.5 };
  const ring = positions('-97 40, -96 40, -96 41, -97 41, -97 40');
  const cases: [string, unknown, unknown, string | null][] = [
    ['a point', { type: 'Point', coordinates: [-96.5, 40.5] }, at, null],
    ['a polygon', { type: 'Polygon', coordinates: [ring] }, at, null],
    ['several polygons', { type: 'MultiPolygon', coordinates: [[ring], []] }, at, null],
    ['none', null, null, null],
    ['of another kind', { type: 'LineString', coordinates: ring }, null, null],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }, null, null],
    ['words', { type: 'Polygon', coordinates: [['x', 'y', 'z']] }, null, 'outline:bad_geometry'],
    ['no geometry at all', 'POINT(-96 40)', null, null],
    ['swapped', { type: 'Point', coordinates: [40.5, -96.5] }, null, 'location:out_of_range'],
  ];
  const features = cases.map(([, geometry]) => ({ type: 'Feature', geometry, properties: parcel() }));
  const text = JSON.stringify({ type: 'FeatureCollection', features });
  const report = await load(t, 'parcels', 'place.geojson', text);
  t.same(report.nulled, tally(cases.flatMap(([, , , reason]) => (reason ? [reason] : []))));
  const found = await stored(harness, 'parcels');
  for (const [n, [name, , location, reason]] of cases.entries()) {
    const id = `${COUNTY}:${features[n]!.properties.parcel_id}`;
    t.same((await parcelAt(id)).location, location, name);
    t.same(found.get(id)!.internal.nulled ?? [], reason ? [reason] : [], `${name}: nulled`);
  }
});

const year = new Date().getUTCFullYear();
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const today = new Date().toISOString().slice(0, 10);

/**
 * Field of a parcel, the value published, the reason why it becomes null (null: it is valid), and what is stored. For how
 * texts are read as figures and days, see test/domain/written-*.test.ts.
 */
const PARCEL_VALUES: [string, unknown, string | null, unknown][] = [
  ['market_value', 250_000, null, 250_000],
  ['market_value', '250000', null, 250_000],
  ['market_value', 0, null, 0],
  ['market_value', 10_000_000_000, null, 10_000_000_000],
  ['market_value', 10_000_000_000.01, 'too_large', null],
  ['market_value', 1e300, 'too_large', null],
  ['market_value', -1, 'negative', null],
  ['market_value', '$250,000.00', null, 250_000],
  ['market_value', '(1,200)', 'negative', null],
  ['market_value', '1.234,50', 'ambiguous_number', null],
  ['market_value', '1e999', 'wrong_type', null],
  ['market_value', 'N/A', null, null],
  ['market_value', '#REF!', null, null],
  ['market_value', 'nan', 'wrong_type', null],
  ['land_use', 'nan', null, null],
  ['land_use', 'NaN', null, null],
  ['land_use', 'Nan', null, 'Nan'],
  ['land_use', '#NAME?', null, null],
  ['land_use', 'M\ufffd', null, 'M\ufffd'],
  ['market_value', 'SEE NOTE', 'wrong_type', null],
  ['market_value', true, 'wrong_type', null],
  ['market_value', [1], 'wrong_type', null],
  ['market_value', { usd: 1 }, 'wrong_type', null],
  ['market_value', '', null, null],
  ['market_value', null, null, null],
  ['total_assessed_value', -5, 'negative', null],
  ['tax_amount', 'much', 'wrong_type', null],
  ['year_built', 1600, null, 1600],
  ['year_built', 1599, 'out_of_range', null],
  ['year_built', 0, 'out_of_range', null],
  ['year_built', '1963.0', null, 1963],
  ['year_built', 1963.5, 'wrong_type', null],
  ['year_built', year + 5, null, year + 5],
  ['year_built', year + 6, 'out_of_range', null],
  ['year_built', '19th century', 'wrong_type', null],
  ['tax_year', year, null, year],
  ['tax_year', 20_245, 'out_of_range', null],
  ['source_date', '2020-02-29', null, '2020-02-29'],
  ['source_date', '2020-02-29T23:59:59Z', null, '2020-02-29'],
  ['source_date', today, null, today],
  ['source_date', tomorrow, 'in_the_future', null],
  ['source_date', '9999-12-31', 'placeholder_date', null],
  ['source_date', '2021-02-29', 'no_such_date', null],
  ['source_date', '1900-01-01', 'placeholder_date', null],
  ['source_date', '1900-01-01T00:00:00', 'placeholder_date', null],
  ['source_date', '1900-01-02', null, '1900-01-02'],
  ['source_date', '1700-01-01', null, '1700-01-01'],
  ['source_date', '1699-12-31', 'too_early', null],
  ['source_date', '0001-01-01', 'placeholder_date', null],
  ['source_date', '<Null>', null, null],
  ['source_date', '0', 'placeholder_date', null],
  ['source_date', 0, 'placeholder_date', null],
  ['source_date', '0000-00-00', 'placeholder_date', null],
  ['source_date', '1899-12-31', 'placeholder_date', null],
  ['source_date', '9999-09-09', 'placeholder_date', null],
  ['source_date', '4/30/2021', 'not_a_date', null],
  ['source_date', 20_210_430, 'not_a_date', null],
  ['source_date', 'yesterday', 'not_a_date', null],
  ['source_date', '', null, null],
  ['source_date', {}, 'wrong_type', null],
  ['zoning_category', 'Residential', null, 'residential'],
  ['zoning_category', 'spaceport', 'unknown_word', null],
  ['zoning_category', 7, 'unknown_word', null],
  ['acreage', -0.1, 'out_of_range', null],
  ['building_sqft', '1,200', null, 1_200],
  ['building_sqft', '1 200', null, 1_200],
  ['building_sqft', '12 00', 'wrong_type', null],
  ['bedrooms', 10_001, 'out_of_range', null],
  ['units', 1.5, 'wrong_type', null],
  ['city', 68_510, null, '68510'],
  ['city', false, 'wrong_type', null],
  ['city', ['LINCOLN'], 'wrong_type', null],
  ['city', 'N/A', null, null],
  ['owner_name_2', '<Null>', null, null],
  ['owner_name_2', 'WREN &amp; O&#39;DELL', null, "WREN & O'DELL"],
  ['zoning_category', 'NONE', null, null],
  ['zip', '68508.0', null, '68508'],
  ['zip', '685081234', null, '68508-1234'],
  ['zip', '68508-0000', null, '68508'],
  ['zip', '0', null, null],
  ['zip', '8508', null, '8508'],
  ['mailing_state', 'Iowa', null, 'IA'],
  ['mailing_state', 'ontario', null, 'ONTARIO'],
  ['mailing_country', 'U.S.A.', null, null],
  ['mailing_country', '.', null, null],
  ['city', '  LINCOLN \t SOUTH ', null, 'LINCOLN SOUTH'],
  ['land_use', 'é'.repeat(1_000), null, 'é'.repeat(1_000)],
  ['land_use', 'x'.repeat(1_001), 'cut', 'x'.repeat(1_000)],
  ['land_use', '😀'.repeat(1_000), null, '😀'.repeat(1_000)],
  ['land_use', '😀'.repeat(1_001), 'cut', '😀'.repeat(1_000)],
  ['land_use', `${'x'.repeat(999)}😀y`, 'cut', `${'x'.repeat(999)}😀`],
  ['location', { lat: 40.8, lon: -96.7 }, null, { lat: 40.8, lon: -96.7 }],
  ['location', { lat: '40.8', lon: '-96.7' }, null, { lat: 40.8, lon: -96.7 }],
  ['location', { lat: 0, lon: 0 }, 'zero', null],
  ['location', { lat: 91, lon: -96.7 }, 'out_of_range', null],
  ['location', { lat: 40.8, lon: -181 }, 'out_of_range', null],
  ['location', { lat: -96.7, lon: 40.8 }, 'out_of_range', null],
  ['location', { lat: -72.3, lon: 43.6 }, 'not_in_the_us', null],
  ['location', { lat: 48.1, lon: 11.5 }, 'not_in_the_us', null],
  ['location', { lat: 40.8, lon: 96.7 }, 'not_in_the_us', null],
  ['location', { lat: 52.9, lon: 172.9 }, null, { lat: 52.9, lon: 172.9 }],
  ['location', { lat: 13.4, lon: 144.8 }, null, { lat: 13.4, lon: 144.8 }],
  ['location', { lat: -14.3, lon: -170.7 }, null, { lat: -14.3, lon: -170.7 }],
  ['location', { lat: 'north', lon: 'west' }, 'wrong_type', null],
  ['location', { lat: 'NaN', lon: -96.7 }, 'wrong_type', null],
  ['location', { lat: 40.8 }, 'incomplete', null],
  ['location', { lat: 40.8, lon: '' }, 'incomplete', null],
  ['location', { lat: '', lon: '' }, null, null],
  ['location', {}, null, null],
  ['location', null, null, null],
  ['location', '40.8,-96.7', 'wrong_type', null],
  ['location', [-96.7, 40.8], 'wrong_type', null],
  ['location', 7, 'wrong_type', null],
];

t.test('a broken value becomes null and is counted by field and reason, and the row is kept', async (t) => {
  const records = PARCEL_VALUES.map(([field, value]) => parcel({ [field]: value, owner_name: 'DOE PAT' }));
  const report = await load(t, 'parcels', 'values.ndjson', ndjson(records));
  const expected = PARCEL_VALUES.flatMap(([field, , reason]) => (reason ? [`${field}:${reason}`] : []));
  t.same(report.nulled, tally(expected));
  t.same(counts(report), counted({ read: records.length, created: records.length }));
  t.equal(exitStatus(report), 0, 'a nulled value rejects nothing');
  const loaded = await parcelsOf(records);
  for (const [n, [field, value, , kept]] of PARCEL_VALUES.entries()) {
    const found = loaded[n]!;
    const shown = JSON.stringify(value).slice(0, 60);
    t.same(found[field], kept, `${field} ${shown}`);
    t.equal(found.owner_name, 'DOE PAT', `${field} ${shown}: the rest is kept`);
  }
});

t.test('the same values are read the same in CSV', async (t) => {
  const plain = PARCEL_VALUES.filter(
    ([field, value]) => field !== 'location' && (typeof value === 'string' || typeof value === 'number'),
  );
  const records = plain.map(([field, value]) => parcel({ [field]: value }));
  const report = await load(t, 'parcels', 'values.csv', csv(records));
  t.same(report.nulled, tally(plain.flatMap(([field, , reason]) => (reason ? [`${field}:${reason}`] : []))));
  const loaded = await parcelsOf(records);
  for (const [n, [field, value, , kept]] of plain.entries())
    t.same(loaded[n]![field], kept, `${field} ${String(value).slice(0, 60)}`);
});

t.test('CSV gives locations as lat and lon', async (t) => {
  const cases: [string, string, string | null][] = [
    ['40.8', '-96.7', null],
    ['-96.7', '40.8', 'out_of_range'],
    ['0', '0', 'zero'],
    ['', '-96.7', 'incomplete'],
    ['', '', null],
    ['n/a', 'n/a', null],
    ['north', 'west', 'wrong_type'],
  ];
  const records = cases.map(([lat, lon]) => parcel({ lat, lon }));
  const report = await load(t, 'parcels', 'places.csv', csv(records));
  t.same(report.nulled, tally(cases.flatMap(([, , reason]) => (reason ? [`location:${reason}`] : []))));
  const first = await parcelAt(`${COUNTY}:${records[0]!.parcel_id}`);
  t.same(first.location, { lat: 40.8, lon: -96.7 });
});

const OTHER_VALUES: [IngestKind, string, unknown, string | null, unknown][] = [
  ['deeds', 'sale_price_usd', -1, 'negative', null],
  ['deeds', 'sale_price_usd', 10_000_000_001, 'too_large', null],
  ['deeds', 'recorded_date', tomorrow, 'in_the_future', null],
  ['deeds', 'sale_date', '1900-01-01', 'placeholder_date', null],
  ['deeds', 'parcel_count', 0, 'out_of_range', null],
  ['deeds', 'parcel_count', '2', null, 2],
  ['deeds', 'days_on_market', -3, 'out_of_range', null],
  ['deeds', 'is_arm_length', 'maybe', 'wrong_type', null],
  ['deeds', 'is_arm_length', 2, 'wrong_type', null],
  ['deeds', 'is_arm_length', 'Yes', null, true],
  ['deeds', 'is_arm_length', 1, null, true],
  ['deeds', 'is_arm_length', 'f', null, false],
  ['deeds', 'is_arm_length', 'N/A', null, null],
  ['deeds', 'is_arm_length', false, null, false],
  ['deeds', 'book', { page: 1 }, 'wrong_type', null],
  ['permits', 'estimated_cost', -1_000, 'negative', null],
  ['permits', 'estimated_cost', 'unknown', 'wrong_type', null],
  ['permits', 'filed_date', tomorrow, 'in_the_future', null],
  ['permits', 'issued_date', '2023-02-30', 'no_such_date', null],
  ['permits', 'expires_date', '2999-12-31', null, '2999-12-31'],
  ['permits', 'expires_date', '2999-02-30', 'no_such_date', null],
  ['permits', 'permit_status', 'NO SUCH STATUS', null, null],
  ['permits', 'description', 'x'.repeat(10_000), null, 'x'.repeat(10_000)],
  ['permits', 'description', '😀'.repeat(10_001), 'cut', '😀'.repeat(10_000)],
  ['permits', 'description', 'two\nlines', null, 'two\nlines'],
  ['permits', 'applicant_name', 'x'.repeat(1_001), 'cut', 'x'.repeat(1_000)],
  ['permits', 'location', { lat: 0, lon: 0 }, 'zero', null],
];

t.test('broken values of deeds and permits become null and are counted', async (t) => {
  for (const kind of ['deeds', 'permits'] as const) {
    const cases = OTHER_VALUES.filter(([of]) => of === kind);
    const parcels = cases.map(() => parcel());
    await harness.load('parcels', parcels);
    const records = cases.map(([, field, value], n) => ({ ...parcels[n], [field]: value }));
    const report = await load(t, kind, `${kind}.ndjson`, ndjson(records));
    t.same(
      report.nulled,
      tally(cases.flatMap(([, field, , reason]) => (reason ? [`${field}:${reason}`] : []))),
    );
    t.equal(report.created, cases.length, kind);
    for (const [n, [, field, value, , kept]] of cases.entries()) {
      const { data } = await get(`${encodeURIComponent(`${COUNTY}:${parcels[n]!.parcel_id}`)}/${kind}`);
      t.equal(data.length, 1);
      t.same(data[0][field], kept, `${field} ${JSON.stringify(value).slice(0, 60)}`);
    }
  }
});

t.test('broken values of risks become null and are counted', async (t) => {
  const place = parcel();
  await harness.load('parcels', [place]);
  const risk = {
    ...place,
    overall_score: 101,
    flood_score: 'high',
    wildfire_score: -1,
    median_aqi: 42,
    unhealthy_days: 367,
    crime_score: '55.5',
    source: 'made up',
  };
  const report = await load(t, 'risks', 'risks.ndjson', ndjson([risk]));
  t.same(report.nulled, {
    'overall_score:out_of_range': 1,
    'flood_score:wrong_type': 1,
    'wildfire_score:out_of_range': 1,
    'unhealthy_days:out_of_range': 1,
  });
  const found = await get(`${encodeURIComponent(`${COUNTY}:${place.parcel_id}`)}/risks`);
  t.match(found, { overall_score: null, flood: null, wildfire: null, crime: { score: 55.5 } });
  t.match(found.air_quality, { median_aqi: 42, unhealthy_days: null, geography: 'parcel' });
});

/** Kind, the place as published, and the reason why it is rejected (null: it is valid). */
const PLACES: [IngestKind, Record<string, unknown>, string | null][] = [
  ['parcels', { parcel_id: 'x' }, 'county_fips_missing'],
  ['parcels', { county_fips: '', parcel_id: 'x' }, 'county_fips_missing'],
  ['parcels', { county_fips: null, parcel_id: 'x' }, 'county_fips_missing'],
  ['parcels', { county_fips: 31_109, parcel_id: 'a number' }, null],
  ['parcels', { county_fips: 1_001, parcel_id: 'lost its zero' }, 'county_fips_malformed'],
  ['parcels', { county_fips: 31_109.5, parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: true, parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: ['31109'], parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: 'Lancaster', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '031109', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '31 09', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '٣١١٠٩', parcel_id: 'x' }, 'county_fips_malformed'],
  ['parcels', { county_fips: '31999', parcel_id: 'x' }, 'county_fips_unknown'],
  ['parcels', { county_fips: '31000', parcel_id: 'x' }, 'county_fips_unknown'],
  ['parcels', { county_fips: '99109', parcel_id: 'x' }, 'county_fips_unknown'],
  ['parcels', { county_fips: ' 31109 ', parcel_id: ' padded ' }, null],
  ['parcels', { county_fips: '31109' }, 'parcel_id_missing'],
  ['parcels', { county_fips: '31109', parcel_id: '  ' }, 'parcel_id_missing'],
  ['parcels', { county_fips: '31109', parcel_id: 12_345 }, null],
  ['parcels', { county_fips: '31109', parcel_id: 1.5 }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: 1e20 }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: { no: 1 } }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: 'two\nlines' }, 'parcel_id_malformed'],
  ['parcels', { county_fips: '31109', parcel_id: 'x'.repeat(64) }, null],
  ['parcels', { county_fips: '31109', parcel_id: 'x'.repeat(65) }, 'parcel_id_too_long'],
  ['parcels', { county_fips: '31109', parcel_id: '😀'.repeat(64) }, null],
  ['parcels', { county_fips: '31109', parcel_id: '😀'.repeat(65) }, 'parcel_id_too_long'],
  ['parcels', { county_fips: '31109', parcel_id: '12/34 #5 100%' }, null],
  ['deeds', { county_fips: '31000', parcel_id: 'p1' }, null],
  ['deeds', { state_fips: '31', county_fips: '000', parcel_id: 'p2' }, null],
  ['deeds', { state_fips: '31', county_fips: '109', parcel_id: 'p3' }, null],
  ['deeds', { state_fips: '31', parcel_id: 'x' }, 'county_fips_missing'],
  ['deeds', { county_fips: '000', parcel_id: 'x' }, 'county_fips_malformed'],
  ['deeds', { county_fips: '03000', parcel_id: 'x' }, 'county_fips_unknown'],
  ['deeds', { county_fips: '31109' }, 'parcel_id_missing'],
  ['permits', { county_fips: '31109', permit_number: 'n1' }, null],
  ['permits', { county_fips: '31109', permit_number: 'n2', parcel_id: '' }, null],
  ['permits', { county_fips: '31109', permit_number: 'n3', parcel_id: true }, 'parcel_id_malformed'],
  ['permits', { county_fips: '31000', permit_number: 'n4' }, 'county_fips_unknown'],
  ['permits', { county_fips: '31109', permit_id: '😀'.repeat(200) }, 'permit_id_too_long'],
  ['risks', { county_fips: '31109', source: 'a' }, null],
  ['risks', { county_fips: '31109', parcel_id: 1.5, source: 'b' }, 'parcel_id_malformed'],
  ['risks', { county_fips: '00000', source: 'c' }, 'county_fips_unknown'],
  ['risks', { county_fips: '31109', parcel_id: '😀'.repeat(64), source: '😀'.repeat(1_000) }, null],
];

t.test('a record without a place is rejected', async (t) => {
  for (const kind of ['parcels', 'deeds', 'permits', 'risks'] as const) {
    const cases = PLACES.filter(([of]) => of === kind);
    const report = await load(t, kind, `${kind}.ndjson`, ndjson(cases.map(([, record]) => record)));
    const listed = await rejects(report);
    cases.forEach(([, record, reason], n) => {
      const entry = listed.find(({ line }) => line === n + 1);
      t.equal(entry?.reason ?? null, reason, `${kind} ${JSON.stringify(record).slice(0, 80)}`);
    });
    const bad = cases.flatMap(([, , reason]) => (reason ? [reason] : []));
    t.same(report.rejected_by_reason, tally(bad));
    const good = cases.length - bad.length;
    t.same(counts(report), counted({ read: cases.length, created: good, rejected: bad.length }), kind);
  }
  t.match(await parcelAt('31109:padded'), { id: '31109:padded', canonical_id: '31:109:padded' });
  t.match(await parcelAt('31109:12345'), { parcel_id: '12345' });
});

t.test('unknown and derived keys are ignored and listed once', async (t) => {
  const extra = { color: 'red', deal_score: 99, id: 'mine', owner_id: 'x', Parcel_ID: 'y', state: 'ZZ' };
  const records = [parcel({ ...extra, city: 'A' }), parcel({ ...extra, size: 7 }), parcel()];
  const report = await load(t, 'parcels', 'keys.ndjson', ndjson(records));
  const names = ['Parcel_ID', 'color', 'deal_score', 'id', 'owner_id', 'size', 'state'];
  t.same(report.ignored_keys, names);
  t.same(report.nulled, {});
  const id = `${COUNTY}:${records[0]!.parcel_id}`;
  t.match(await parcelAt(id), { id, state: 'NE', owner_id: null, deal_score: null, city: 'A' });
});

t.test('a record loaded again replaces the earlier one: a key it no longer has becomes null', async (t) => {
  const { parcel_id } = parcel();
  const id = `${COUNTY}:${parcel_id}`;
  await harness.load('parcels', [parcel({ parcel_id, city: 'A', market_value: 5, owner_name: 'DOE PAT' })]);
  const report = await harness.load('parcels', [parcel({ parcel_id, city: 'B' })]);
  t.equal(report.updated, 1);
  t.match(await parcelAt(id), { city: 'B', market_value: null, owner_name: null, entity_type: null });
});

t.test('for a file that is cut off or cannot be read, the records before the break are kept', async (t) => {
  const rows = Array.from({ length: 1_000 }, (_, n) => parcel({ city: `CITY ${(n * 7919) % 10_007}` }));
  const whole = gzipSync(ndjson(rows));
  const features = rows.slice(0, 400).map((properties) => ({ type: 'Feature', geometry: null, properties }));
  const geojson = JSON.stringify({ type: 'FeatureCollection', features });
  // It ends within a feature, before its properties.
  const half = geojson.slice(0, geojson.indexOf('"properties"', geojson.length / 2));
  const cases: [string, Buffer | string, RegExp | null, number][] = [
    ['half.ndjson.gz', whole.subarray(0, whole.length / 2), /unexpected end of file/, 1],
    ['tail.ndjson.gz', whole.subarray(0, -4), /unexpected end of file/, 1],
    ['noise.ndjson.gz', Buffer.concat([whole.subarray(0, 99), Buffer.alloc(999, 7)]), /./, 0],
    ['half.geojson', half, /./, 150],
    ['noise.geojson', `${half}}}]]`, /./, 150],
    ['half.ndjson', ndjson(rows).slice(0, -20), null, 999],
    ['feature.geojson', JSON.stringify(features[0]), /its list of features is missing/, 0],
    ['list.geojson', JSON.stringify(features), /its list of features is missing/, 0],
    ['nothing.geojson', '', /./, 0],
    ['no.geojson', '{"features": 7}', /./, 0],
    ['empty.csv', '', /it is empty: the first line/, 0],
    ['bom.csv', '\ufeff\n', /it is empty: the first line/, 0],
    ['mixed.csv', 'PARCEL;COUNTY,STATE\n1;2,3\n', /split in several ways/, 0],
    ['header.csv', Buffer.from('county_fips,parcel_id,stra\xdfe\n31109,h1,x\n', 'latin1'), /header line/, 0],
  ];
  for (const [name, content, error, least] of cases) {
    const report = await load(t, 'parcels', name, content);
    const loaded = report.created + report.updated + report.unchanged + report.duplicates;
    if (error) {
      t.match(report.error, error, name);
      t.match(report.error, name, `${name}: the message names the file`);
    } else t.equal(report.error, null, name);
    t.equal(exitStatus(report), error ? 1 : 3, name);
    t.ok(loaded >= least, `${name}: ${loaded} records before the break are in, at least ${least}`);
    t.equal(loaded + report.rejected, report.read, `${name}: every record read is counted`);
  }
  const absent = await harness.load('parcels', { files: ['/nowhere/to/be/found.ndjson'] });
  t.match(absent.error, /found\.ndjson/);
  t.equal(exitStatus(absent), 1);
});

t.test('UTF-16 is loaded like UTF-8', async (t) => {
  const geojson = JSON.stringify({ features: [{ type: 'Feature', geometry: null, properties: parcel() }] });
  const csv = `\ufeffcounty_fips,parcel_id,city\n${COUNTY},${fresh('wide')},KÖLN\n`;
  const cases: [string, Buffer][] = [
    ['wide.ndjson', Buffer.from(line({ city: 'KÖLN' }), 'utf16le')],
    ['wide.csv.gz', gzipSync(Buffer.from(csv, 'utf16le'))],
    ['wide.geojson', Buffer.from(`\ufeff${geojson}`, 'utf16le').swap16()],
  ];
  for (const [name, content] of cases) {
    const report = await load(t, 'parcels', name, content);
    t.match(report, { created: 1, rejected: 0, error: null }, name);
  }
});

/** The rows of a batch; two batches are written at once. */
const BATCH = 2_500;

t.test('the last record of an id wins', async (t) => {
  for (const [name, known, apart] of [
    ['new, in one batch', false, 1],
    ['known before, in one batch', true, 1],
    ['known before, in different batches', true, BATCH],
  ] as const) {
    const { parcel_id } = parcel();
    if (known) await harness.load('parcels', [parcel({ parcel_id, city: 'OLD' })]);
    const between = Array.from({ length: apart }, () => parcel());
    const records = [
      parcel({ parcel_id, city: 'A', market_value: 1 }),
      ...between,
      parcel({ parcel_id, city: 'B' }),
      { ...between[0]!, city: 'SAME' },
      parcel({ parcel_id, city: 'C' }),
    ];
    const report = await load(t, 'parcels', 'twice.ndjson', ndjson(records));
    const created = apart + (known ? 0 : 1);
    t.same(
      counts(report),
      counted({ read: records.length, created, updated: known ? 1 : 0, duplicates: 3 }),
      name,
    );
    t.match(await parcelAt(`${COUNTY}:${parcel_id}`), { city: 'C', market_value: null }, name);
  }
});
