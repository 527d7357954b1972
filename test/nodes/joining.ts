import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import type { Stores } from '../chaos/stores.ts';
import { EVERYWHERE } from '../helper.ts';
import type { Findings } from '../proof/findings.ts';
import { harnessFor } from '../proof/installation.ts';
import { laterSteps } from '../proof/prove.ts';

const PARCELS = 5_000;
const SHARDS = '6';
/** The longest time for shards to move, and for searches before and after, in milliseconds. */
const LONGEST = 120_000;
const CALM = 2_000;
const AT_ONCE = 4;

const parcels = Array.from({ length: PARCELS }, (_, n) => ({
  county_fips: n % 2 === 0 ? '31109' : '37183',
  parcel_id: `J-${n}`,
  street: `${100 + n} JOINED ST`,
  owner_name: `OWNER ${n % 700} LLC`,
  total_assessed_value: 1_000 * (n % 997),
  location: { lat: 40.7 + (n % 50) * 0.002, lon: -96.8 + Math.floor(n / 50) * 0.002 },
}));

const QUESTIONS = [
  ['/search', { bounds: EVERYWHERE, limit: 50 }],
  ['/search', { bounds: EVERYWHERE, sort: 'assessed_value', order: 'asc', offset: 2_000, limit: 50 }],
  ['/search', { filters: { stateFips: '31', ownerTypes: ['llc'] }, limit: 100 }],
  ['/search/count', { bounds: EVERYWHERE, filters: { valueRange: { min: 5_000, max: 500_000 } } }],
  ['/search/facets', { filters: { stateFips: '37' }, by: ['county_fips', 'entity_type'] }],
] as const;

/** The nodes that hold shards of an installation, and how many. */
async function shardsByNode(client: Client, prefix: string): Promise<Map<string, number>> {
  const shards = await client.cat.shards({ index: `${prefix}-*`, format: 'json', h: 'node,state' });
  const found = new Map<string, number>();
  for (const { node, state } of shards) {
    const name = state === 'STARTED' ? node! : `${state} ${node}`;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

/** All shards are on one node without copies; then the other node joins. Finds what goes wrong while they move. */
export async function joining(stores: Stores): Promise<Findings> {
  const { client } = stores;
  const { later, run: undo } = laterSteps();
  Object.assign(process.env, {
    ELASTICSEARCH_URL: stores.elasticsearchUrl,
    DATABASE_URL: stores.databaseUrl,
    TEST_INDEX_SHARDS: SHARDS,
    TEST_INDEX_REPLICAS: '0',
  });
  const without = (name: string | null) =>
    client.cluster.putSettings({ persistent: { 'cluster.routing.allocation.exclude._name': name } });
  const faults: string[] = [];
  try {
    await without('node-2');
    later(() => without(null));
    const harness = await harnessFor(later);
    await harness.load('parcels', parcels);
    const { app, key } = await harness.api({ tier: 'license' });
    const ask = async (at: number) => {
      const [path, payload] = QUESTIONS[at % QUESTIONS.length]!;
      const headers = { authorization: `Bearer ${key}` };
      const answer = await app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
      return `${answer.statusCode} ${answer.body}`;
    };
    const expected = await Promise.all(QUESTIONS.map((_, at) => ask(at)));
    const prefix = harness.config.INDEX_PREFIX;
    const before = await shardsByNode(client, prefix);
    let asked = 0;
    let isMoving = true;
    const searching = Array.from({ length: AT_ONCE }, async () => {
      while (isMoving) {
        const at = asked++ % QUESTIONS.length;
        const answer = await ask(at);
        if (answer !== expected[at] && faults.length < 10)
          faults.push(`${QUESTIONS[at]![0]}: ${answer.slice(0, 300)}`);
      }
    });
    await sleep(CALM);
    const start = performance.now();
    await without(null);
    let after = before;
    const half = [...before.values()].reduce((sum, count) => sum + count, 0) / 3;
    while ((after.get('node-2') ?? 0) < half && performance.now() - start < LONGEST) {
      await sleep(500);
      after = await shardsByNode(client, prefix);
    }
    const seconds = (performance.now() - start) / 1_000;
    await sleep(CALM);
    isMoving = false;
    await Promise.all(searching);
    const moved = after.get('node-2') ?? 0;
    if (moved < half) faults.push(`only ${moved} shards moved: ${JSON.stringify([...after])}`);
    const figures = [`${moved} shards moved in ${seconds.toFixed(1)} s, ${asked} searches meanwhile`];
    return { title: 'A node joins', figures, faults };
  } finally {
    await undo();
  }
}
