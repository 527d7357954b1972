import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { briefly } from '../../../../src/api/features/health/routes.ts';
import { call, makeHarness } from '../../../helper.ts';

const harness = await makeHarness(t);
const app = await harness.app();

t.test('a question repeated within a second gets the same answer without asking again', async (t) => {
  let [asked, time] = [0, 0];
  const answer = async () => {
    asked++;
    await turn();
    if (asked === 2) throw new Error('away');
    return asked;
  };
  const ask = briefly(answer, { now: () => time });
  const many = await Promise.all(Array.from({ length: 100 }, ask));
  t.same(new Set(many), new Set([1]), 'all who wait have the same answer');
  time = 999;
  t.equal(await ask(), 1);
  time = 1_000;
  await t.rejects(ask(), /away/);
  await t.rejects(ask(), /away/, 'a failure is an answer, too');
  t.equal(asked, 2);
  time = 2_000;
  t.equal(await ask(), 3);
});

t.test('a flood of probes costs MySQL one statement a second', async (t) => {
  for (const path of ['/readyz', '/metrics']) {
    let used = 0;
    const count = () => void used++;
    app.services.database.$client.pool.on('acquire', count);
    const begin = performance.now();
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => call(app, 'GET', path)));
      t.same(new Set(answers.map(({ status }) => status)), new Set([200]));
    }
    const seconds = Math.ceil((performance.now() - begin) / 1_000);
    app.services.database.$client.pool.off('acquire', count);
    t.ok(used >= 1 && used <= seconds + 1, `${path}: ${used} in ${seconds} s`);
  }
});
