import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { keepSource } from '../../src/loading/sources/kept.ts';
import { layerStates } from '../../src/stores/mysql/source-layers.ts';
import { clocksGoBack } from '../clocks.ts';
import { makeHarness } from '../helper.ts';

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
  const child = spawn(
    process.execPath,
    [resolve(PROJECT_ROOT, 'src/main.ts'), 'sync', '--schedule', '* * * * * *'],
    { env: { ...process.env, ...harness.env, ...clocksGoBack() }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const printed = text(child.stderr!);
  const ended = once(child, 'exit');
  const until = async (isSo: (state: Awaited<ReturnType<typeof layerStates>>[number]) => boolean) => {
    for (let tries = 0; tries < 600; tries++) {
      const [state] = await layerStates(database);
      if (state && isSo(state)) return state;
      await sleep(50);
    }
    throw new Error(`it never came to that: ${JSON.stringify(await layerStates(database))}`);
  };
  await until(({ rows }) => rows === 1);
  await until(({ outcome, next_at }) => outcome === 'unchanged' && next_at !== null);
  child.kill('SIGUSR2');
  writeFileSync(roll, 'APN,OWNER\nR-1,"POE, ANN"\nR-2,"ROE, BEN"\n');
  await until(({ rows }) => rows === 2);
  child.kill('SIGTERM');
  t.same(await ended, [0, null], 'it stops');
  const told = (await printed).split('\n').filter((line) => line.includes('runs were missed'));
  t.ok(told.length > 0 && told.length < 20, 'the skipped minute is not reported second by second');
  const [state] = await layerStates(database);
  t.equal(state?.next_at, null, 'nobody looks any more');
});
