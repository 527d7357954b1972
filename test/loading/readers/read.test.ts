import { deepStrictEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import t from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { formatOf, openRecords } from '../../../src/loading/ingest/canonical.ts';
import type { InputRow } from '../../../src/loading/readers/rows.ts';
import { makeHarness } from '../../helper.ts';
import { holds } from '../../holds.ts';
import { runsOf } from '../../seed.ts';
import { csv, ndjson, stored } from '../ingest/support.ts';

const harness = await makeHarness(t);

/** The bytes in chunks of these lengths in turn, as a slow pipe or a compressed file may deliver them. */
async function* pieces(bytes: Buffer, lengths: number[]) {
  let at = 0;
  for (let n = 0; at < bytes.length; n++) {
    const end = at + lengths[n % lengths.length]!;
    // A reader may keep what it was given, so no chunk shares its memory with the next.
    yield Buffer.from(bytes.subarray(at, end));
    at = end;
  }
}

async function rowsOf(name: string, bytes: Buffer, lengths: number[]): Promise<InputRow[]> {
  const open = async () => ({ name, bytes: pieces(bytes, lengths), progress: () => null });
  const found: InputRow[] = [];
  const { rows } = await openRecords({ name, open, close: async () => {} }, formatOf(name), {
    known: new Set(),
  });
  for await (const some of rows) found.push(...some);
  return found;
}

/** Letters of one to four bytes, and everything that could break a format. */
const text = fc
  .array(
    fc.constantFrom('a', 'Z', ' ', ',', '"', '\n', '\r\n', '\\', 'ß', '–', '\ufffd', '😀', '{', ']', ';'),
    {
      maxLength: 8,
    },
  )
  .map((letters) => letters.join(''));
const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
// A quote in a field is doubled and a line end in one is kept, so what was written is what is read.
const record = fc.record(
  { county_fips: fc.constant('31109'), city: text, owner_name: text },
  { noNullPrototype: true },
);
const records = fc.array(record, { minLength: 1, maxLength: 12 });

/** A carriage return before a line end belongs to the line end, in a quoted field too; an empty field has no value. */
const asField = (value: string) => value.replaceAll('\r\n', '\n') || null;

t.test('what is written is read, wherever the input is split into chunks', async () => {
  await holds(runsOf(300), [records, lengths], async (made, lengths) => {
    const features = made.map((properties) => ({ type: 'Feature', properties, geometry: null }));
    const forms: [string, string, (record: Record<string, string>) => object][] = [
      ['x.ndjson', ndjson(made), (record) => record],
      [
        'x.geojson',
        JSON.stringify({ type: 'FeatureCollection', features }),
        (it) => ({ ...it, location: null }),
      ],
      [
        'x.csv',
        csv(made),
        (it) => Object.fromEntries(Object.entries(it).map(([key, value]) => [key, asField(value)])),
      ],
    ];
    for (const [name, content, expected] of forms) {
      const rows = await rowsOf(name, Buffer.from(content), lengths);
      const found = rows.map((row) => ('record' in row ? row.record : row));
      deepStrictEqual(found, made.map(expected), name);
    }
  });
});

t.test('any bytes are read in the same way, wherever they are split into chunks', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((them) => Buffer.from(them)),
    text.map((it) => Buffer.from(it)),
    fc.array(text, { maxLength: 12 }).map((all) => Buffer.from(all.join(','))),
    fc
      .array(text, { maxLength: 12 })
      .map((all) => Buffer.from(`{"features":[{"properties":{"a":"${all.join('')}"}}]}`)),
  );
  const outcome = (name: string, input: Buffer, lengths: number[]) =>
    rowsOf(name, input, lengths).catch((error: Error) => error.constructor.name);
  await holds(runsOf(300), [bytes, lengths], async (input, lengths) => {
    for (const name of ['x.ndjson', 'x.csv', 'x.geojson']) {
      const whole = await outcome(name, Buffer.concat([Buffer.from('a,b\n'), input]), [1_000]);
      const cut = await outcome(name, Buffer.concat([Buffer.from('a,b\n'), input]), lengths);
      deepStrictEqual(cut, whole, name);
    }
  });
});

t.test('the name determines the format, compressed or not', async (t) => {
  const cases: [string, string][] = [
    ['a.ndjson', 'ndjson'],
    ['a.jsonl.gz', 'ndjson'],
    ['A.CSV', 'csv'],
    ['a.csv.gz', 'csv'],
    ['a.tsv', 'csv'],
    ['a.geojson', 'geojson'],
    ['a.json.GZ', 'geojson'],
    ['-', 'ndjson'],
  ];
  for (const [name, format] of cases) t.equal(formatOf(name), format, name);
  for (const name of ['csv', 'a.csv.zip'])
    t.throws(() => formatOf(name), /cannot be told from its name/, name);
  t.throws(() => formatOf('a.parquet'), /is GeoParquet.*ogr2ogr -f GPKG/);
});

t.test('standard input', async (t) => {
  const at = (n: string) => ({ county_fips: '31109', parcel_id: n, city: 'KÖLN' });
  const many = (of: string) => Array.from({ length: 100 }, (_, n) => at(`${of}${n}`));
  const cases: [string, string[], string | Buffer, number, number][] = [
    ['packed CSV', ['--format', 'csv', '-'], gzipSync(csv(many('c'))), 0, 100],
    ['a broken line', ['-'], `${JSON.stringify(at('e'))}\nbroken\n`, 3, 1],
    ['a gzip that breaks off', ['-'], gzipSync(ndjson(many('f'))).subarray(0, -4), 1, 100],
  ];
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  for (const [name, args, input, status, created] of cases) {
    const ran = spawnSync(process.execPath, [main, 'ingest', 'parcels', '--json', ...args], {
      env: { ...process.env, ...harness.env },
      input,
      encoding: 'utf8',
    });
    t.equal(ran.status, status, `${name}: exit status`);
    t.match(JSON.parse(ran.stdout), { created }, name);
  }
  const cities = [...(await stored(harness, 'parcels')).values()].map(({ city }) => city);
  t.same([...new Set(cities)], ['KÖLN']);
});

t.test('CSV from a pipe is read to its end, or to where it breaks off', async (t) => {
  const rows = Array.from({ length: 6_000 }, (_, n) => `31109,p${n},${'x'.repeat(900)}`);
  const text = `county_fips,parcel_id,note\n${rows.join('\n')}\n`;
  const cases: [string, string | Buffer, number, object][] = [
    ['more than is looked at first', text, 0, { read: 6_000, taken: 6_000, error: null }],
    ['a gzip that breaks off', gzipSync(text).subarray(0, -4), 1, { read: 6_000, error: /end of file/ }],
    ['nothing', '', 1, { read: 0, error: /it is empty/ }],
  ];
  const main = resolve(PROJECT_ROOT, 'src/main.ts');
  for (const [name, input, status, expected] of cases) {
    const args = [main, 'ingest', 'parcels', '--dry-run', '--json', '--format', 'csv', '-'];
    const ran = spawnSync(process.execPath, args, {
      env: { ...process.env, ...harness.env },
      input,
      encoding: 'utf8',
    });
    t.equal(ran.status, status, `${name}: exit status`);
    t.match(JSON.parse(ran.stdout), expected, name);
  }
});
