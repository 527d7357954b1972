import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { isObject } from '../../../src/domain/json-object.ts';
import { columnFinder } from '../../../src/loading/sources/columns.ts';
import { planOf } from '../../../src/loading/sources/plan.ts';
import { readSource } from '../../../src/loading/sources/source.ts';
import { parseValue } from '../../../src/loading/sources/value.ts';
import { SHARED_DATA, withoutSharedData } from '../../helper.ts';

/** OpenAddresses' own tests of a layer: what its fields should be for a row. */
interface Layer {
  conform?: Record<string, unknown>;
  test?: { 'acceptance-tests'?: { inputs: Record<string, string>; expected: Record<string, string> }[] };
}

t.test('the 1,964 source files of OpenAddresses are understood', { skip: withoutSharedData }, async (t) => {
  const folder = t.testdir({});
  await promisify(execFile)('tar', [
    'xzf',
    join(SHARED_DATA!, 'openaddresses/us-sources.tar.gz'),
    '-C',
    folder,
  ]);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(
    names.map(async (name) => ({ name, json: JSON.parse(await readFile(join(folder, name), 'utf8')) })),
  );

  t.test('all can be read, and each with parcels has a plan or a reason', async (t) => {
    const outcomes = new Map<string, number>();
    let parcels = 0;
    for (const { name, json } of files) {
      const plans = planOf(readSource(json, name));
      if (plans.length > 0) parcels++;
      for (const plan of plans) {
        const words = plan.supported ? plan.sentence.split(';')[0] : plan.reason.split(/[":,0-9]/)[0];
        outcomes.set(words!, (outcomes.get(words!) ?? 0) + 1);
      }
    }
    t.equal(files.length, 1_964);
    t.equal(parcels, 1_133);
    t.same(Object.fromEntries(outcomes), {
      'ArcGIS layer, page by page': 862,
      'Shapefile, in a zip archive, downloaded': 82,
      'FileGDB, read by GDAL, in a zip archive, downloaded': 7,
      'GeoJSON, downloaded': 2,
      'GeoJSON, in a zip archive, downloaded': 1,
      'Shapefile, downloaded': 1,
      'It covers a place or a whole state': 124,
      'It names no county': 20,
      'The code ': 32,
      'county is on an FTP server': 1,
      'It is marked to be skipped (': 1,
    });
  });

  t.test('the functions pass OpenAddresses’ own tests', async (t) => {
    let passed = 0;
    const report = (place: string, words: string) => t.fail(`${place}: ${words}`);
    const layers: Layer[] = files.flatMap(({ json }) => Object.values(json.layers)).flat() as Layer[];
    for (const { conform = {}, test } of layers) {
      for (const { inputs, expected } of test?.['acceptance-tests'] ?? []) {
        for (const [field, wanted] of Object.entries(expected)) {
          const value = parseValue(conform[field], field, field, report)!;
          const found = value.bind(columnFinder(Object.keys(inputs), report))(inputs);
          if (String(found ?? '').trim() === wanted) passed++;
          else t.fail(`${field} is ${found}`);
        }
      }
    }
    t.equal(passed, 382);
  });

  t.test('every function that the layers use is known, except the one for speeds', async (t) => {
    const unknown = new Set<string>();
    for (const { conform } of files.flatMap(({ json }) => Object.values(json.layers)).flat() as Layer[]) {
      for (const [field, given] of Object.entries(conform ?? {})) {
        if (isObject(given))
          parseValue(given, field, field, (_place, words) => unknown.add(words.split(';')[0]!));
      }
    }
    t.same([...unknown], ['unknown function "mph_to_kph"']);
  });
});
