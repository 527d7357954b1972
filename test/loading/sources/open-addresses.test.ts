import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { isObject } from '../../../src/domain/json-object.ts';
import { columnFinder } from '../../../src/loading/sources/columns.ts';
import { parseMapping } from '../../../src/loading/sources/mapping.ts';
import { planOf } from '../../../src/loading/sources/plan.ts';
import { readSource } from '../../../src/loading/sources/source.ts';
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

  const layers = (kind?: string): Layer[] =>
    files
      .flatMap(({ json }) => Object.entries(json.layers as Record<string, Layer[]>))
      .flatMap(([name, list]) => (kind === undefined || name === kind ? list : []));

  t.test('layers of parcels need nothing but columns', async (t) => {
    const found = layers('parcels').flatMap(({ conform = {} }) => Object.values(conform));
    t.same(
      found.filter((given) => typeof given !== 'string'),
      [],
    );
  });

  t.test('the functions that are read pass OpenAddresses’ own tests, which are of addresses', async (t) => {
    let passed = 0;
    for (const { conform = {}, test } of layers()) {
      for (const { inputs, expected } of test?.['acceptance-tests'] ?? []) {
        for (const [field, wanted] of Object.entries(expected)) {
          const faults: string[] = [];
          const mapping = parseMapping(conform[field], field, field, (_, words) => faults.push(words));
          if (faults.length > 0) continue;
          const found = mapping.bind(columnFinder(Object.keys(inputs), (_, words) => t.fail(words)))(inputs);
          if (String(found ?? '').trim() === wanted) passed++;
          else t.fail(`${field} is ${found}`);
        }
      }
    }
    t.equal(passed, 315);
  });

  t.test('what is not read of the layers of addresses is refused by its name', async (t) => {
    const refused = new Map<string, number>();
    for (const { conform = {} } of layers()) {
      for (const [field, given] of Object.entries(conform)) {
        if (!isObject(given)) continue;
        parseMapping(given, field, field, (_, words) => {
          const name = words.split(/[:;]/)[0]!;
          refused.set(name, (refused.get(name) ?? 0) + 1);
        });
      }
    }
    t.same(Object.fromEntries(refused), {
      'prefixed_number is not read': 237,
      'postfixed_street is not read': 247,
      'postfixed_unit is not read': 26,
      'remove_prefix is not read': 15,
      'remove_postfix is not read': 3,
      'unknown function "mph_to_kph"': 37,
      'is not a regular expression of RE2, which has no lookahead and no references': 4,
    });
  });
});
