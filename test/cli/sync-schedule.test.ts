import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keepSource } from '../../src/loading/sources/kept.ts';
import { layerStates } from '../../src/stores/mysql/source-layers.ts';
import { clocksGoBack } from '../clocks.ts';
import { eventually } from '../eventually.ts';
import { makeHarness } from '../helper.ts';
import { start } from '../start.ts';

const harness = await makeHarness(t);
const { database, home } = harness.target;

t.test('a schedule repeats until it is stopped, even while clocks go back', async (t) => {
  const roll = join(home, 'roll.csv');
  writeFileSync(roll, 'APN,OWNER\nR-1,"POE, ANN"\n');
  await keepSource(home, 'us-ne-lancaster', {
    schema: 2,
    coverage: { 'US Census': { geoid: '31109' } },
    layers: {
      parcels: [
        {
          name: 'roll',
          protocol: 'file',
          data: roll,
          conform: { format: 'csv', pid: 'APN', owner_name: 'OWNER' },
        },
      ],
    },
  });
  const env = { ...harness.env, HTTPS_PROXY: 'http://me:secret@127.0.0.1:9' };
  const schedule = ['sync', '--schedule', '* * * * * *'];
  const { child, ended } = start(t, { ...harness, env }, schedule, clocksGoBack());
  const until = (what: string, isSo: (state: Awaited<ReturnType<typeof layerStates>>[number]) => boolean) =>
    eventually(what, async () => {
      const [state] = await layerStates(database);
      return state !== undefined && isSo(state);
    });
  await until('it is loaded', ({ rows }) => rows === 1);
  await until('it is checked again', ({ outcome, next_at }) => outcome === 'unchanged' && next_at !== null);
  child.kill('SIGUSR2');
  writeFileSync(roll, 'APN,OWNER\nR-1,"POE, ANN"\nR-2,"ROE, BEN"\n');
  await until('what was added is loaded', ({ rows }) => rows === 2);
  child.kill('SIGTERM');
  const { code, err } = await ended;
  t.equal(code, 0, 'it stops');
  const told = err.split('\n').filter((line) => line.includes('runs were missed'));
  t.ok(told.length > 0 && told.length < 20, 'the skipped minute is not reported second by second');
  t.match(err, /^Downloads and sources use HTTPS_PROXY; webhooks connect directly\.$/m);
  t.notMatch(err, /secret/);
  const [state] = await layerStates(database);
  t.equal(state?.next_at, null, 'nobody looks any more');
});
