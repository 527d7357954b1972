import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { portOf } from '../../../port-of.ts';

/** Pages are written into memory that sent pages have left: no caller may ever see another's page. */
const ROWS = 500;
const ROUNDS = 6;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: ROWS }, (_, n) => ({
    county_fips: '31109',
    parcel_id: `L-${n}`,
    owner_name: `OWNER ${n} `.repeat(20),
    location: { lat: 40.7 + n * 0.0002, lon: -96.8 },
  })),
);
const [app, without] = [await harness.app({ MEMORY_MB: '64' }), await harness.app({ MEMORY_MB: '0' })];
const port = await portOf(app);
const headers = { authorization: `Bearer ${await harness.key({ tier: 'license' })}` };
const url = '/api/v1/search';

/** Requests for different places and sizes. */
const bodies = Array.from({ length: 40 }, (_, at) => ({
  bounds: { south: 40.7 + at * 0.001, north: 40.8, west: -96.9, east: -96.7 },
  limit: 100 + at * 10,
}));
const expected = await Promise.all(
  bodies.map(async (payload) => (await without.inject({ method: 'POST', url, headers, payload })).body),
);

// A county that is searched often is taken into memory.
for (let tries = 0; tries < 600; tries++) {
  const { body } = await app.inject('/metrics');
  if (body.includes(`\nterrier_memory_parcels ${ROWS}\n`)) break;
  await app.inject({ method: 'POST', url, headers, payload: bodies[0]! });
  await sleep(50);
}

async function ask(at: number, more: Record<string, string> = {}): Promise<IncomingMessage> {
  const asked = send({
    port,
    path: url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', ...more },
  });
  asked.end(JSON.stringify(bodies[at]));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

/** How a caller reads the page: at once, late, compressed, or not at all. */
const WAYS: ((at: number) => Promise<string | null>)[] = [
  async (at) => (await buffer(await ask(at))).toString(),
  async (at) => {
    const answer = await ask(at);
    await sleep(30);
    return (await buffer(answer)).toString();
  },
  async (at) => gunzipSync(await buffer(await ask(at, { 'accept-encoding': 'gzip' }))).toString(),
  async (at) => {
    (await ask(at)).destroy();
    return null;
  },
];

/** The bodies of answers on one connection. */
function bodiesIn(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const start = bytes.indexOf('\r\n\r\n', at) + 4;
    const length = Number(/content-length: (\d+)/i.exec(bytes.toString('latin1', at, start))?.[1]);
    if (start < 4 || start + length > bytes.length) break;
    found.push(bytes.toString('utf8', start, start + length));
    at = start + length;
  }
  return found;
}

/**
 * Requests pages one after another and reads none before `until`: more than sockets hold, so that pages wait in the
 * service.
 */
async function askAll(ats: number[], until: Promise<unknown>): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').pause();
  for (const at of ats) {
    const body = JSON.stringify(bodies[at]);
    socket.write(
      `POST ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  await until;
  const chunks: Buffer[] = [];
  const last = expected[ats.at(-1)!]!.slice(-60);
  for await (const chunk of socket) {
    chunks.push(chunk);
    const all = Buffer.concat(chunks);
    if (all.subarray(-60).toString() === last && bodiesIn(all).length === ats.length) return bodiesIn(all);
  }
  throw new Error('the connection ended early');
}

t.test('pages read fast, slowly, compressed or not to the end, many at once, are not mixed up', async (t) => {
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const taken = bodies.flatMap((_, at) => {
      // Equal requests at the same time share a page.
      const takes = round % 3 === 0 ? WAYS : [WAYS[(at + round) % WAYS.length]!];
      return takes.map(async (take) => {
        const page = await take(at);
        if (page !== null && page !== expected[at]) wrong.push(`page ${at} in round ${round}`);
      });
    });
    const waiting = Array.from({ length: 24 }, (_, nth) => (nth * 7 + round) % bodies.length);
    const pages = await askAll(waiting, Promise.all(taken));
    wrong.push(...waiting.filter((at, nth) => pages[nth] !== expected[at]).map((at) => `waiting page ${at}`));
  }
  t.same(wrong, []);
  const metrics = await app.inject('/metrics');
  const hits = Number(/rows_total\{outcome="hit"\} (\d+)/.exec(metrics.body)?.[1]);
  t.ok(hits > ROWS * ROUNDS, `${hits} rows came from memory`);
});
