import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { openTable } from '../../../src/loading/readers/open.ts';
import { compileConform } from '../../../src/loading/sources/conform.ts';
import { planOf } from '../../../src/loading/sources/plan.ts';
import { readSource } from '../../../src/loading/sources/source.ts';
import { SHARED_DATA, withoutSharedData } from '../../helper.ts';
import { EXAMPLES } from './example.ts';

const MOST_LINES = 30;
/** Examples whose columns are checked here, with the real file. */
const COLUMNS: Record<string, string> = {
  'us-nh-lebanon-deeds.json': 'lebanon_nh/parcels_owners_sales.csv',
};

t.test('every example can be read, has a plan for each layer, and is short', async (t) => {
  const names = await readdir(EXAMPLES);
  t.ok(names.length >= 10, 'there are examples');
  for (const name of names) {
    const text = await readFile(join(EXAMPLES, name), 'utf8');
    t.ok(text.trimEnd().split('\n').length <= MOST_LINES, `${name} has at most ${MOST_LINES} lines`);
    const plans = planOf(readSource(JSON.parse(text), name));
    t.ok(plans.length > 0 && plans.every(({ supported }) => supported), `${name} can be loaded`);
  }
});

t.test('the columns that examples name are in the real files', { skip: withoutSharedData }, async (t) => {
  for (const [name, file] of Object.entries(COLUMNS)) {
    const { layers, area } = readSource(JSON.parse(await readFile(join(EXAMPLES, name), 'utf8')), name);
    const table = await openTable(join(SHARED_DATA!, file));
    const columns = table.columns.map(({ name }) => name);
    for (const { conform, kind, place } of layers) {
      t.doesNotThrow(() => compileConform(conform, kind, columns, area), `${name} ${place}`);
    }
  }
});
