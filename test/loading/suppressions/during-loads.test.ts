import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { RowDataPacket } from 'mysql2';
import t, { type Test } from 'tap';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { withLoadLock } from '../../../src/loading/ingest/alone.ts';
import { ingest } from '../../../src/loading/ingest/ingest.ts';
import { madeRecords } from '../../../src/loading/ingest/input.ts';
import { terrierHere } from '../../cli/in-process.ts';
import { eventually } from '../../webhooks/support.ts';
import { contents, inputFile, ndjson } from '../ingest/support.ts';
import { CANARY, PARCELS } from './everywhere.ts';
import { LIST, suppressing } from './suppressing.ts';

const { harness, suppress, suppressAll, begin, silent } = await suppressing(t);
const { database, target } = harness;
const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');

/** Starts `terrier suppress add` in its own process, which waits for the lock of loads. */
function addElsewhere(t: Test, file: string) {
  const child = spawn(process.execPath, [MAIN, 'suppress', 'add', '--file', file], {
    env: { ...process.env, ...harness.env },
    stdio: 'ignore',
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

async function listIsStored() {
  const [rows] = await database.$client.query<RowDataPacket[]>('SELECT COUNT(*) AS n FROM suppressions');
  return Number(rows[0]!.n) === LIST.length;
}

t.test('killed before the records are rewritten, the next load or the same command does it', async (t) => {
  for (const next of ['load', 'command'] as const) {
    await begin();
    const file = await inputFile(t, 'list.ndjson', ndjson(LIST));
    await withLoadLock(
      target,
      () => {},
      async () => {
        const child = addElsewhere(t, file);
        await eventually('the list is stored', listIsStored);
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    );
    t.match((await suppress(t, 'list')).out, 'not yet applied');
    t.match(JSON.stringify(await contents(harness, 'parcels')), CANARY);
    if (next === 'load') await harness.load('permits', [{ county_fips: '02016', permit_number: 'x' }]);
    else t.equal((await suppress(t, 'add', '--file', file)).status, 0);
    await silent(t, `after the next ${next}`);
    t.notMatch((await suppress(t, 'list')).out, 'not yet applied');
  }
});

t.test('a load that runs brings no name in, from the next rows on or at its end', async (t) => {
  await begin();
  const file = await inputFile(t, 'list.ndjson', ndjson(LIST));
  let child: ReturnType<typeof addElsewhere> | undefined;
  async function* read() {
    let line = 0;
    const row = (record: object) => ({
      line: ++line,
      record: record as Record<string, unknown>,
    });
    const owner_name = 'ZZQUILL HOLDINGS LLC';
    const some = Array.from({ length: 2_500 }, (_, at) => ({
      county_fips: '02016',
      parcel_id: `f${at}`,
      owner_name,
    }));
    yield { file: 'made up', rows: some.slice(0, 2_500).map(row), share: null };
    child = addElsewhere(t, file);
    await eventually('the list is stored', listIsStored);
    yield {
      file: 'made up',
      rows: [row({ county_fips: '02016', parcel_id: 'late', owner_name })],
      share: null,
    };
  }
  const report = await harness.load('parcels', { ...madeRecords('made up', []), read });
  t.equal(report.error, null);
  await once(child!, 'exit');
  await silent(t, 'after both have ended');
});

t.test('with another key nothing is loaded, and nothing is added', async (t) => {
  await begin();
  await suppressAll(t);
  const other = { ...target, secretKey: async () => Buffer.alloc(32) };
  const report = await ingest('parcels', madeRecords('made up', PARCELS), other);
  t.match(report.error, /encrypted with another WEBHOOK_SECRET_KEY/);
  const env = { ...harness.env, WEBHOOK_SECRET_KEY: '00'.repeat(32) };
  const { status, err } = await terrierHere(['suppress', 'add', '--parcel', '31109:c2'], env);
  t.equal(status, 1);
  t.match(err, /encrypted with another WEBHOOK_SECRET_KEY/);
});
