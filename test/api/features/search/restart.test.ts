import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { call, EVERYWHERE, makeHarness } from '../../../helper.ts';

/** The counties that people look at are in memory again after a restart. */
const ROWS = 20;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: ROWS }, (_, n) => ({
    county_fips: '31109',
    parcel_id: `S-${n}`,
    location: { lat: 40.7 + n * 0.001, lon: -96.8 },
  })),
);
const file = join(harness.config.TERRIER_HOME, `${harness.config.INDEX_PREFIX}-counties-in-memory`);

const search = (app: FastifyInstance) =>
  call(app, 'POST', '/api/v1/search', { body: { bounds: EVERYWHERE } });

/** Whether something becomes true, within half a minute. */
async function eventually(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isSo()) return true;
    await sleep(50);
  }
  return false;
}
const isInMemory = async (app: FastifyInstance) =>
  (await call(app, 'GET', '/metrics')).text.includes(`\nterrier_memory_parcels ${ROWS}\n`);

t.test('counties searched before the last process ended are in memory without a search', async (t) => {
  const first = await harness.app();
  const isRemembered = async () => (await readFile(file, 'utf8').catch(() => '')) === '31109\n';
  t.ok(
    await eventually(async () => (await search(first)).status === 200 && isRemembered()),
    'it was searched',
  );
  // The first process is not closed: what it has stored is there even if it is killed.
  const again = await harness.app();
  t.ok(await eventually(() => isInMemory(again)));
  t.equal((await search(again)).json().total, ROWS);
});

t.test('a file that names unknown counties does no harm', async (t) => {
  await writeFile(file, 'nothing\n99999\n31109\n');
  const app = await harness.app();
  t.ok(await eventually(() => isInMemory(app)));
  await writeFile(file, '\0');
  t.equal((await search(await harness.app())).json().total, ROWS);
});
