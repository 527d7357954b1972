/**
 * Reads a shapefile or an ArcGIS layer to its end, in its own process: `reading.ts HOW PATH|ADDRESS`. Reports the number of
 * rows, the seconds and the largest resident memory in MiB.
 */
import { performance } from 'node:perf_hooks';
import { openSourceLayer } from '../../src/loading/sources/open-layer.ts';
import { layerRecords } from '../../src/loading/sources/records.ts';
import { readSource } from '../../src/loading/sources/source.ts';
import { CONFORM } from './made.ts';

const [how, place] = process.argv.slice(2) as [string, string];

/** The layer of a source file. */
async function opened(protocol: 'file' | 'ESRI') {
  const format = protocol === 'ESRI' ? 'geojson' : 'shapefile';
  const source = readSource(
    {
      schema: 2,
      coverage: { 'US Census': { geoid: '06001' }, country: 'us', state: 'ca', county: 'Alameda' },
      layers: {
        parcels: [{ name: 'county', data: place, protocol, conform: { format, ...CONFORM } }],
      },
    },
    'bench',
  );
  const layer = source.layers[0]!;
  const { table } = await openSourceLayer(layer, { base: '/', work: process.cwd(), allowPrivate: true });
  return { layer, area: source.area, table: table! };
}

/** The rows, with their geometry in degrees. */
async function reading(protocol: 'file' | 'ESRI'): Promise<number> {
  const { table } = await opened(protocol);
  let rows = 0;
  for await (const batch of table.read()) rows += batch.length;
  await table.close();
  return rows;
}

/** Makes the records that a load would store from the rows. */
async function records(protocol: 'file' | 'ESRI'): Promise<number> {
  const { layer, area, table } = await opened(protocol);
  let rows = 0;
  const input = layerRecords(layer, table, area);
  for await (const { rows: batch } of input.read({ known: new Set() })) rows += batch.length;
  await table.close();
  return rows;
}

async function shapefileAlone(): Promise<number> {
  const { open } = await import('shapefile');
  const source = await open(place, place.replace(/shp$/, 'dbf'));
  let rows = 0;
  while (!(await source.read()).done) rows++;
  return rows;
}

/** Only fetch and JSON, page by page. */
async function fetchAlone(): Promise<number> {
  let rows = 0;
  for (;;) {
    const query = `where=1%3D1&outFields=*&f=json&outSR=4326&resultOffset=${rows}&resultRecordCount=2000`;
    const page = (await (await fetch(`${place}/query?${query}`)).json()) as {
      features: unknown[];
      exceededTransferLimit?: boolean;
    };
    rows += page.features.length;
    if (!page.exceededTransferLimit) return rows;
  }
}

const WAYS: Record<string, () => Promise<number>> = {
  shapefile: () => reading('file'),
  arcgis: () => reading('ESRI'),
  'shapefile records': () => records('file'),
  'arcgis records': () => records('ESRI'),
  'shapefile alone': shapefileAlone,
  'arcgis alone': fetchAlone,
};

let resident = 0;
const sampler = setInterval(() => {
  resident = Math.max(resident, process.memoryUsage.rss());
}, 50);
const started = performance.now();
const rows = await WAYS[how]!();
const seconds = (performance.now() - started) / 1000;
clearInterval(sampler);
console.log(JSON.stringify({ rows, seconds, resident: resident / 2 ** 20 }));
