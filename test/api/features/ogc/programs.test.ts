/** GIS programs open /ogc as their users do. A program that is not installed is skipped. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { listening } from '../../../client/support.ts';
import { makeHarness } from '../../../helper.ts';
import { type Python, preparePython } from '../../../python.ts';
import { testHome } from '../../../servers.ts';
import { square } from '../../../squares.ts';

const LOTS = 10_000;
const harness = await makeHarness(t);
await harness.load('parcels', {
  name: 'lots',
  records: Array.from({ length: LOTS }, (_, at) => {
    const [lon, lat] = [-96.7 + (at % 100) * 0.001, 40.8 + Math.floor(at / 100) * 0.001] as const;
    return {
      county_fips: '31109',
      parcel_id: `R-${at}`,
      lon,
      lat,
      outline: square(lon - 0.0004, lat - 0.0004, 0.0008),
    };
  }),
});
const { baseUrl } = await listening(harness, { BURST_FREE: '100000', LIMIT_FREE: '1000000' });
const URL = `${baseUrl}/ogc`;

/** Runs a program to its end; null when there is no such program. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string | null> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  const missing = once(child, 'error').then(() => null);
  const [out, err] = [text(child.stdout), text(child.stderr)];
  const ended = once(child, 'close');
  if ((await Promise.race([missing, once(child, 'spawn')])) === null) return null;
  const [code] = await ended;
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${await err}`);
  return out;
}

const hasGdal = (await run('ogrinfo', ['--format', 'OAPIF'])) !== null;
const withoutGdal = hasGdal ? false : 'no ogrinfo (gdal-bin)';
const BOX = ['-96.69045', '40.80955', '-96.6896', '40.8104'];

t.test('GDAL reads the layers, a box, and all pages into a GeoPackage', { skip: withoutGdal }, async (t) => {
  t.match(await run('ogrinfo', ['-ro', `OAPIF:${URL}`]), /parcels.*[\s\S]*sales/);
  const counted = await run('ogrinfo', ['-ro', '-so', `OAPIF:${URL}`, 'parcels']);
  t.match(counted, new RegExp(`Feature Count: ${LOTS}`));
  t.match(counted, /Extent: \(-96\.7\d*, 40\.\d+\) - \(-96\.6\d*, 40\.\d+\)/);
  const inBox = await run('ogrinfo', ['-ro', '-al', '-spat', ...BOX, `OAPIF:${URL}`, 'parcels']);
  t.same([...inBox!.matchAll(/parcel_id \(String\) = (\S+)/g)].map(([, id]) => id).sort(), ['R-1010']);
  const file = join(t.testdir({}), 'parcels.gpkg');
  await run('ogr2ogr', [file, `OAPIF:${URL}`, 'parcels']);
  t.match(await run('ogrinfo', ['-ro', '-so', file, 'parcels']), new RegExp(`Feature Count: ${LOTS}`));
  const distinct = ['-ro', '-sql', 'SELECT COUNT(DISTINCT parcel_id) AS n FROM parcels', file];
  t.match(await run('ogrinfo', distinct), new RegExp(`n \\(Integer\\) = ${LOTS}`), 'each once');
});

const OWSLIB = `
import sys
from owslib.ogcapi.features import Features
api = Features(sys.argv[1])
print(api.conformance()['conformsTo'][0].rsplit('/', 1)[1], *[c['id'] for c in api.collections()['collections']])
page = api.collection_items('parcels', bbox=[float(n) for n in sys.argv[2:6]], limit=5)
print(page['numberMatched'], page['features'][0]['properties']['parcel_id'])
print(api.collection_item('parcels', page['features'][0]['id'])['geometry']['type'], api.api()['openapi'])
`;
let python: Python | null = null;
let withoutPython: string | false = false;
try {
  const requirements = resolve(import.meta.dirname, 'requirements.txt');
  python = preparePython(join(testHome(), 'python-ogc'), requirements, (line) => t.comment(line));
} catch (error) {
  withoutPython = (error as Error).message;
}

t.test('OWSLib reads what there is, a box and a feature', { skip: withoutPython }, async (t) => {
  const printed = await run(python!.command, ['-c', OWSLIB, `${URL}/`, ...BOX], python!.env);
  t.equal(printed, 'core parcels sales permits\n1 R-1010\nMultiPolygon 3.0.3\n');
});

const QGIS = `
import os, sys
from qgis.core import QgsApplication, QgsFeatureRequest, QgsRectangle, QgsVectorLayer
app = QgsApplication([], False)
app.initQgis()
uri = "url='" + sys.argv[1] + "' typename='parcels' pageSize='500'"
layer = QgsVectorLayer(uri, 'parcels', 'OAPIF')
assert layer.isValid(), layer.error().message()
box = QgsRectangle(*[float(n) for n in sys.argv[2:6]])
print(*[f['parcel_id'] for f in layer.getFeatures(QgsFeatureRequest().setFilterRect(box))])
print(len({f['parcel_id'] for f in layer.getFeatures()}))
sys.stdout.flush()
# Some versions crash while they end.
os._exit(0)
`;
const SYSTEM_PYTHON = '/usr/bin/python3';
const hasQgis = await run(SYSTEM_PYTHON, ['-c', 'import qgis.core']).then(
  (out) => out !== null,
  () => false,
);
const withoutQgis = hasQgis ? false : 'no QGIS (python3-qgis)';

t.test('QGIS opens the layer, reads a box and pages through all of it', { skip: withoutQgis }, async (t) => {
  const env = { QT_QPA_PLATFORM: 'offscreen', HOME: t.testdir({}) };
  const printed = await run(SYSTEM_PYTHON, ['-c', QGIS, URL, ...BOX], env);
  t.match(printed, `R-1010\n${LOTS}\n`);
});
