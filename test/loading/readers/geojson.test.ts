import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { openRecords } from '../../../src/loading/ingest/canonical.ts';
import { listElements } from '../../../src/loading/readers/json.ts';
import type { InputRow } from '../../../src/loading/readers/rows.ts';
import { makeHarness } from '../../helper.ts';
import { holds } from '../../holds.ts';
import { counts, inputFile, rejects } from '../ingest/support.ts';

const harness = await makeHarness(t);
const MIB = 1 << 20;

async function* once(text: string) {
  yield Buffer.from(text);
}

async function* pieces(bytes: Buffer, lengths: number[]) {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length]!;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

const feature = (properties: unknown, geometry: unknown = null) =>
  JSON.stringify({ type: 'Feature', geometry, properties });
const good = (n: number) => feature({ county_fips: '31109', parcel_id: `g${n}` });
const collection = (features: string[]) => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;

/** The rows, or the rows before the failure, and its message. */
async function read(bytes: AsyncIterable<Buffer>): Promise<{ rows: InputRow[]; error: string | null }> {
  const rows: InputRow[] = [];
  const open = async () => ({ name: 'x', bytes, progress: () => null });
  const file = { name: 'x', open, close: async () => {} };
  const opened = await openRecords(file, 'geojson', { known: new Set() });
  try {
    for await (const some of opened.rows) rows.push(...some);
    return { rows, error: null };
  } catch (error) {
    return { rows, error: (error as Error).message };
  }
}
const outcomes = (rows: InputRow[]) =>
  rows.map((row) => ('reason' in row ? row.reason : row.record.parcel_id));

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const owned = (rest: string) =>
  `{"type":"Feature","properties":{"county_fips":"31109","parcel_id":"x",${rest}}}`;

t.test('unusual but valid features are loaded', async (t) => {
  const ring = (...corners: unknown[]) => ({ type: 'Polygon', coordinates: [corners] });
  const sound: [name: string, text: string, expected: Record<string, unknown>][] = [
    ['a key that comes twice: the last counts', owned('"parcel_id":"y"'), { parcel_id: 'y' }],
    ['a long number', owned(`"a":1${'0'.repeat(400)}`), { a: Number.POSITIVE_INFINITY }],
    ['brackets and quotes in texts', owned('"a":"]}\\"[{,"'), { a: ']}"[{,' }],
    ['backslashes before a quote', owned('"a":"\\\\"'), { a: '\\' }],
    ['a prototype', owned('"__proto__":{"city":"x"}'), { parcel_id: 'x' }],
    ['97 levels in a value', owned(`"a":${nested(97)}`), { parcel_id: 'x' }],
    [
      'a large geometry',
      feature({ parcel_id: 'z' }, { type: 'LineString', coordinates: Array(200_000).fill([-96.7, 40.8]) }),
      { parcel_id: 'z', location: null },
    ],
    [
      'a coordinate that is an object',
      feature({ parcel_id: 'o' }, ring([{ valueOf: 1, toString: 1 }, 2], [1, 2])),
      { parcel_id: 'o' },
    ],
    ['text coordinate', feature({ parcel_id: 't' }, ring(['-96', '40'], ['-96', '40'])), { location: null }],
  ];
  const { rows, error } = await read(once(`\ufeff \n${collection(sound.map(([, text]) => text))}\r\n `));
  t.equal(error, null);
  sound.forEach(([name, , expected], n) => void t.match(rows[n], { record: expected }, name));
  t.equal(rows.length, sound.length);
});

t.test('a document that cannot be parsed ends the reading after the features before', async (t) => {
  const two = `${good(1)},${good(2)}`;
  const head = '{"type":"FeatureCollection","features":[';
  const cases: [name: string, text: string, error: RegExp, before: number][] = [
    ['nothing', '', /its list of features is missing/, 0],
    ['garbage', 'garbage', /its list of features is missing/, 0],
    ['garbage before', `x${collection([two])}`, /its list of features is missing/, 0],
    ['garbage behind', `${collection([two])}x`, /something follows after its end/, 2],
    ['another document', collection([two]).repeat(2), /something follows after its end/, 2],
    ['a list', `[${two}]`, /its list of features is missing/, 0],
    ['a single feature', good(1), /its list of features is missing/, 0],
    ['features that are none', '{"features":{"a":[1]}}', /its list of features is missing/, 0],
    ['features deeper down', '{"a":{"features":[{}]}}', /its list of features is missing/, 0],
    ['features as a value', '{"a":"features","b":[{}]}', /its list of features is missing/, 0],
    ['cut off in the list', `${head}${two}`, /ends too early \(at feature 2\)/, 1],
    ['cut off after a comma', `${head}${two},`, /ends too early \(at feature 3\)/, 2],
    ['cut off in a feature', `${head}${two},{"a":`, /ends too early \(at feature 3\)/, 2],
    ['cut off in a text', `${head}${two},{"a":"b`, /ends too early \(at feature 3\)/, 2],
    ['cut off after the list', `${head}${two}]`, /ends too early$/, 2],
    ['a bracket too many', `${head}${two}}]}`, /closed that was not opened \(at feature 2\)/, 1],
  ];
  for (const [name, text, error, before] of cases) {
    const found = await read(once(text));
    t.match(found.error, error, name);
    t.equal(found.rows.length, before, `${name}: what stood before`);
  }
  const members = `{"features":[${two}],"crs":{"features":[1,{"a":[]}]},"x":"features","y":[2],"features":[${good(3)}]}`;
  t.same(outcomes((await read(once(members))).rows), ['g1', 'g2', 'g3'], 'other members are passed over');
});

t.test('the elements are those of JSON.parse, wherever the document is split into chunks', async () => {
  const document = fc.record({
    bbox: fc.jsonValue(),
    features: fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }),
    'a "name"\\': fc.jsonValue(),
  });
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });
  await holds(500, [document, lengths, fc.constantFrom(0, 1)], async (made, lengths, space) => {
    const text = JSON.stringify(made, null, space);
    const found: unknown[] = [];
    for await (const elements of listElements(pieces(Buffer.from(text), lengths), 'features', MIB)) {
      for (const { number, bytes } of elements) {
        deepStrictEqual(number, found.length + 1);
        found.push(JSON.parse(bytes!.toString()));
      }
    }
    deepStrictEqual(found, JSON.parse(text).features);
  });
});

/** A text repeated up to this many bytes, in chunks of about 256 KiB. */
async function* repeated(text: string, bytes: number) {
  const chunk = Buffer.from(text.repeat(Math.ceil((1 << 18) / text.length)));
  for (let made = 0; made < bytes; made += chunk.length) yield chunk;
}

t.test('memory use stays flat, however long or deep a feature is', async (t) => {
  const HUGE = 64 * MIB;
  /** More than a feature may have. */
  const LARGE = 9 * MIB;
  const monsters: [name: string, open: string, body: string, close: string, size: number][] = [
    ['a text', '{"properties":{"a":"', 'x', '"}}', HUGE],
    ['a text of escapes', '{"properties":{"a":"', '\\u0041', '"}}', LARGE],
    ['a name', '{"properties":{"', 'x', '":1}}', LARGE],
    ['a number', '{"properties":{"a":', '1', '}}', LARGE],
    ['coordinates', '{"geometry":{"coordinates":[', '[1.25,2.5],', '0]}}', HUGE],
    ['brackets that open', '{"a":', '[', '', HUGE],
    ['brackets that open and close', '{"a":[', '[],', '0]}', LARGE],
  ];
  const start = process.memoryUsage().rss;
  let most = start;
  for (const [name, open, body, close, size] of monsters) {
    async function* document() {
      yield Buffer.from(`{"features":[${good(1)},${open}`);
      for await (const chunk of repeated(body, size)) {
        most = Math.max(most, process.memoryUsage().rss);
        yield chunk;
      }
      yield Buffer.from(`${close},${good(3)}]}`);
    }
    const { rows, error } = await read(document());
    const isOpen = body === '[';
    t.same(outcomes(rows), isOpen ? ['g1'] : ['g1', 'feature_too_long', 'g3'], name);
    t.match(error, isOpen ? /ends too early \(at feature 2\)/ : null, name);
  }
  const grown = (most - start) / MIB;
  t.ok(grown < 100, `${grown.toFixed(0)} MiB more than before, of documents of 64 MiB`);
});

t.test('a load continues after features that cannot be used, and lists them', async (t) => {
  const texts = [
    good(1),
    owned(`"a":${nested(20_000)}`),
    owned(`"a":"${'x'.repeat(9 * MIB)}"`),
    '7',
    good(2),
  ];
  const report = await harness.load('parcels', {
    files: [await inputFile(t, 'x.geojson', collection(texts))],
  });
  t.match(counts(report), { read: 5, created: 2, rejected: 3, error: null });
  t.match(await rejects(report), [
    { line: 2, field: null, reason: 'nested_too_deep' },
    { line: 3, field: null, reason: 'feature_too_long' },
    { line: 4, field: null, reason: 'not_a_feature' },
  ]);
});
