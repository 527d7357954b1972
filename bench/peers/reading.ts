import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rememberedIn } from '../../src/records/memory/remembered.ts';
import { against, bareClient, median, type Way } from '../measure.ts';
import { type Rig, type Server, serve } from '../rig.ts';
import type { Box } from './boxes.ts';

const ROUNDS = 3;
const SECONDS = 15;
const CONNECTIONS = 8;
const BOUND = 0.9;

async function countiesOf({ client, parcels }: Rig): Promise<string[]> {
  const aggs = { counties: { terms: { field: 'county_fips', size: 1_000 } } };
  const { aggregations } = await client.search<unknown, { counties: { buckets: { key: string }[] } }>({
    index: parcels,
    size: 0,
    aggs,
  });
  return aggregations!.counties.buckets.map(({ key }) => key);
}

/** Searches of a server in its first seconds, a second. */
async function firstSearches(way: Way<Box>, boxes: Box[]): Promise<number> {
  const client = bareClient(way.url, CONNECTIONS);
  const end = performance.now() + SECONDS * 1_000;
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) await client.send(way.request(boxes[next++ % boxes.length]!));
    }),
  );
  await client.close();
  return next / SECONDS;
}

/**
 * Searches while an API that was just started reads all counties into memory, relative to one that was just started and keeps
 * nothing. They take turns.
 */
export async function measureReading(
  rig: Rig,
  boxes: Box[],
  megabytes: number,
  wayTo: (server: Server) => Way<Box>,
  inMemory: (server: Server) => Promise<number>,
): Promise<Record<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'terrier-reading-'));
  await rememberedIn(join(home, `${rig.config.INDEX_PREFIX}-counties-in-memory`)).write(
    await countiesOf(rig),
  );
  const rates: Record<'reading' | 'none', number[]> = { reading: [], none: [] };
  const read: number[] = [];
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const kind = round % 2 === 0 ? 'reading' : 'none';
    const MEMORY_MB = String(kind === 'reading' ? megabytes : 0);
    const server = await serve('api', { env: { ...rig.env, TERRIER_HOME: home, MEMORY_MB } });
    rates[kind].push(await firstSearches(wayTo(server), boxes));
    if (kind === 'reading') read.push(await inMemory(server));
    await server.stop();
  }
  await rm(home, { recursive: true, force: true });
  const none = median(rates.none);
  return {
    'while counties are read': `${SECONDS} s after a start`,
    'cold rate/s': none.toFixed(0),
    rate: against(median(rates.reading) / none, '≥', BOUND),
    'parcels read': median(read).toFixed(0),
  };
}
