import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { estypes } from '@elastic/elasticsearch';
import { createIndex, ensureIndices } from '../src/stores/elastic/indices.ts';
import { forgetSource } from '../src/stores/mysql/source-layers.ts';
import { lines } from './lines.ts';
import { quietly } from './machine.ts';
import { COUNTY, madeCounty, madeParcels } from './made/parcels.ts';
import { against, chosen, median, printTable, SERVERS_HELP } from './measure.ts';
import { poolOf } from './pool.ts';
import { CONFORM, writeShapefile } from './readers/made.ts';
import { openRig, type Rig, SEED } from './rig.ts';
import { type Load, terrierLoad } from './terrier-load.ts';

const RECORDS = Number(process.env.BENCH_RECORDS ?? 300_000);
const ROUNDS = 3;

const HELP = `
node bench/ingest.ts [county-csv] [county-shapefile] [csv] [ndjson] [again]

Documents per second of \`terrier ingest parcels\`, in its own process, into empty indices: from a county's CSV and a county's
shapefile by source files, from a canonical NDJSON file and from the same records as CSV; and from the NDJSON again with
nothing changed. The canonical ones are compared with raw _bulk of the documents that they store, serialized beforehand: the
same ids, index template and server, bodies of 5 MB, two in flight.
${RECORDS} records (BENCH_RECORDS), ${ROUNDS} rounds that take turns, the raw load first in each. "load" is until the last
document is written, which is what raw _bulk does; "all" includes the derived figures and the start of the program.

${SERVERS_HELP}`;

const NDJSON = 0.5;
const CSV = 0.4;
const AGAIN = 2;
const BODY = 5_000_000;
const IN_FLIGHT = 2;

/** The names of the source files. */
const SOURCES = ['csv', 'shapefile'] as const;

const folder = await mkdtemp(join(tmpdir(), 'terrier-bench-'));
const file = (name: string) => join(folder, name);

const cell = (value: unknown) => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

function* csvLines(records: Iterable<object>, named = (column: string) => column): Generator<string> {
  let columns: string[] = [];
  let text = '';
  for (const { location, ...rest } of records as Iterable<Record<string, unknown>>) {
    const flat: Record<string, unknown> = { ...rest, ...(location as object) };
    if (columns.length === 0) {
      columns = [...new Set([...Object.keys(flat), 'lat', 'lon'])];
      text = `${columns.map(named).join()}\n`;
    }
    text += `${columns.map((column) => cell(flat[column])).join()}\n`;
    if (text.length < 1_000_000) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** The column in which a county's CSV has a field. */
const columnOf = (field: string) => field.toUpperCase();

/** Writes a source file of one layer of parcels. @returns its path. */
async function writeSource(
  name: (typeof SOURCES)[number],
  geoid: string,
  data: string,
  conform: object,
): Promise<string> {
  const path = file(`${name}.json`);
  const layer = { name: 'county', protocol: 'file', data, conform };
  const source = { schema: 2, coverage: { 'US Census': { geoid } }, layers: { parcels: [layer] } };
  await writeFile(path, JSON.stringify(source));
  return path;
}

/** Writes a county's CSV. @returns its source file. */
async function writeCountyCsv(): Promise<string> {
  const data = file('county.csv');
  await pipeline(Readable.from(csvLines(madeCounty(RECORDS, SEED), columnOf)), createWriteStream(data));
  const { county_fips, parcel_id, location, source, ...others } = madeCounty(1, SEED).next().value!;
  const fields = [...Object.keys(others), 'lat', 'lon'].map((field) => [field, columnOf(field)]);
  return writeSource('csv', COUNTY, data, {
    format: 'csv',
    pid: columnOf('parcel_id'),
    ...Object.fromEntries(fields),
  });
}

/** Writes a county's shapefile. @returns its source file. */
const writeCountyShapefile = async () =>
  writeSource('shapefile', '06001', await writeShapefile(folder, RECORDS), {
    format: 'shapefile',
    ...CONFORM,
  });

/** Without records, and without what an earlier run has noted about its source files. */
async function emptied({ client, config, database }: Rig): Promise<void> {
  for (const source of SOURCES) await forgetSource(database, source);
  const found = await client.indices.get({ index: `${config.INDEX_PREFIX}-*` });
  for (const index of Object.keys(found)) await client.indices.delete({ index });
  await ensureIndices(client, config);
}

/** Writes the bodies of a raw load, which are the stored documents, to a file. Returns where each body ends. */
async function exportBodies({ client, parcels }: Rig, path: string): Promise<number[]> {
  const out = createWriteStream(path);
  const ends: number[] = [];
  let written = 0;
  let body = '';
  const flush = async () => {
    written += Buffer.byteLength(body);
    ends.push(written);
    if (!out.write(body)) await once(out, 'drain');
    body = '';
  };
  let after: estypes.SortResults | undefined;
  for (;;) {
    const { hits } = await client.search({
      index: parcels,
      size: 5_000,
      track_total_hits: false,
      sort: [{ 'internal.seq': 'asc' }, { id: 'asc' }],
      search_after: after,
    });
    for (const { _id, _source } of hits.hits) {
      body += `{"index":{"_id":${JSON.stringify(_id)}}}\n${JSON.stringify(_source)}\n`;
      if (body.length >= BODY) await flush();
    }
    if (hits.hits.length === 0) break;
    after = hits.hits.at(-1)!.sort;
  }
  if (body !== '') await flush();
  out.end();
  await once(out, 'finish');
  return ends;
}

async function readBody(from: FileHandle, ends: number[], at: number): Promise<Buffer> {
  const start = at === 0 ? 0 : ends[at - 1]!;
  const body = Buffer.allocUnsafeSlow(ends[at]! - start);
  await from.read(body, 0, body.length, start);
  return body;
}

/** Sends every body to a new index of the same template. Returns the seconds until the last is answered. */
async function rawLoad(rig: Rig, path: string, ends: number[]): Promise<number> {
  const index = await createIndex(rig.client, rig.config.INDEX_PREFIX, 'parcels');
  const pool = poolOf(rig.elasticsearch, { connections: IN_FLIGHT });
  const from = await open(path);
  let next = 0;
  const worker = async () => {
    while (next < ends.length) {
      const body = await readBody(from, ends, next++);
      const answer = await pool.request({
        method: 'POST',
        path: `/${index}/_bulk?filter_path=errors`,
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });
      const text = await answer.body.text();
      if (!text.includes('"errors":false')) throw new Error(`raw _bulk: ${text.slice(0, 500)}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  const seconds = (performance.now() - started) / 1000;
  await from.close();
  await pool.close();
  await rig.client.indices.delete({ index });
  return seconds;
}

/** In this order in each round: "again" follows its first load. */
const KINDS = ['county-csv', 'county-shapefile', 'csv', 'ndjson', 'again'] as const;
type Kind = (typeof KINDS)[number];

async function measure(rig: Rig, kinds: Kind[]): Promise<void> {
  console.error(`writing ${RECORDS} records`);
  await pipeline(Readable.from(lines(madeParcels(RECORDS, SEED))), createWriteStream(file('parcels.ndjson')));
  await pipeline(Readable.from(csvLines(madeParcels(RECORDS, SEED))), createWriteStream(file('parcels.csv')));
  const given: Record<Kind, string[]> = {
    'county-csv': ['--source', await writeCountyCsv()],
    'county-shapefile': ['--source', await writeCountyShapefile()],
    ndjson: [file('parcels.ndjson')],
    csv: [file('parcels.csv')],
    again: [file('parcels.ndjson')],
  };
  const load = (kind: Kind) => terrierLoad(rig, 'parcels', ...given[kind]);
  await emptied(rig);
  await load('ndjson');
  const bodies = file('bodies.ndjson');
  const ends = await exportBodies(rig, bodies);

  const raw: number[] = [];
  const loads = new Map<Kind, Load[]>(kinds.map((kind) => [kind, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    await emptied(rig);
    raw.push(RECORDS / (await rawLoad(rig, bodies, ends)));
    for (const kind of kinds) {
      if (kind !== 'again') await emptied(rig);
      loads.get(kind)!.push(await load(kind));
      console.error(`round ${round} of ${ROUNDS}: ${kind} done`);
    }
  }
  report(raw, loads);
}

function report(raw: number[], loads: Map<Kind, Load[]>): void {
  const again = loads.get('again')?.at(-1)?.report;
  if (again && again.unchanged !== RECORDS)
    throw new Error(`loading again changed something: ${JSON.stringify(again)}`);
  const rawRate = median(raw);
  const figure = (kind: Kind, of: (load: Load) => number) => median(loads.get(kind)!.map(of));
  const written = (kind: Kind) => RECORDS / figure(kind, ({ report }) => report.seconds.load);
  const bounds: Partial<Record<Kind, () => string>> = {
    ndjson: () => `load/raw ${against(written('ndjson') / rawRate, '≥', NDJSON)}`,
    csv: () => `load/raw ${against(written('csv') / rawRate, '≥', CSV)}`,
    again: () => `load/first load ${against(written('again') / written('ndjson'), '≥', AGAIN)}`,
  };
  const row = (kind: Kind) => ({
    from: kind,
    'load docs/s': written(kind).toFixed(0),
    'load s': figure(kind, ({ report }) => report.seconds.load).toFixed(1),
    'derive s': figure(kind, ({ report }) => report.seconds.derive).toFixed(1),
    'all s': figure(kind, ({ all }) => all).toFixed(1),
    'all s / raw s': (figure(kind, ({ all }) => all) / (RECORDS / rawRate)).toFixed(2),
    ratio: bounds[kind]?.() ?? '',
  });
  const first = {
    from: 'raw _bulk',
    'load docs/s': rawRate.toFixed(0),
    'load s': (RECORDS / rawRate).toFixed(1),
    'derive s': '',
    'all s': '',
    'all s / raw s': '',
    ratio: '',
  };
  printTable([first, ...[...loads.keys()].map(row)]);
  for (const [kind, runs] of loads) {
    const samples = runs.at(-1)!.resident;
    const at = (share: number) => samples[Math.floor((samples.length - 1) * share)]?.toFixed(0) ?? '?';
    const course = [0.1, 0.25, 0.5, 0.75, 1].map(at).join(' ');
    console.log(`${kind}: resident MiB at 10, 25, 50, 75, 100 % of the run: ${course}`);
  }
}

/** The named kinds, or all; loading again needs the first load before it. */
function chosenKinds(): Kind[] {
  const names = chosen(HELP, [...KINDS]);
  return KINDS.filter((kind) => names.includes(kind) || (kind === 'ndjson' && names.includes('again')));
}

const kinds = chosenKinds();
const rig = await openRig('ingest');
try {
  await quietly(() => measure(rig, kinds));
} finally {
  await rm(folder, { recursive: true, force: true });
  await rig.close();
}
