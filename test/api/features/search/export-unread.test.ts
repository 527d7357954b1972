import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import t, { type Test } from 'tap';
import { deactivateKey } from '../../../../src/accounts/keys.ts';
import { CHECK_UNREAD_EVERY, LONGEST_UNREAD } from '../../../../src/api/plugins/server.ts';
import { handClock } from '../../../clocks.ts';
import { eventually } from '../../../eventually.ts';
import { call, makeHarness } from '../../../helper.ts';
import { portOf } from '../../../port-of.ts';

const ROWS = 3_000;
const TEXT = 1_000;
/** Rows that are read at a time, and that one lookup pays for. */
const PAGE = 500;

let state = 1;
/** Text that hardly compresses, so that no export fits into the buffers of a connection. */
function noise(): string {
  let text = '';
  while (text.length < TEXT) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36).slice(1).toUpperCase();
  }
  return text.slice(0, TEXT);
}

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: ROWS }, (_, at) => ({
    county_fips: '31109',
    parcel_id: `N-${at}`,
    land_use: noise(),
    land_use_code: noise(),
    zoning: noise(),
    location: { lat: 40.8 + at / 1e5, lon: -96.7 },
  })),
);

interface Served {
  app: FastifyInstance;
  /** What measures how long answers wait. */
  clock: ReturnType<typeof handClock>;
  port: number;
  /** The server's side of each connection, by the client's port. */
  sides: Map<number, Socket>;
}

async function serve(settings: Record<string, string> = {}, now?: () => number): Promise<Served> {
  const clock = handClock();
  const app = await harness.app(settings, now, undefined, { clock });
  const sides = new Map<number, Socket>();
  app.server.on('connection', (side: Socket) => sides.set(side.remotePort!, side));
  const port = await portOf(app);
  return { app, clock, port, sides };
}

/** Its border meets few cells of the map, as `touches` needs. */
const ALL = { bounds: { north: 40.9, south: 40.75, east: -96.6, west: -96.8 } };
const pathOf = (search: object = ALL, format = 'ndjson') =>
  `/api/v1/search/export?${new URLSearchParams({ search: JSON.stringify(search), format })}`;

interface Asked {
  path?: string;
  encoding?: string;
  version?: string;
  body?: object;
  times?: number;
}

/** Lets time pass until an answer that waits for its reader is cut off. */
const waitUnread = ({ clock }: Served, side: Socket) =>
  eventually('it is cut off', () => {
    if (side.writableLength > 0) clock.pass(LONGEST_UNREAD + CHECK_UNREAD_EVERY);
    return side.destroyed;
  });

/** A connection on which only the first part of the answer is read. */
async function open(t: Test, { port, sides }: Served, key: string, asked: Asked = {}) {
  const { path = pathOf(), encoding = 'identity', version = '1.1', times = 1 } = asked;
  const body = asked.body ? JSON.stringify(asked.body) : '';
  const head = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/${version}`,
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    `Accept-Encoding: ${encoding}`,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
  ];
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  let error: NodeJS.ErrnoException | null = null;
  socket.on('error', (failed) => {
    error = failed;
  });
  await once(socket, 'connect');
  const side = sides.get(socket.localPort!)!;
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`.repeat(times));
  await once(socket, 'readable');
  const first = socket.read() as Buffer;
  const text = first.toString('latin1');
  return {
    socket,
    side,
    status: Number(text.slice(9, 12)),
    text,
    isCut: () => eventually('it is cut off', () => side.destroyed),
    /** Reads the rest: the code of the error that ended it, and whether it was complete. */
    async rest(each?: () => Promise<unknown>) {
      let last = first;
      try {
        for await (const chunk of socket) {
          last = Buffer.concat([last, chunk as Buffer]).subarray(-8);
          await each?.();
          if (isEnd(last)) break;
        }
      } catch {}
      return { code: error?.code, isWhole: isEnd(last) };
    },
  };
}
const isEnd = (bytes: Buffer) => bytes.subarray(-5).toString('latin1') === '0\r\n\r\n';

const usedBy = async ({ app }: Served, key: string) =>
  (await call(app, 'GET', '/api/v1/usage', { key })).json().month.used;

async function openSnapshots(): Promise<number> {
  const { _all } = await harness.client.indices.stats({
    index: `${harness.config.INDEX_PREFIX}-parcels`,
    metric: 'search',
  });
  return _all!.total!.search!.open_contexts!;
}

t.test('an account has a few exports open at once, and so does the process', async (t) => {
  const served = await serve({ EXPORTS_PER_ACCOUNT: '2', EXPORTS_PER_PROCESS: '3' });
  const [key, same] = [await harness.key({ account: 'few' }), await harness.key({ account: 'few' })];
  const other = await harness.key({ account: 'others' });
  const first = await open(t, served, key);
  t.equal((await open(t, served, same)).status, 200);
  const used = await usedBy(served, key);
  for (const one of [key, same]) {
    const refused = await call(served.app, 'GET', pathOf(), { key: one });
    t.equal(refused.status, 429);
    t.match(refused.json(), { code: 'export_limit', error: /^This account has 2 exports open/ });
    t.match(refused.headers['retry-after'], /^\d+$/);
  }
  t.equal(await usedBy(served, key), used, 'a refused one costs nothing');
  t.equal((await open(t, served, other)).status, 200);
  t.match((await call(served.app, 'GET', pathOf(), { key: other })).json(), {
    code: 'export_limit',
    error: /^Too many exports are open/,
  });
  first.socket.destroy();
  await eventually(
    'another one may begin',
    async () => (await call(served.app, 'GET', pathOf(), { key })).status === 200,
  );
});

t.test('an unread export takes only kilobytes of memory, in any form', async (t) => {
  const served = await serve({ EXPORTS_PER_ACCOUNT: '100', EXPORTS_PER_PROCESS: '100' });
  const key = await harness.key({ tier: 'license', account: 'unread' });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().external;
  };
  await call(served.app, 'GET', pathOf(), { key });
  let before = Infinity;
  await eventually('the memory of earlier answers is freed', () => {
    const now = held();
    const isLess = now < before;
    before = Math.min(before, now);
    return !isLess;
  });
  const forms = ['ndjson', 'csv'].flatMap((format) =>
    ['identity', 'gzip', 'br'].map((encoding) => ({ path: pathOf(ALL, format), encoding })),
  );
  for (const form of forms) t.equal((await open(t, served, key, form)).status, 200);
  const headers = { authorization: `Bearer ${key}` };
  const injected = await served.app.inject({ url: pathOf(), headers, payloadAsStream: true });
  const stream = injected.stream();
  t.teardown(() => stream.on('error', () => {}).destroy());
  const count = forms.length + 1;
  await eventually('each takes less than 1,000 KiB', () => (held() - before) / count < 1_000 * 1_024);
});

/** The number of searches so far, each in every shard: a count, and one for each page. */
async function searches(): Promise<number> {
  const { _all } = await harness.client.indices.stats({
    index: `${harness.config.INDEX_PREFIX}-parcels`,
    metric: 'search',
  });
  return _all!.total!.search!.query_total / harness.config.INDEX_SHARDS;
}

t.test('an export is read from Elasticsearch at the pace of its reader, who may leave', async (t) => {
  const own = await harness.key({ tier: 'scale', account: 'slow' });
  const served = await serve({ MEMORY_MB: '0' });
  const fast = await harness.key({ account: 'fast' });
  const readWhole = async () => t.ok((await (await open(t, served, fast)).rest()).isWhole);
  const first = await searches();
  await readWhole();
  const before = await searches();
  const whole = before - first;
  const answer = await open(t, served, own);
  // Longer than any other request may take.
  served.clock.pass(LONGEST_UNREAD - CHECK_UNREAD_EVERY);
  // One that is read to its end comes after all that would be read for this one.
  await readWhole();
  const read = (await searches()) - before - whole;
  t.ok(read < whole, `${read} of ${whole} searches were made for somebody who does not read`);
  t.notOk(answer.side.destroyed, 'the answer is not cut off');
  answer.socket.destroy();
  await eventually('what was not begun is given back', async () => (await usedBy(served, own)) < ROWS / PAGE);
});

t.test('an answer that nobody reads is cut off, and everything it held is freed', async (t) => {
  const served = await serve({ EXPORTS_PER_ACCOUNT: '3' });
  const key = await harness.key({ account: 'asleep' });
  const touching = await open(t, served, key, { path: pathOf({ ...ALL, touches: true }) });
  t.equal(touching.status, 200);
  t.ok((await openSnapshots()) > 0, 'it has a snapshot open');
  const packed = await open(t, served, key, { encoding: 'br' });
  const old = await open(t, served, key, { version: '1.0' });
  for (const one of [touching, packed, old]) {
    await waitUnread(served, one.side);
    const { code, isWhole } = await one.rest();
    t.equal(code, 'ECONNRESET', 'the client sees that it is not whole');
    t.notOk(isWhole);
  }
  await eventually('its snapshot is closed', async () => (await openSnapshots()) === 0);
  await eventually('lookups are given back', async () => (await usedBy(served, key)) < 3 * (ROWS / PAGE));
  await eventually(
    'another one may begin',
    async () => (await call(served.app, 'GET', pathOf(), { key })).status === 200,
  );

  const searches = await open(t, served, key, {
    path: '/api/v1/search',
    body: { ...ALL, limit: 500 },
    times: 12,
  });
  await waitUnread(served, searches.side);
});

t.test('an answer that is read slowly is not cut off', async (t) => {
  const served = await serve();
  const { rest, side } = await open(t, served, await harness.key());
  let taken = 0;
  let waits = 0;
  const { isWhole } = await rest(async () => {
    const now = side.bytesWritten - side.writableLength;
    if (now === taken) return;
    taken = now;
    waits++;
    served.clock.pass(LONGEST_UNREAD - CHECK_UNREAD_EVERY);
  });
  t.ok(isWhole);
  t.ok(waits > 2, 'in all, it waits longer than an answer that nobody reads');
});

t.test('an export ends with its key', async (t) => {
  let later = 0;
  const served = await serve({ EXPORTS_PER_ACCOUNT: '9' }, () => Date.now() + later);
  const admin = await harness.key({ account: 'ends', isAdmin: true });
  const keys = async () => (await call(served.app, 'GET', '/api/v1/keys', { key: admin })).json().data;
  const make = async (name: string, more = {}) => {
    const key = await harness.key({ account: 'ends', name, ...more });
    const { id } = (await keys()).find((one: { name: string }) => one.name === name);
    return { key, id, unread: await open(t, served, key) };
  };
  const deleted = await make('deleted');
  const end = Promise.withResolvers<void>();
  const read = open(t, served, deleted.key).then(({ rest }) => rest(() => end.promise));
  const deactivated = await make('deactivated');
  const expired = await make('expired', { expiresAt: new Date(Date.now() + 3_600_000) });
  const lasting = await open(t, served, admin);

  await call(served.app, 'DELETE', `/api/v1/keys/${deleted.id}`, { key: admin });
  await deleted.unread.isCut();
  end.resolve();
  t.notOk((await read).isWhole, 'also one that is being read');
  await deactivateKey(harness.database, deactivated.id);
  await deactivated.unread.isCut();
  later = 2 * 3_600_000;
  await expired.unread.isCut();
  for (const { unread } of [deleted, deactivated, expired]) {
    t.equal((await unread.rest()).code, 'ECONNRESET', 'the client sees that it is not whole');
  }
  t.ok((await lasting.rest()).isWhole, 'those of other keys go on');
});
