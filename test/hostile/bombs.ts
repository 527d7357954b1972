import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { canonicalFiles, type Format } from '../../src/loading/ingest/canonical.ts';
import { download } from '../../src/loading/readers/download.ts';
import { openTable } from '../../src/loading/readers/open.ts';
import type { Table } from '../../src/loading/readers/table.ts';
import { zip } from '../loading/readers/table-files.ts';
import { portOf } from '../port-of.ts';
import { type Findings, table } from '../proof/findings.ts';
import { ask } from './ask.ts';
import { bearer, JSON_BODY } from './inputs/draft.ts';
import { memoryOf } from './inspector.ts';
import type { Rig } from './rig.ts';
import { toBytes } from './wire.ts';

const MIB = 2 ** 20;
/** The unpacked size of bombs, in bytes. */
const BLAST = 2 * 1024 * MIB;
/** The most that an answer may be when it is unpacked while it is read, in this test. */
const MOST = 20 * MIB;
/** How much more memory a process may use at any time while a bomb is read, in bytes. */
const ROOM = 400 * MIB;
const PATIENCE = { tries: 1, firstWait: 1, longestWait: 1, answer: 60_000 };

/** The unpacked content of bombs in other forms. */
const LARGE = Buffer.alloc(256 * MIB, ' ');
const BLANKS = Buffer.alloc(64 * MIB, ' ');
/** Several gzips in a row, as `cat` makes them. */
const gzipped = (bytes: number) => Buffer.concat(Array(bytes / BLANKS.length).fill(gzipSync(BLANKS)));
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Runs something that must fail with a sentence, and measures how much more memory this process used. */
async function exploded(
  work: () => Promise<unknown>,
): Promise<{ outcome: string; ms: number; room: number }> {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  const outcome = await work().then(
    () => 'it was read',
    (error: Error) => error.message,
  );
  clearInterval(timer);
  return { outcome, ms: performance.now() - began, room: most - before };
}

/** Throws the reason for which a row is rejected, since rejected rows do not stop the reading. */
const refuse = (rows: readonly object[]) => {
  const broken = rows.find((row): row is { reason: string } => 'reason' in row);
  if (broken) throw new Error(broken.reason);
};

async function readAll(opening: Promise<Table>): Promise<void> {
  const opened = await opening;
  try {
    for await (const rows of opened.read()) refuse(rows);
  } finally {
    await opened.close();
  }
}

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">${Array.from({ length: 10 }, (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`).join('')}<!ENTITY x SYSTEM "file:///etc/passwd">]><lolz>&k;&x;</lolz>`;

/** Files that unpack to far more than their size, or contain themselves. Each must be refused with a sentence. */
async function fileBombs(folder: string): Promise<[what: string, work: () => Promise<unknown>][]> {
  const gz = gzipped(BLAST);
  const inside = zip([{ name: 'a.csv', content: Buffer.alloc(64 * MIB, ' ') }]);
  const files: Record<string, Buffer> = {
    'blanks.csv.gz': gz,
    'blanks.geojson.gz': gz,
    'blanks.ndjson.gz': gz,
    'claims-4-GB.zip': zip([{ name: 'a.csv', content: 'a,b\n1,2\n', size: 0xf0_00_00_00 }]),
    'claims-less.zip': zip([{ name: 'a.csv', content: Buffer.alloc(64 * MIB, ' '), size: 10 }]),
    'nested.zip': zip([{ name: 'b.zip', content: zip([{ name: 'c.zip', content: inside }]) }]),
    'bomb-shapefile.zip': zip([{ name: 'a.shp', content: Buffer.alloc(110 * MIB) }]),
    'many.zip': zip(Array.from({ length: 60_000 }, (_, n) => ({ name: `${n}.csv`, content: '' }))),
    'climbs.zip': zip([{ name: '../../../../tmp/terrier-climbed.csv', content: 'a,b\n1,2\n' }]),
    'laughs.xml': Buffer.from(LAUGHS),
    'laughs.geojson': Buffer.from(LAUGHS),
    'laughs.zip': zip([{ name: 'a.gml', content: LAUGHS }]),
    'deep.geojson': Buffer.from(`{"type":"FeatureCollection","features":${'['.repeat(3_000_000)}`),
    'long-line.csv': Buffer.concat([Buffer.from('a,b\n"'), Buffer.alloc(200 * MIB, 'x')]),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  const asTable = (name: string) => () => readAll(openTable(join(folder, name)));
  const asRows = (name: string, format: Format) => async () => {
    const input = canonicalFiles([join(folder, name)], format);
    for await (const { rows } of input.read({ known: new Set() })) refuse(rows);
  };
  return [
    ...Object.keys(files).map((name): [string, () => Promise<unknown>] => [name, asTable(name)]),
    ['blanks.csv.gz, records', asRows('blanks.csv.gz', 'csv')],
    ['blanks.ndjson.gz, records', asRows('blanks.ndjson.gz', 'ndjson')],
    ['deep.geojson, records', asRows('deep.geojson', 'geojson')],
  ];
}

/** A server whose answers unpack to far more than is sent. */
async function bombServer(): Promise<{ server: Server; origin: string }> {
  const bodies = { gzip: gzipped(BLAST), deflate: deflateSync(LARGE), br: brotliCompressSync(LARGE, FAST) };
  const server = createServer((request, response) => {
    const encoding = request.url!.slice(1) as keyof typeof bodies;
    response
      .writeHead(200, { 'content-encoding': encoding, 'content-type': 'text/csv' })
      .end(bodies[encoding]);
  });
  const port = await portOf(server);
  return { server, origin: `http://127.0.0.1:${port}` };
}

/** Compressed bodies: a server that unpacked them would hold everything in memory. */
async function requestBombs({ place, known }: Rig): Promise<{ figures: string[]; faults: string[] }> {
  const bodies = {
    gzip: gzipped(LARGE.length),
    deflate: deflateSync(LARGE),
    br: brotliCompressSync(LARGE, FAST),
  };
  const before = await memoryOf(place.api.inspector);
  const faults: string[] = [];
  for (const [encoding, body] of Object.entries(bodies)) {
    for (const target of ['/api/v1/search', '/api/v1/webhooks', '/api/v1/parcels/batch']) {
      const headers = [bearer(known.key), JSON_BODY, ['Content-Encoding', encoding]] as [string, string][];
      const { bytes } = await ask(place.port, toBytes({ method: 'POST', target, headers, body }));
      const status = Number(bytes.toString('latin1', 9, 12));
      if (!(status >= 400 && status < 500)) faults.push(`a ${encoding} body to ${target}: ${status}`);
    }
  }
  const after = await memoryOf(place.api.inspector);
  const grown = after.rss - before.rss;
  if (grown > ROOM / 2) faults.push(`the server grew by ${Math.round(grown / MIB)} MiB`);
  return {
    figures: [
      `9 packed bodies of ${LARGE.length / MIB} MiB each were refused; the server grew by ${Math.round(grown / MIB)} MiB`,
    ],
    faults,
  };
}

/**
 * Sends bombs in requests, downloads and files: each is refused with a sentence, and none gets the memory that it asks
 * for.
 */
export async function bombFindings(rig: Rig): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'terrier-bombs-'));
  const { server, origin } = await bombServer();
  const rows: (string | number)[][] = [['bomb', 'ms', 'MiB', 'what was said']];
  const faults: string[] = [];
  try {
    const bombs = await fileBombs(folder);
    for (const encoding of ['gzip', 'deflate', 'br'])
      bombs.push([
        `a download packed by ${encoding}`,
        () =>
          download(`${origin}/${encoding}`, { folder, allowPrivate: true, most: MOST, patience: PATIENCE }),
      ]);
    for (const [what, work] of bombs) {
      const { outcome, ms, room } = await exploded(work);
      rows.push([what, Math.round(ms), Math.round(room / MIB), outcome.replaceAll(folder, '').slice(0, 60)]);
      if (outcome === 'it was read' && what !== 'climbs.zip') faults.push(`${what} was read`);
      if (room > ROOM) faults.push(`${what} took ${Math.round(room / MIB)} MiB`);
      if (/undefined|TypeError|heap|Cannot create a string/.test(outcome)) faults.push(`${what}: ${outcome}`);
    }
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
  const requests = await requestBombs(rig);
  const texts = rows.map(([what, ms, room, said]) => [`${String(what).padEnd(28)}  ${said}`, ms!, room!]);
  return {
    title: `Bombs: ${rows.length - 1} files and downloads of up to ${BLAST / MIB} MiB unpacked`,
    figures: [...table(texts), ...requests.figures],
    faults: [...faults, ...requests.faults],
  };
}
