import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { tileX, tileY } from '../src/domain/geometry/cells.ts';
import { ingest } from '../src/loading/ingest/ingest.ts';
import { madeRecords } from '../src/loading/ingest/input.ts';
import { LOTS_FROM, TILE_FIELDS } from '../src/records/tiles/question.ts';
import { readBy } from '../test/loading/sources/example.ts';
import {
  bareClient,
  chosen,
  compare,
  printTable,
  randomNumbers,
  SERVERS_HELP,
  type Sent,
  type Way,
} from './measure.ts';
import { postgisTable } from './postgis-table.ts';
import { openRig, type Rig, SEED, serve, settle } from './rig.ts';

const LOTS = Number(process.env.BENCH_LOTS ?? 1_000_000);
const ZOOMS = [12, 13, 14, 15, 16, 17, 18];
const TILES = 40;
const { POSTGIS_URL } = process.env;

const HELP = `
node bench/tiles.ts [made] [somerville]

Vector tiles of ${LOTS} made-up lots (BENCH_LOTS) and of Somerville’s, by zoom level: ${TILES} tiles with lots, made for
each request from packs of lots in Elasticsearch ("first", TILE_CACHE_MB=0), from packs in memory ("cold", each request with two
other attributes), and from the cache ("warm"). Milliseconds are over one connection, rates are tiles per second over
eight. POSTGIS_URL=postgres://… adds, from zoom 14 on, ST_AsMVT of the same lots in a database with PostGIS, behind a bare
Fastify.

${SERVERS_HELP}`;

const [WEST, SOUTH] = [-96.9, 40.6];
const [WIDTH, HEIGHT] = [0.0003, 0.0004];
const ACROSS = 1_000;

/** A lot with nine corners in a grid of blocks. */
function lot(n: number) {
  const [column, row] = [n % ACROSS, Math.floor(n / ACROSS)];
  const west = WEST + column * WIDTH + Math.floor(column / 12) * 0.0002;
  const south = SOUTH + row * HEIGHT + Math.floor(row / 2) * 0.0002;
  const corners: [number, number][] = [
    [0, 0],
    [0.5, 0.02],
    [1, 0],
    [0.98, 0.5],
    [1, 1],
    [0.5, 0.98],
    [0, 1],
    [0.02, 0.5],
    [0, 0],
  ];
  const ring = corners.map(([x, y]) => [west + x * WIDTH, south + y * HEIGHT]);
  return { west, south, ring };
}

function* lots(count: number): Generator<object> {
  for (let n = 0; n < count; n++) {
    yield {
      county_fips: '31109',
      parcel_id: `B-${n}`,
      street: `${100 + (n % 9_000)} MADE UP ST`,
      total_assessed_value: 50_000 + ((n * 7_919) % 900_000),
      zoning_category: n % 9 === 0 ? 'commercial' : 'residential',
      year_built: 1900 + (n % 120),
      outline: { type: 'Polygon', coordinates: [lot(n).ring] },
    };
  }
}

interface Data {
  rig: Rig;
  /** Places in lots, in degrees. */
  places: { lon: number; lat: number }[];
}

const random = randomNumbers(SEED);

async function made(): Promise<Data> {
  const rig = await openRig(`lots-${LOTS}`);
  if ((await rig.client.count({ index: rig.parcels })).count !== LOTS) {
    console.error(`loading ${LOTS} lots`);
    const report = await ingest('parcels', madeRecords('lots', lots(LOTS)), rig.target);
    if (report.error !== null) throw new Error(report.error);
  }
  const places = Array.from({ length: TILES * 4 }, () => {
    const { west, south } = lot(Math.floor(random() * LOTS));
    return { lon: west + WIDTH / 2, lat: south + HEIGHT / 2 };
  });
  return { rig, places };
}

async function somerville(): Promise<Data | null> {
  const file = resolve(PROJECT_ROOT, '../shared/data/outlines/somerville_ma/M274TaxPar.zip');
  if (!existsSync(file)) return null;
  const rig = await openRig('somerville');
  if ((await rig.client.count({ index: rig.parcels })).count === 0) {
    const { input } = await readBy('us-ma-somerville.json parcels', [file]);
    const report = await ingest('parcels', input, rig.target);
    if (report.error !== null) throw new Error(report.error);
  }
  const { hits } = await rig.client.search<{ location: { lat: number; lon: number } }>({
    index: rig.parcels,
    size: TILES * 4,
    _source: ['location'],
    query: { exists: { field: 'location' } },
    sort: [{ 'internal.seq': 'asc' }],
  });
  return { rig, places: hits.hits.map(({ _source }) => _source!.location) };
}

/** Different tiles of a zoom level, at most TILES. */
function tilesOf({ places }: Data, zoom: number): string[] {
  const tiles = places.map(
    ({ lon, lat }) => `${zoom}/${Math.floor(tileX(lon, zoom))}/${Math.floor(tileY(lat, zoom))}`,
  );
  return [...new Set(tiles)].slice(0, TILES);
}

const PAIRS = TILE_FIELDS.flatMap((one, at) => TILE_FIELDS.slice(at + 1).map((other) => `${one},${other}`));

/** The same tiles, each time with two other attributes: the lots are kept, and the tile is not. */
function withOtherFields(request: (tile: string) => Sent): (tile: string) => Sent {
  let asked = 0;
  return (tile) => {
    const sent = request(tile);
    return { ...sent, path: `${sent.path}?fields=${PAIRS[asked++ % PAIRS.length]}` };
  };
}

async function measure(name: string, data: Data): Promise<void> {
  const { rig } = data;
  await settle(rig);
  const first = await serve('api', { ...rig, env: { ...rig.env, TILE_CACHE_MB: '0' } });
  const cold = await serve('api', { ...rig, env: { ...rig.env, TILE_CACHE_MB: '256' } });
  const warm = await serve('api', { ...rig, env: { ...rig.env, TILE_CACHE_MB: '256' } });
  const postgis = POSTGIS_URL
    ? await serve('postgis', { env: { POSTGIS_URL, POSTGIS_TABLE: await postgisTable(POSTGIS_URL, rig) } })
    : null;
  const headers = { authorization: `Bearer ${rig.key}` };
  const request = (tile: string): Sent => ({ method: 'GET', path: `/api/v1/tiles/${tile}.mvt`, headers });
  const ours: Way<string>[] = [
    { name: 'first', url: first.url, request },
    { name: 'cold', url: cold.url, request: withOtherFields(request) },
    { name: 'warm', url: warm.url, request },
  ];
  const theirs: Way<string>[] = postgis
    ? [
        {
          name: 'PostGIS',
          url: postgis.url,
          request: (tile) => ({ method: 'GET', path: `/${tile}.mvt`, headers: {} }),
        },
      ]
    : [];
  const rows: Record<string, string>[] = [];
  for (const zoom of ZOOMS) {
    const tiles = tilesOf(data, zoom);
    const client = bareClient(warm.url, 1);
    const sizes: number[] = [];
    for (const tile of tiles) sizes.push((await client.read(request(tile))).length);
    await client.close();
    const before = (await cold.used()).cpu;
    const passes = 3;
    const ways = zoom < LOTS_FROM ? ours : [...ours, ...theirs];
    const [unread, drawn, again, other] = await compare(ways, tiles, {
      size: tiles.length,
      passes,
      warm: tiles.length,
    });
    const asked = tiles.length * (2 * passes + 1);
    const cpu = ((await cold.used()).cpu - before) / asked;
    rows.push({
      data: name,
      zoom: String(zoom),
      tiles: String(tiles.length),
      KiB: (sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1024).toFixed(1),
      'first p50 ms': unread!.p50.toFixed(2),
      'first p95 ms': unread!.p95.toFixed(2),
      'first tiles/s': unread!.rate.toFixed(0),
      'cold p50 ms': drawn!.p50.toFixed(2),
      'cold p95 ms': drawn!.p95.toFixed(2),
      'cold tiles/s': drawn!.rate.toFixed(0),
      'cold CPU ms': cpu.toFixed(2),
      'warm p50 ms': again!.p50.toFixed(2),
      'warm p95 ms': again!.p95.toFixed(2),
      'warm tiles/s': again!.rate.toFixed(0),
      'PostGIS p50 ms': other ? other.p50.toFixed(2) : '',
      'PostGIS p95 ms': other ? other.p95.toFixed(2) : '',
      'PostGIS tiles/s': other ? other.rate.toFixed(0) : '',
      'first/PostGIS': other ? (unread!.rate / other.rate).toFixed(2) : '',
      'cold/PostGIS': other ? (drawn!.rate / other.rate).toFixed(2) : '',
      'warm/PostGIS': other ? (again!.rate / other.rate).toFixed(1) : '',
    });
  }
  await first.stop();
  await cold.stop();
  await warm.stop();
  await postgis?.stop();
  printTable(rows);
}

const SETS: Record<string, () => Promise<Data | null>> = { made, somerville };

for (const name of chosen(HELP, Object.keys(SETS))) {
  const data = await SETS[name]!();
  if (!data) console.log(`${name}: ../shared/data is absent, nothing measured`);
  else {
    await measure(name, data);
    await data.rig.close();
  }
}
