import { type Point, pointsOf } from './boxes.ts';
import { machine } from './machine.ts';
import {
  against,
  bareClient,
  compare,
  type Figures,
  printTable,
  randomNumbers,
  SERVERS_HELP,
  type Way,
} from './measure.ts';
import { type Box, boxAround, boxesAround } from './peers/boxes.ts';
import { kindsIn } from './peers/kinds.ts';
import { plainIndex } from './peers/plain.ts';
import { fillPostgis } from './peers/postgis-tables.ts';
import { measureReading } from './peers/reading.ts';
import { onChosenRigs, type Rig, type Server, serve } from './rig.ts';

const HELP = `
node src/launch/run.mjs bench/peers.ts [lincoln] [made]

What an answer costs, relative to a plain Elasticsearch index of the same records, queried directly ("plain", counted as 1):
pages of 100 rows with exact totals in boxes of three sizes, a third of them without filters, a third with two, a third with
three. "own": Terrier's query on Terrier's index, sent directly. "memory": the API with counties and rows in memory; "cold":
without that memory. "zipf": boxes of the three sizes in ten counties, the first one requested most often, with memory for a
fifth of the rows. "while counties are read": the first 15 seconds of an API that reads its counties into memory, relative to one
without memory that was also just started. Parcels by id are compared with raw GET _doc, and counts, facets, circles and whole counties from memory
with those without.
"passed": a bare Fastify that passes the search to the plain index and the answer back. POSTGIS_URL=postgres://… adds tuned
PostGIS behind a bare Fastify: a narrow table in spatial order, another with the records, one statement for page and total.
p50 is over one connection, rates are requests per second over eight.

${SERVERS_HELP}`;

const BOXES = 400;
const PASSES = 5;
/** Turns of a round of the warm-up: Node compiles the API's code in several steps, the last after some 25,000 requests. */
const WARM_TURNS = 3;
/** `turn`: requests until the next way has its turn, about half a second of the fastest. */
const SIZES = [
  { name: 'street', meters: 300, turn: 3_200, memory: 2.3, p50: 0.35 },
  { name: 'district', meters: 2_500, turn: 1_600, memory: 2.3, p50: 0.25 },
  { name: 'county', meters: 40_000, turn: 800, memory: 1.6, p50: 0.4 },
];
/** What cold searches may cost beyond a pass-through, as a part of the plain rate. */
const COLD = 0.05;
/** Most memory for the columns of a parcel, in bytes. */
const COLUMNS = 150;
/** Boxes that fill memory, and how long no county may be added until it counts as filled, in milliseconds. */
const FILL_METERS = 300;
const FILLED = 30_000;
const COUNTIES = 10;
const ZIPF = 1.5;
const BY_ID = { ids: 4_000, p50: 1.3, rate: 0.8 };
const JSON_TYPE = { 'content-type': 'application/json' };

type Peers = Record<'passed' | 'cold' | 'memory' | 'zipf', Server> & {
  postgis: Server | null;
};
const { POSTGIS_URL } = process.env;

/** The memory for all columns and a share of the rows, in MiB. */
async function memoryFor(rig: Rig, share: number): Promise<number> {
  const { hits } = await rig.client.search({ index: rig.parcels, size: 1_000 });
  const bytes = hits.hits.map(
    ({ _source }) => JSON.stringify({ ...(_source as object), internal: 0 }).length + 40,
  );
  const { count } = await rig.client.count({ index: rig.parcels });
  const row = bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
  return Math.ceil((count * Math.max(COLUMNS / 0.75, COLUMNS + row * share)) / 2 ** 20);
}

async function servePostgis(rig: Rig): Promise<Server | null> {
  if (!POSTGIS_URL) return null;
  await fillPostgis(POSTGIS_URL, rig);
  return serve('peers/postgis', { env: { ...rig.env, DATA_SET: rig.name } });
}

async function serveAll(rig: Rig, plain: string): Promise<Peers> {
  const api = (megabytes: number) => serve('api', { env: { ...rig.env, MEMORY_MB: String(megabytes) } });
  return {
    postgis: await servePostgis(rig),
    passed: await serve('reference', { env: { ...rig.env, PASSED_INDEX: plain } }),
    cold: await api(0),
    memory: await api(await memoryFor(rig, 1.1)),
    zipf: await api(await memoryFor(rig, 0.2)),
  };
}

const searched = (
  name: string,
  url: string,
  path: string,
  body: (box: Box) => string,
  headers = {},
): Way<Box> => ({
  name,
  url,
  request: (box) => ({ method: 'POST', path, body: body(box), headers: { ...JSON_TYPE, ...headers } }),
});

const ownWay = (name: string, rig: Rig, { url }: Server) =>
  searched(name, url, '/api/v1/search', ({ api }) => api, { authorization: `Bearer ${rig.key}` });

const engineWays = (rig: Rig, plain: string): Way<Box>[] => [
  searched('plain', rig.elasticsearch, `/${plain}/_search`, (box) => box.plain),
  searched('own', rig.elasticsearch, `/${rig.parcels}/_search`, (box) => box.own),
];

/** All ways must count the same, or the comparison is meaningless; engines may differ in parcels on an edge. */
async function check(ways: Way<Box>[], boxes: Box[]): Promise<void> {
  for (const box of boxes.filter((_, at) => at % 20 === 0)) {
    const totals: number[] = [];
    for (const way of ways) {
      const client = bareClient(way.url, 1);
      const answer = JSON.parse((await client.read(way.request(box))).toString());
      totals.push(answer.total ?? answer.hits.total.value);
      await client.close();
    }
    if (Math.max(...totals) - Math.min(...totals) > 2)
      throw new Error(`the ways count ${totals} in ${box.api}`);
  }
}

const ratio = (figures: Figures, plain: Figures) => figures.rate / plain.rate;
type Five = [Figures, Figures, Figures, Figures, Figures];

/** How many parcels an API has in memory. */
async function inMemory({ url }: Server): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^terrier_memory_parcels (\d+)/m.exec(text)?.[1]);
}

/** Searches the boxes until no more counties are read into memory. */
async function fillMemory(way: Way<Box>, server: Server, boxes: Box[]): Promise<void> {
  const client = bareClient(way.url, 1);
  let [before, since] = [-1, performance.now()];
  while (performance.now() - since < FILLED) {
    for (const box of boxes) await client.send(way.request(box));
    const now = await inMemory(server);
    if (now !== before) [before, since] = [now, performance.now()];
  }
  await client.close();
  console.error(`${before} parcels in memory`);
}

async function measureBoxes(rig: Rig, plain: string, peers: Peers): Promise<Record<string, string>[]> {
  const points = await pointsOf(rig, BOXES * SIZES.length);
  await fillMemory(ownWay('memory', rig, peers.memory), peers.memory, boxesAround(points, FILL_METERS, 0));
  const rows: Record<string, string>[] = [];
  for (const [nth, size] of SIZES.entries()) {
    const boxes = boxesAround(points.slice(nth * BOXES, (nth + 1) * BOXES), size.meters, nth + 1);
    const ways = [
      ...engineWays(rig, plain),
      ownWay('cold', rig, peers.cold),
      ownWay('memory', rig, peers.memory),
      searched('passed', peers.passed.url, '/passed', (box) => box.plain),
      ...(peers.postgis ? [searched('postgis', peers.postgis.url, '/search', (box) => box.api)] : []),
    ];
    await check(ways, boxes);
    const figures = await compare(ways, boxes, {
      size: size.turn,
      passes: PASSES,
      warm: size.turn * WARM_TURNS,
    });
    const [one, own, cold, memory, passed, postgis] = figures as [...Five, Figures?];
    rows.push({
      boxes: size.name,
      'plain rate/s': one.rate.toFixed(0),
      passed: ratio(passed, one).toFixed(2),
      PostGIS: postgis ? ratio(postgis, one).toFixed(2) : '',
      own: ratio(own, one).toFixed(2),
      cold: against(ratio(cold, one), '≥', Number((ratio(passed, one) - COLD).toFixed(2))),
      memory: against(ratio(memory, one), '≥', size.memory),
      'plain p50 ms': one.p50.toFixed(2),
      'p50 PostGIS': postgis ? (postgis.p50 / one.p50).toFixed(2) : '',
      'p50 passed': (passed.p50 / one.p50).toFixed(2),
      'p50 cold': (cold.p50 / one.p50).toFixed(2),
      'p50 memory': against(memory.p50 / one.p50, '≤', size.p50),
    });
    console.error(`${rig.name} ${size.name}: ${Object.values(rows.at(-1)!).join(', ')}`);
  }
  return rows;
}

/** What memory answers besides pages of a box, relative to the same API without memory. */
async function measureKinds(rig: Rig, { memory, cold }: Peers): Promise<Record<string, string>[]> {
  const { hits } = await rig.client.search<{ county_fips: string }>({ index: rig.parcels, size: 1 });
  const points = await pointsOf(rig, BOXES);
  const rows: Record<string, string>[] = [];
  for (const { name, path, meters, body } of kindsIn(hits.hits[0]!._source!.county_fips)) {
    const boxes = boxesAround(points, meters, rows.length);
    const headers = { authorization: `Bearer ${rig.key}` };
    const ways = [cold, memory].map(({ url }) =>
      searched(name, url, `/api/v1${path}`, (box) => JSON.stringify(body(box)), headers),
    );
    const [none, all] = await compare(ways, boxes, { size: 100, passes: 2, warm: BOXES });
    rows.push({
      'memory / cold': name,
      'rate/s': all!.rate.toFixed(0),
      rate: ratio(all!, none!).toFixed(2),
      p50: (all!.p50 / none!.p50).toFixed(2),
    });
  }
  return rows;
}

/** Boxes in ten counties, the first of which is asked for the most often (a Zipf distribution). */
async function measureZipf(rig: Rig, plain: string, { zipf }: Peers): Promise<Record<string, string>> {
  const { aggregations } = await rig.client.search<unknown, { counties: { buckets: { key: string }[] } }>({
    index: rig.parcels,
    size: 0,
    aggs: { counties: { terms: { field: 'county_fips', size: COUNTIES } } },
  });
  const weights = aggregations!.counties.buckets.map(({ key }, at) => ({
    county: key,
    weight: 1 / (at + 1),
  }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const points: Point[] = [];
  for (const { county, weight } of weights) {
    const share = Math.round((BOXES * SIZES.length * weight) / all);
    points.push(...(await pointsOf(rig, share, [{ term: { county_fips: county } }])));
  }
  const random = randomNumbers(1);
  const boxes = points
    .map((point) => ({ point, place: random() }))
    .sort((one, other) => one.place - other.place)
    // Each size is combined with each filter.
    .map(({ point }, at) => boxAround(point, SIZES[Math.floor(at / 3) % SIZES.length]!.meters, at));
  const ways = [engineWays(rig, plain)[0]!, ownWay('zipf', rig, zipf)];
  const [one, api] = await compare(ways, boxes, { size: BOXES, passes: PASSES, warm: boxes.length * 2 });
  return {
    boxes: 'zipf',
    counties: String(weights.length),
    'rate zipf/plain': against(ratio(api!, one!), '≥', ZIPF),
  };
}

async function measureIds(rig: Rig, plain: string, { memory, cold }: Peers): Promise<Record<string, string>> {
  const { hits } = await rig.client.search({
    index: rig.parcels,
    size: BY_ID.ids,
    _source: false,
    sort: [{ 'internal.seq': 'desc' }],
  });
  const ids = hits.hits.map(({ _id }) => encodeURIComponent(_id!));
  const headers = { authorization: `Bearer ${rig.key}` };
  const way = (name: string, url: string, path: string, headers = {}): Way<string> => ({
    name,
    url,
    request: (id) => ({ method: 'GET', path: `${path}/${id}`, headers }),
  });
  const ways = [
    way('raw', rig.elasticsearch, `/${plain}/_doc`),
    way('cold', cold.url, '/api/v1/parcels', headers),
    way('memory', memory.url, '/api/v1/parcels', headers),
  ];
  const figures = await compare(ways, ids, { size: 200, passes: PASSES, warm: BY_ID.ids });
  const [raw, none, most] = figures as [Figures, Figures, Figures];
  return {
    'by id': 'GET _doc',
    'raw rate/s': raw.rate.toFixed(0),
    cold: ratio(none, raw).toFixed(2),
    memory: against(ratio(most, raw), '≥', BY_ID.rate),
    'raw p50 ms': raw.p50.toFixed(3),
    'p50 cold': (none.p50 / raw.p50).toFixed(2),
    'p50 memory': against(most.p50 / raw.p50, '≤', BY_ID.p50),
  };
}

async function sizes({ client, parcels }: Rig, plain: string): Promise<Record<string, string>[]> {
  const { indices } = await client.indices.stats({
    index: [parcels, plain],
    metric: ['docs', 'store', 'segments'],
  });
  const found = Object.entries(indices!).map(([index, { primaries }]) => ({
    index: index === plain ? 'plain' : 'own',
    documents: String(primaries!.docs!.count),
    deleted: `${((100 * primaries!.docs!.deleted!) / (primaries!.docs!.count + primaries!.docs!.deleted!)).toFixed(1)} %`,
    segments: String(primaries!.segments!.count),
    MB: (primaries!.store!.size_in_bytes! / 1e6).toFixed(0),
  }));
  return found.toSorted((a, b) => (a.index < b.index ? 1 : -1));
}

await onChosenRigs(HELP, async (rig) => {
  const plain = await plainIndex(rig);
  printTable(await sizes(rig, plain));
  const peers = await serveAll(rig, plain);
  printTable(await measureBoxes(rig, plain, peers));
  printTable(await measureKinds(rig, peers));
  printTable([await measureIds(rig, plain, peers)]);
  const zipf = await measureZipf(rig, plain, peers);
  for (const server of Object.values(peers)) await server?.stop();
  const boxes = boxesAround(await pointsOf(rig, BOXES), SIZES[1]!.meters, 0);
  const way = (server: Server) => ownWay('reading', rig, server);
  printTable([await measureReading(rig, boxes, await memoryFor(rig, 0.2), way, inMemory)]);
  console.log(machine());
  return [zipf];
});
