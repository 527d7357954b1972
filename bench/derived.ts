/**
 * Deals, market and owners, compared with the same figures aggregated from the records and with a raw read of the view:
 * `node src/launch/run.mjs bench/derived.ts --help`.
 */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { deriveAgain, type IngestKind, ingest } from '../src/loading/ingest/ingest.ts';
import { madeRecords } from '../src/loading/ingest/input.ts';
import { aliasOf } from '../src/stores/elastic/indices.ts';
import { madeDeeds, madePermits } from './history.ts';
import { quietly } from './machine.ts';
import { madeParcels } from './made/parcels.ts';
import { against, bareClient, median, type Sent } from './measure.ts';
import { type Question, questions } from './questions.ts';
import { MADE, openRig, type Rig, SEED, serve } from './rig.ts';

const HELP = `Measures the derived endpoints: node src/launch/run.mjs bench/derived.ts [--no-derive]

BENCH_PARCELS (default 1,000,000) parcels, about 1.17 times as many deeds and as many permits are made, and loaded once
under their own index prefix, which takes several minutes for each kind. Each question is then sent in turn to the API (in
its own process, with keys and limits), to the view that answers it, and as an aggregation over the records with caches
off; the values must be equal. At the end, the cost of deriving everything is compared with that of a change to about one
percent; --no-derive skips that. ELASTICSEARCH_URL and DATABASE_URL name the servers to use.`;

const LEAST_FACTOR = 50;
const MOST_RAW = 1.3;
const MOST_SHARE = 0.05;
const ROUNDS = 8;
const QUICK_A_ROUND = 25;

/** Loads everything. Parcels come last, so that each is derived once. */
async function fill(rig: Rig): Promise<void> {
  const sources: [IngestKind, () => Iterable<unknown>][] = [
    ['permits', () => madePermits(MADE, SEED)],
    ['deeds', () => madeDeeds(MADE, SEED)],
    ['parcels', () => madeParcels(MADE, SEED)],
  ];
  for (const [kind, records] of sources) {
    const index = aliasOf(rig.config.INDEX_PREFIX, kind);
    if ((await rig.client.count({ index })).count >= MADE) continue;
    console.error(`loading ${kind} …`);
    const report = await ingest(kind, madeRecords('made', records() as Iterable<object>), rig.target);
    if (report.error !== null) throw new Error(report.error);
    const { load, derive } = report.seconds;
    console.error(`  ${report.created}: ${load.toFixed(0)} s to load, ${derive.toFixed(0)} s to derive`);
  }
}

const json = { 'content-type': 'application/json' };

async function ask(rig: Rig, api: string, question: Question) {
  const ours = bareClient(api, 1);
  const engine = bareClient(rig.elasticsearch, 1);
  const search = (kind: Question['view'], body: object, parameters = ''): Sent => ({
    method: 'POST',
    path: `/${aliasOf(rig.config.INDEX_PREFIX, kind)}/_search${parameters}`,
    headers: json,
    body: JSON.stringify(body),
  });
  const asked: Sent = {
    method: 'GET',
    path: `/api/v1${question.path}`,
    headers: { authorization: `Bearer ${rig.key}` },
  };
  const raw = search(question.view, question.raw);
  const added = search(
    question.base,
    { size: 0, track_total_hits: false, ...question.aggregation },
    '?request_cache=false',
  );
  const mine = question.ours(JSON.parse((await ours.read(asked)).toString()));
  const theirs = question.theirs(JSON.parse((await engine.read(added)).toString()).aggregations);
  assert.deepEqual(mine, theirs, `${question.name}: the figures differ`);

  const times = { api: [] as number[], raw: [] as number[], added: [] as number[] };
  const time = async (into: number[], client: typeof ours, request: Sent) => {
    const started = performance.now();
    await client.send(request);
    into.push(performance.now() - started);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await engine.send({ method: 'POST', path: '/_cache/clear', headers: json });
    await time(times.added, engine, added);
    for (let turn = 0; turn < QUICK_A_ROUND; turn++) await time(times.raw, engine, raw);
    for (let turn = 0; turn < QUICK_A_ROUND; turn++) await time(times.api, ours, asked);
  }
  await Promise.all([ours.close(), engine.close()]);
  return { api: median(times.api), raw: median(times.raw), added: median(times.added) };
}

async function newestQuarter(rig: Rig, api: string): Promise<string> {
  const client = bareClient(api, 1);
  const headers = { authorization: `Bearer ${rig.key}` };
  const answer = await client.read({ method: 'GET', path: '/api/v1/market/counties?limit=1', headers });
  await client.close();
  return JSON.parse(answer.toString()).data[0].quarter;
}

async function compareQuestions(rig: Rig): Promise<void> {
  const api = await serve('api', rig);
  try {
    const table: Record<string, object> = {};
    for (const question of questions(await newestQuarter(rig, api.url), '48')) {
      const { api: ours, raw, added } = await ask(rig, api.url, question);
      table[question.name] = {
        'API p50, ms': ours.toFixed(2),
        'raw view p50, ms': raw.toFixed(2),
        'aggregation p50, ms': added.toFixed(1),
        'aggregation / API': against(added / ours, '≥', LEAST_FACTOR),
        'API / raw view': against(ours / raw, '≤', MOST_RAW),
      };
    }
    console.table(table);
  } finally {
    await api.stop();
  }
}

/** A county with about one percent of the parcels. */
async function countyOfOnePerCent(rig: Rig): Promise<string> {
  const { aggregations } = await rig.client.search<
    unknown,
    { counties: { buckets: { key: string; doc_count: number }[] } }
  >({
    index: rig.parcels,
    size: 0,
    aggs: { counties: { terms: { field: 'county_fips', size: 4_000 } } },
  });
  const distance = (count: number) => Math.abs(count - MADE / 100);
  return aggregations!.counties.buckets.sort((a, b) => distance(a.doc_count) - distance(b.doc_count))[0]!.key;
}

function* changedDeeds(county: string): Generator<Record<string, unknown>> {
  const step = Date.now() % 1_000;
  for (const deed of madeDeeds(MADE, SEED)) {
    if (deed.county_fips === county)
      yield { ...deed, sale_price_usd: (deed.sale_price_usd as number) + step };
  }
}

async function compareDerives(rig: Rig): Promise<void> {
  const county = await countyOfOnePerCent(rig);
  const input = madeRecords('changed', changedDeeds(county));
  const report = await ingest('deeds', input, rig.target);
  if (report.error !== null) throw new Error(report.error);
  const started = performance.now();
  await deriveAgain(rig.target, { all: true });
  const full = (performance.now() - started) / 1000;
  const { derive } = report.seconds;
  console.log(
    `Derive after ${report.updated} of the deeds changed: ${derive.toFixed(1)} s; of everything: ${full.toFixed(1)} s; ` +
      `share ${against(derive / full, '≤', MOST_SHARE)}`,
  );
}

if (process.argv.includes('--help')) console.log(HELP);
else {
  const rig = await openRig(`history-${MADE}`);
  await fill(rig);
  await quietly(() => compareQuestions(rig));
  if (!process.argv.includes('--no-derive')) await quietly(() => compareDerives(rig));
  await rig.close();
}
