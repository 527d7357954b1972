import { tierLimits } from '../src/accounts/tiers.ts';
import { createEndpoint } from '../src/api/features/webhooks/endpoints.ts';
import { ingest } from '../src/loading/ingest/ingest.ts';
import { madeRecords } from '../src/loading/ingest/input.ts';
import { inTransaction } from '../src/stores/mysql/database.ts';
import { fanOut, placeOf } from '../src/webhooks/fan-out.ts';
import { secretKey } from '../src/webhooks/secrets.ts';
import { findWatchers } from '../src/webhooks/watchers.ts';
import { clear, makeEvents, rows, watchCounties } from './deliver/rig.ts';
import { quietly } from './machine.ts';
import { against, chosen, median, printTable } from './measure.ts';
import { openRig, type Rig } from './rig.ts';

const HELP = `
node bench/watches.ts

Webhooks at scale: 10,000 endpoints (BENCH_ENDPOINTS changes that number) that watch 1,000 parcels each: creating the
last endpoints compared with the first, finding who watches one event, a load of 100,000 deeds of unwatched and of watched
parcels compared with the same load without webhooks, and one event that 10,000 endpoints watch.

Servers: ELASTICSEARCH_URL and DATABASE_URL, else the local stack. The endpoints are made once, which takes several
minutes, and are kept for the next run.`;

const ENDPOINTS = Number(process.env.BENCH_ENDPOINTS ?? 10_000);
const PARCELS = 1_000;
const DEEDS = 100_000;
const ROUNDS = 3;
const STATE = '31';
const COUNTY = '109';

const url = 'https://example.com/hooks';
const parcelOf = (endpoint: number, at: number) => `W-${endpoint}-${at}`;

function timer() {
  const started = performance.now();
  return () => performance.now() - started;
}

async function create(rig: Rig, key: Buffer, nth: number): Promise<number> {
  const ids = Array.from({ length: PARCELS }, (_, at) => parcelOf(nth, at));
  const filter = { parcel_ids: ids.map((id) => `${STATE}:${COUNTY}:${id}`) };
  const watched = { filter, keys: ids.map((id) => [STATE, COUNTY, id] as [string, string, string]) };
  const endpoint = {
    url,
    event_types: ['parcel.sold' as const, 'parcel.owner_changed' as const],
    filter_kind: 'parcel_ids' as const,
    filter_value: filter,
  };
  const took = timer();
  await inTransaction(rig.database, (tx) =>
    createEndpoint(tx, {
      secretKey: key,
      account: rig.name,
      endpoint,
      watched,
      most: null,
      now: Date.now() + nth * 1_000,
    }),
  );
  return took();
}

async function createAll(rig: Rig): Promise<void> {
  const key = await secretKey(rig.config);
  const [there] = await rows(
    rig.database,
    "SELECT COUNT(*) AS count FROM webhook_endpoints WHERE filter_kind = 'parcel_ids'",
  );
  const have = Number(there!.count);
  const times: number[] = [];
  for (let endpoint = have; endpoint < ENDPOINTS; endpoint++) {
    times.push(await create(rig, key, endpoint));
    if (times.length % 500 === 0) console.error(`${endpoint + 1} endpoints`);
  }
  if (times.length < 1_000) return;
  const edge = 200;
  printTable([
    {
      endpoints: String(ENDPOINTS),
      watches: String(ENDPOINTS * PARCELS),
      'creating one of the first, ms': median(times.slice(0, edge)).toFixed(1),
      'one of the last, ms': median(times.slice(-edge)).toFixed(1),
    },
  ]);
}

async function matching(rig: Rig): Promise<void> {
  const [event] = makeEvents([STATE + COUNTY], 1);
  const times: number[] = [];
  let found = 0;
  for (let at = 0; at < 200; at++) {
    const parcel = parcelOf((at * 7_919) % ENDPOINTS, at % PARCELS);
    const watchedEvent = { ...event!, canonical_id: `${STATE}:${COUNTY}:${parcel}` };
    const took = timer();
    found += (await findWatchers(rig.database, [placeOf(watchedEvent)]))(placeOf(watchedEvent)).length;
    times.push(took());
  }
  printTable([{ 'finding who watches one event, ms': median(times).toFixed(2), found: `${found} of 200` }]);
}

function* deeds(round: number, watched: boolean) {
  for (let at = 0; at < DEEDS; at++) {
    yield {
      county_fips: STATE + COUNTY,
      parcel_id: watched
        ? parcelOf(at % ENDPOINTS, (round * 97 + Math.floor(at / ENDPOINTS)) % PARCELS)
        : `U-${at}`,
      document_number: `${watched}-${round}-${at}`,
      recorded_date: '2024-06-20',
      sale_price_usd: 240_000 + at,
      grantor: 'WREN, ODETTE',
      grantee: 'OAK STREET HOLDINGS LLC',
      document_type: 'Warranty Deed',
      source: `bench-${process.pid}`,
    };
  }
}

async function load(rig: Rig, round: number, watched: boolean, notifies: boolean) {
  const { client, target } = rig;
  await client.deleteByQuery({ index: `bench-${rig.name}-deeds`, query: { match_all: {} }, refresh: true });
  const input = madeRecords('deeds', deeds(round, watched));
  const report = await ingest('deeds', input, target, notifies ? { news: tierLimits(rig.config) } : {});
  if (report.error !== null) throw new Error(report.error);
  return { seconds: report.seconds.load, webhooks: report.webhooks };
}

async function loading(rig: Rig): Promise<void> {
  const silent: number[] = [];
  const unwatched: number[] = [];
  const watched: number[] = [];
  let deliveries = 0;
  for (let round = 0; round < ROUNDS; round++) {
    silent.push((await load(rig, round, false, false)).seconds);
    unwatched.push((await load(rig, round, false, true)).seconds);
    const report = await load(rig, round, true, true);
    watched.push(report.seconds);
    deliveries = report.webhooks.deliveries + report.webhooks.over_quota;
    console.error(`load: round ${round + 1} of ${ROUNDS}`);
  }
  const rate = (seconds: number[]) => (DEEDS / median(seconds)).toFixed(0);
  printTable([
    { 'load of 100,000 deeds': 'without webhooks', 'deeds/s': rate(silent), share: '1', deliveries: '0' },
    {
      'load of 100,000 deeds': 'none watched',
      'deeds/s': rate(unwatched),
      share: (median(silent) / median(unwatched)).toFixed(2),
      deliveries: '0',
    },
    {
      'load of 100,000 deeds': 'all watched',
      'deeds/s': rate(watched),
      share: (median(silent) / median(watched)).toFixed(2),
      deliveries: String(deliveries),
    },
  ]);
}

/** Measures one event in a county that every endpoint of a second set watches. */
async function crowd(rig: Rig): Promise<void> {
  await clear(rig.database);
  const county = `${STATE}055`;
  await watchCounties(rig, Array(10_000).fill(url), Array(10_000).fill(county));
  const times: number[] = [];
  let queued = 0;
  for (const event of makeEvents([county], 5)) {
    const took = timer();
    const watchersAt = await findWatchers(rig.database, [placeOf(event)]);
    queued = (
      await fanOut(rig.database, {
        tiers: tierLimits(rig.config),
        events: [event],
        watchersAt,
        now: Date.now,
      })
    ).deliveries;
    times.push(took());
  }
  const ms = median(times);
  printTable([
    {
      'one event, watched by': '10000 endpoints',
      'queued, ms': ms.toFixed(0),
      deliveries: String(queued),
      'µs each': against((ms * 1000) / queued, '≤', 100),
    },
  ]);
}

chosen(HELP);
const rig = await openRig('watches');
await quietly(() => createAll(rig));
await quietly(() => matching(rig));
await quietly(() => loading(rig));
if (process.env.BENCH_ENDPOINTS === undefined)
  console.error('the endpoints are kept; next, one event watched by 10,000');
await rig.close();
const crowded = await openRig('crowd');
await quietly(() => crowd(crowded));
await clear(crowded.database);
await crowded.close();
