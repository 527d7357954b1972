import type { Client } from '@elastic/elasticsearch';
import type { Stores } from '../chaos/stores.ts';
import { type Findings, table } from '../proof/findings.ts';
import { harnessFor } from '../proof/installation.ts';
import { laterSteps } from '../proof/prove.ts';

const COUNTY = '31109';
const IN_COUNTY = 10_000;
/** Parcels of other counties that are stored beside it. */
const BESIDE = [0, 100_000];
const AT_ONCE = 25_000;
/** What may be sent between nodes for a replacement, compared with one where nothing else is stored. */
const MOST_TIMES = 2;
const MEGABYTE = 1e6;

const parcel = (county_fips: string, n: number, value: number) => ({
  county_fips,
  parcel_id: `R-${n}`,
  street: `${100 + n} REPLACED ST`,
  owner_name: `OWNER ${county_fips} ${n % 700} LLC`,
  total_assessed_value: value + n,
  location: { lat: 40.7 + (n % 300) * 0.0005, lon: -96.8 + Math.floor(n / 300) * 0.0005 },
});
/** A tenth is gone, a tenth is new, and a tenth has another value. */
const published = (edition: number) =>
  Array.from({ length: IN_COUNTY }, (_, n) =>
    parcel(COUNTY, n + edition * (IN_COUNTY / 10), n % 10 === 0 ? edition : 0),
  );

/** Bytes that the nodes have received from each other. */
async function received(client: Client): Promise<number> {
  const { nodes } = await client.nodes.stats({ metric: 'transport' });
  return Object.values(nodes).reduce((sum, { transport }) => sum + (transport?.rx_size_in_bytes ?? 0), 0);
}

/** Replaces a county whose records are on two nodes. Finds whether what is sent grows with what else is stored. */
export async function replacing(stores: Stores): Promise<Findings> {
  const { client } = stores;
  const { later, run: undo } = laterSteps();
  Object.assign(process.env, {
    ELASTICSEARCH_URL: stores.elasticsearchUrl,
    DATABASE_URL: stores.databaseUrl,
    TEST_INDEX_SHARDS: '1',
    TEST_INDEX_REPLICAS: '1',
  });
  try {
    const harness = await harnessFor(later);
    await harness.load('parcels', published(0));
    const rows: { beside: number; megabytes: number; seconds: number }[] = [];
    const faults: string[] = [];
    let stored = 0;
    for (const [edition, beside] of BESIDE.entries()) {
      for (; stored < beside; stored += AT_ONCE)
        await harness.load(
          'parcels',
          Array.from({ length: AT_ONCE }, (_, n) => parcel('37183', stored + n, 1)),
        );
      const [before, start] = [await received(client), performance.now()];
      const { error, removed } = await harness.load('parcels', published(edition + 1), { replace: true });
      const seconds = (performance.now() - start) / 1_000;
      rows.push({ beside, megabytes: ((await received(client)) - before) / MEGABYTE, seconds });
      if (error !== null || removed !== IN_COUNTY / 10) faults.push(`${removed} removed: ${error}`);
    }
    const [alone, among] = [rows[0]!, rows.at(-1)!];
    if (among.megabytes > MOST_TIMES * alone.megabytes)
      faults.push(
        `${among.megabytes.toFixed(1)} MB were sent, ${alone.megabytes.toFixed(1)} without other counties`,
      );
    const figures = table([
      [`a county of ${IN_COUNTY} replaced, stored beside it`, 'MB sent', 'seconds'],
      ...rows.map(({ beside, megabytes, seconds }) => [beside, megabytes.toFixed(1), seconds.toFixed(1)]),
    ]);
    return { title: 'A county is replaced', figures, faults };
  } finally {
    await undo();
  }
}
