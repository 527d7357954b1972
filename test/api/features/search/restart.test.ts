import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { eventually } from '../../../eventually.ts';
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

const isInMemory = async (app: FastifyInstance) =>
  (await call(app, 'GET', '/metrics')).text.includes(`\nterrier_memory_parcels ${ROWS}\n`);

t.test('counties searched before the last process ended are in memory without a search', async (t) => {
  const first = await harness.app();
  const isRemembered = async () => (await readFile(file, 'utf8').catch(() => '')) === '31109\n';
  await eventually('it is searched and remembered', async () => {
    await search(first);
    return isRemembered();
  });
  // The first process is not closed: what it has stored is there even if it is killed.
  const again = await harness.app();
  await eventually('it is in memory', () => isInMemory(again));
  t.equal((await search(again)).json().total, ROWS);
});

t.test('a file that names unknown counties does no harm', async (t) => {
  await writeFile(file, 'nothing\n99999\n31109\n');
  const app = await harness.app();
  await eventually('it is in memory', () => isInMemory(app));
  await writeFile(file, '\0');
  t.equal((await search(await harness.app())).json().total, ROWS);
});
