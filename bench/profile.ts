import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PROJECT_ROOT } from '../src/config.ts';
import { countiesOfState } from '../src/domain/geography.ts';
import { nodeEnv, nodeFlags } from '../src/launch/flags.mjs';
import { pointsOf } from './boxes.ts';
import { clear, makeEvents, queue, startDispatch, startReceiver, watchCounties } from './deliver/rig.ts';
import { quietly } from './machine.ts';
import { madeParcels } from './made/parcels.ts';
import { bareClient, chosen, printTable, SERVERS_HELP, type Sent } from './measure.ts';
import { boxesAround } from './peers/boxes.ts';
import { costsOf } from './profile/costs.ts';
import { MADE, madeRig, openRig, type Rig, SEED, serve } from './rig.ts';

const RECORDS = 200_000;
const DELIVERIES = 20_000;
const CONNECTIONS = 8;
const MEASURED = 20_000;
const BOXES = 600;
const METERS = [300, 2_500, 40_000];
const MOST = 12;

const HELP = `
node bench/profile.ts [search-memory] [search-cold] [by-id] [ingest] [dispatch]

Where the processor time goes: each part runs for a while under Node's profiler, from its start to its end. Prints which
functions and modules take the most time by themselves, and where the profiles are: to see one as a flame graph, use "Load
profile" in the Performance panel of Chrome's developer tools, or open it in Visual Studio Code.
search-memory, search-cold: ${MADE} made parcels (BENCH_PARCELS), boxes of three sizes with and without filters, with counties in
memory and without. by-id: one parcel after another. ingest: ${RECORDS} made parcels into an empty installation. dispatch:
${DELIVERIES} deliveries to one endpoint.

${SERVERS_HELP}`;

const folder = await mkdtemp(join(tmpdir(), 'terrier-profile-'));
const profiled = (part: string) => ({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(folder, part)}` });

/** Sends the requests repeatedly over eight connections. */
async function drive(url: string, requests: Sent[]): Promise<void> {
  const client = bareClient(url, CONNECTIONS);
  const end = Date.now() + MEASURED;
  let next = 0;
  const worker = async () => {
    while (Date.now() < end) await client.send(requests[next++ % requests.length]!);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await client.close();
}

async function api(
  part: string,
  megabytes: number,
  requestsOf: (rig: Rig) => Promise<Sent[]>,
): Promise<void> {
  const rig = await madeRig();
  const requests = await requestsOf(rig);
  const server = await serve('api', {
    env: { ...rig.env, ...profiled(part), MEMORY_MB: String(megabytes) },
  });
  await drive(server.url, requests);
  await server.stop();
  await rig.close();
}

async function searches(rig: Rig): Promise<Sent[]> {
  const points = await pointsOf(rig, BOXES);
  const headers = { authorization: `Bearer ${rig.key}`, 'content-type': 'application/json' };
  const sizes = METERS.map((meters, at) => boxesAround(points, meters, at + 1));
  const mixed = points.flatMap((_, at) => sizes.map((boxes) => boxes[at]!.api));
  return mixed.map((body) => ({ method: 'POST', path: '/api/v1/search', body, headers }));
}

async function lookups(rig: Rig): Promise<Sent[]> {
  const { hits } = await rig.client.search({ index: rig.parcels, size: 5_000, _source: false });
  const headers = { authorization: `Bearer ${rig.key}` };
  return hits.hits.map(({ _id }) => ({
    method: 'GET',
    path: `/api/v1/parcels/${encodeURIComponent(_id!)}`,
    headers,
  }));
}

function* lines(): Generator<string> {
  for (const record of madeParcels(RECORDS, SEED)) yield `${JSON.stringify(record)}\n`;
}

async function ingest(): Promise<void> {
  const rig = await openRig('profile');
  const found = await rig.client.indices.get({ index: `${rig.config.INDEX_PREFIX}-*` });
  for (const index of Object.keys(found)) await rig.client.indices.delete({ index });
  const main = join(PROJECT_ROOT, 'src', 'main.ts');
  const child = spawn(process.execPath, [...nodeFlags('ingest'), main, 'ingest', 'parcels', '-'], {
    env: { ...nodeEnv('ingest'), ...process.env, ...rig.env, ...profiled('ingest') },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await pipeline(Readable.from(lines()), child.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`ingest ended with ${code}`);
  await rig.close();
}

async function dispatch(): Promise<void> {
  const rig = await openRig('deliver');
  const receiver = await startReceiver();
  await clear(rig.database);
  const counties = countiesOfState('31')
    .slice(0, 1)
    .map(({ fips }) => fips);
  await watchCounties(rig, [`${receiver.url}/one`], counties);
  const dispatcher = await startDispatch({ ...rig, env: { ...rig.env, ...profiled('dispatch') } });
  const { reached } = await receiver.expect(DELIVERIES);
  await queue(rig, makeEvents(counties, DELIVERIES), 0);
  await reached;
  await dispatcher.stop();
  receiver.stop();
  await clear(rig.database);
  await rig.close();
}

const PARTS: Record<string, () => Promise<void>> = {
  'search-memory': () => api('search-memory', 4_096, searches),
  'search-cold': () => api('search-cold', 0, searches),
  'by-id': () => api('by-id', 0, lookups),
  ingest,
  dispatch,
};

for (const part of chosen(HELP, Object.keys(PARTS))) {
  await quietly(PARTS[part]!);
  for (const file of await readdir(join(folder, part))) {
    const path = join(folder, part, file);
    const { seconds, byFunction, byModule } = await costsOf(path);
    console.log(`\n${part}: ${seconds.toFixed(1)} s at work, ${path}`);
    printTable(byModule.slice(0, MOST));
    console.log();
    printTable(byFunction.slice(0, MOST));
  }
}
