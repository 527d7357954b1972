import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { canonicalFiles } from '../../../src/loading/ingest/canonical.ts';
import { rehearse } from '../../../src/loading/ingest/rehearse.ts';
import { makeHarness } from '../../helper.ts';
import { inputFile } from './support.ts';

const harness = await makeHarness(t);

const HEADER = 'county_fips,parcel_id,street,owner_name,total_assessed_value,sale_date,color';
const CSV = [
  HEADER,
  '31109,A-1,1 ELM ST,"POE, ANN",100,2019-06-14,red',
  '31109,A-2,2 ELM ST,ELM LLC,-5,1900-01-01,',
  '31109,A-1,1 ELM ST,"POE, ANN",200,2019-06-14,red',
  '31109,,3 ELM ST,NOBODY,100,,',
  '99999,A-4,4 ELM ST,NOBODY,100,,',
  '31109,A-5,5 ELM ST,TOO,MANY,COLUMNS,HERE,AGAIN',
  '',
].join('\n');

t.test('a rehearsal reports what the load then reports', async (t) => {
  const file = await inputFile(t, 'parcels.csv', CSV);
  const said = await rehearse('parcels', canonicalFiles([file]));
  const loaded = await harness.load('parcels', { files: [file] });
  t.equal(said.taken, 3);
  t.equal(said.taken - said.duplicates, loaded.created);
  for (const key of [
    'read',
    'duplicates',
    'rejected',
    'rejected_by_reason',
    'nulled',
    'ignored_keys',
    'error',
  ] as const)
    t.same(said[key], loaded[key], key);
});

t.test('--dry-run sends no request and writes nothing', async (t) => {
  const file = await inputFile(t, 'parcels.csv', CSV);
  const env = { ...process.env, ...harness.env, ELASTICSEARCH_URL: 'http://127.0.0.1:1' };
  const run = (...more: string[]) =>
    spawnSync(
      process.execPath,
      [resolve(PROJECT_ROOT, 'src/main.ts'), 'ingest', 'parcels', file, '--dry-run', ...more],
      { env, encoding: 'utf8' },
    );
  const { status, stdout } = run();
  t.equal(status, 3, 'rows are rejected');
  t.match(
    stdout,
    /^parcels: 6 read, 3 would be loaded, 3 rejected; nothing was written\n1 duplicate id: the last record of each is used\nRejected:\n/,
  );
  t.match(stdout, /Nulled or cut values:\n {2}/);
  t.match(stdout, /Ignored keys: color/);
  t.notMatch(stdout, /ELM|POE/, 'no values are shown');
  t.match(JSON.parse(run('--json').stdout), { read: 6, taken: 3, duplicates: 1, rejected: 3 });
  const replaced = run('--replace');
  t.equal(replaced.status, 1);
  t.match(replaced.stderr, /--dry-run writes nothing: leave --replace and --nulled out/);
});
