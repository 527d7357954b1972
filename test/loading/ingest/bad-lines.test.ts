import { gzipSync } from 'node:zlib';
import t from 'tap';
import { exitStatus } from '../../../src/loading/ingest/report.ts';
import { makeHarness } from '../../helper.ts';
import { valuesOf } from '../../listed.ts';
import { COUNTY, fresh, line, loader, parcel, tally } from './one-county.ts';
import { contents, counted, counts, ndjson, rejects } from './support.ts';

const harness = await makeHarness(t);
const load = loader(harness);

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
    valuesOf(listed, 'file'),
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
