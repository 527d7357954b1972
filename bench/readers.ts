import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeEnv, nodeFlags } from '../src/launch/flags.mjs';
import { quietly } from './machine.ts';
import { against, chosen, median, printTable } from './measure.ts';
import { writeShapefile } from './readers/made.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 20_000);
const MANY = Number(process.env.BENCH_MANY ?? 2_000_000);
const ROUNDS = 5;

const HELP = `
node bench/readers.ts [shapefile] [arcgis]

Rows per second of a published table, in degrees, compared with the same table read only by a library: the package
"shapefile", which does not project, and fetch with JSON.parse. "records/s" goes up to the records that a load stores:
checked, with a point, an area, an outline and canonical names. ${ROWS} made-up parcels (BENCH_ROWS), ${ROUNDS} rounds that take
turns, each in its own process. Then ${MANY} (BENCH_MANY) records once, for the resident memory. No server is needed.
`;

const SPEED = 0.5;
const MEMORY = 1.2;

interface Read {
  rows: number;
  seconds: number;
  resident: number;
}

const folder = await mkdtemp(join(tmpdir(), 'terrier-bench-'));
const run = promisify(execFile);

async function read(how: string, place: string, rows: number): Promise<Read> {
  const script = join(import.meta.dirname, 'readers', 'reading.ts');
  const { stdout } = await run(process.execPath, [...nodeFlags('ingest'), script, how, place], {
    cwd: folder,
    env: { ...nodeEnv('ingest'), ...process.env },
  });
  const done = JSON.parse(stdout) as Read;
  if (done.rows !== rows) throw new Error(`${how} read ${done.rows} of ${rows} rows`);
  return done;
}

/** Provides a file or layer with so many rows while `use` runs. */
type Place = <T>(rows: number, use: (place: string) => Promise<T>) => Promise<T>;

async function withLayer<T>(rows: number, use: (place: string) => Promise<T>): Promise<T> {
  const server = fork(join(import.meta.dirname, 'readers', 'server.ts'), [String(rows)]);
  const [port] = await once(server, 'message');
  try {
    return await use(`http://127.0.0.1:${port}/arcgis/rest/services/Lots/FeatureServer/0`);
  } finally {
    server.disconnect();
    await once(server, 'exit');
  }
}

const PLACES: Record<string, Place> = {
  shapefile: async (rows, use) => use(await writeShapefile(folder, rows)),
  arcgis: withLayer,
};

async function measure(kind: string): Promise<Record<string, string>> {
  const [rows, whole, alone]: [Read[], Read[], Read[]] = [[], [], []];
  const withPlace = PLACES[kind]!;
  await withPlace(ROWS, async (place) => {
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await read(`${kind} alone`, place, ROWS));
      rows.push(await read(kind, place, ROWS));
      whole.push(await read(`${kind} records`, place, ROWS));
    }
  });
  console.error(`${kind}: ${ROUNDS} rounds done; reading ${MANY} rows`);
  const many = await withPlace(MANY, (place) => read(`${kind} records`, place, MANY));
  const rate = (reads: Read[]) => ROWS / median(reads.map(({ seconds }) => seconds));
  const few = median(whole.map(({ resident }) => resident));
  return {
    table: kind,
    'rows/s': rate(rows).toFixed(0),
    'alone rows/s': rate(alone).toFixed(0),
    'rows/alone': against(rate(rows) / rate(alone), '≥', SPEED),
    'records/s': rate(whole).toFixed(0),
    'records/s of many': (MANY / many.seconds).toFixed(0),
    'resident MiB': few.toFixed(0),
    'of many': many.resident.toFixed(0),
    'many/few': against(many.resident / few, '≤', MEMORY),
  };
}

const kinds = chosen(HELP, Object.keys(PLACES));
try {
  const table: Record<string, string>[] = [];
  for (const kind of kinds) table.push(await quietly(() => measure(kind)));
  printTable(table);
} finally {
  await rm(folder, { recursive: true, force: true });
}
