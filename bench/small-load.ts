/** What one new or changed record costs next to a whole county: `node src/launch/run.mjs bench/small-load.ts --help`. */
import { performance } from 'node:perf_hooks';
import { Client } from '@elastic/elasticsearch';
import { type IngestKind, ingest } from '../src/loading/ingest/ingest.ts';
import { madeRecords } from '../src/loading/ingest/input.ts';
import { aliasOf } from '../src/stores/elastic/indices.ts';
import { BytesConnection } from '../src/stores/elastic/raw.ts';
import { quietly } from './machine.ts';
import { against, chosen, median, printTable, SERVERS_HELP } from './measure.ts';
import { lincolnRig, type Rig } from './rig.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);

const HELP = `
node bench/small-load.ts

Loads one new permit, one new deed and one changed parcel into Lincoln’s 105,243 real parcels (../shared/data), which have
some made-up deeds and permits: requests to Elasticsearch, and milliseconds until the record is visible and everything is
derived from it. This excludes the start of the command, but includes the load lock. Medians of ${ROUNDS} rounds (BENCH_ROUNDS).

${SERVERS_HELP}`;

/** Most requests, and most milliseconds. */
const BOUNDS: Record<string, [number, number] | null> = {
  'new permit': [15, 60],
  'new deed': [25, 120],
  'changed parcel': null,
};
const HISTORY = 400;
/** Parcels for the measured records: different ones in each run, so that most have no records yet. */
const PARCELS = 9_000;
const COUNTY = '31109';

let requests = 0;

class CountingConnection extends BytesConnection {
  // biome-ignore lint/suspicious/noExplicitAny: it is passed on as it comes
  override request(params: any, options: any): Promise<any> {
    requests++;
    return super.request(params, options);
  }
  override bytes(...given: Parameters<BytesConnection['bytes']>) {
    requests++;
    return super.bytes(...given);
  }
}

type Made = Record<string, unknown>;

const permit = (parcel_id: string, name: string): Made => ({
  county_fips: COUNTY,
  parcel_id,
  permit_number: name,
  filed_date: '2024-05-06',
  contractor_name: 'QUILL ROOFING',
  estimated_cost: 9_000,
});
const deed = (parcel_id: string, name: string, price: number): Made => ({
  county_fips: COUNTY,
  parcel_id,
  record_id: name,
  sale_date: '2024-05-06',
  sale_price_usd: price,
  grantor: `SELLER ${name}`,
  grantee: `BUYER ${name}`,
});
const parcel = (parcel_id: string, value: number): Made => ({
  county_fips: COUNTY,
  parcel_id,
  owner_name: 'QUILL IDA',
  total_assessed_value: value,
});

async function parcelIds({ client, config }: Rig, size: number): Promise<string[]> {
  const { hits } = await client.search<{ parcel_id: string }>({
    index: aliasOf(config.INDEX_PREFIX, 'parcels'),
    size,
    sort: ['internal.seq'],
    _source: ['parcel_id'],
  });
  return hits.hits.map(({ _source }) => _source!.parcel_id);
}

async function measure(rig: Rig): Promise<void> {
  const client = new Client({
    node: rig.elasticsearch,
    Connection: CountingConnection,
    requestTimeout: 120_000,
  });
  const load = async (kind: IngestKind, records: Made[]) => {
    requests = 0;
    const started = performance.now();
    const report = await ingest(kind, madeRecords('made', records), { ...rig.target, client });
    if (report.error !== null || report.rejected > 0) throw new Error(JSON.stringify(report));
    return { requests, milliseconds: performance.now() - started };
  };
  const ids = await parcelIds(rig, HISTORY + PARCELS);
  const old = ids.slice(0, HISTORY);
  await load(
    'deeds',
    old.map((id, n) => deed(id, `old-${n}`, 90_000 + 1_000 * n)),
  );
  await load(
    'permits',
    old.map((id, n) => permit(id, `old-${n}`)),
  );

  const run = Date.now();
  const parcelOf = (round: number) => ids[HISTORY + ((Math.floor(run / 1_000) + round) % PARCELS)]!;
  const kinds: Record<string, (round: number) => [IngestKind, Made]> = {
    'new permit': (round) => ['permits', permit(parcelOf(round), `${run}-${round}`)],
    'new deed': (round) => ['deeds', deed(parcelOf(round), `${run}-${round}`, 150_000 + round)],
    'changed parcel': (round) => ['parcels', parcel(parcelOf(round), (run + round) % 1_000_000)],
  };
  const names = Object.keys(kinds);
  const costs = new Map(names.map((name) => [name, [] as Awaited<ReturnType<typeof load>>[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      const [kind, record] = kinds[name]!(round);
      costs.get(name)!.push(await load(kind, [record]));
    }
  }
  printTable(
    names.map((name) => {
      const count = median(costs.get(name)!.map((one) => one.requests));
      const time = median(costs.get(name)!.map((one) => one.milliseconds));
      const bounds = BOUNDS[name];
      return {
        load: name,
        requests: bounds ? against(count, '≤', bounds[0]) : String(count),
        milliseconds: bounds ? against(time, '≤', bounds[1]) : time.toFixed(0),
      };
    }),
  );
  await client.close();
}

chosen(HELP);
const rig = await lincolnRig();
if (!rig) console.log('../shared/data is absent, nothing measured');
else {
  await quietly(() => measure(rig));
  await rig.close();
}
