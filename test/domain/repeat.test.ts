import { execFileSync } from 'node:child_process';
import t from 'tap';
import { every, isSchedule, repeat } from '../../src/domain/repeat.ts';

const EVERY_SECOND = '* * * * * *';

type Work = () => unknown;
type Tell = (sentence: string) => void;

/** Both ways to run something repeatedly; each returns how to stop it. */
const WAYS: Record<string, (work: Work, tell: Tell) => () => unknown> = {
  repeat(work, tell) {
    const task = repeat(EVERY_SECOND, work, tell);
    return () => task.destroy();
  },
  every: (work, tell) => every(20, work, tell),
};

/** Collects sentences; `said` waits for one. */
function listener() {
  const sentences: string[] = [];
  let wake = () => {};
  return {
    tell(sentence: string): void {
      sentences.push(sentence);
      wake();
    },
    async said(words: RegExp): Promise<void> {
      while (!sentences.some((sentence) => words.test(sentence)))
        await new Promise<void>((more) => {
          wake = more;
        });
    },
  };
}

for (const [name, start] of Object.entries(WAYS)) {
  t.test(`${name}: one run at a time; skipped runs are reported, and the console stays empty`, async (t) => {
    const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      t.capture(console, name),
    );
    const { tell, said } = listener();
    let runs = 0;
    let end = () => {};
    const held = new Promise<void>((over) => {
      end = over;
    });
    const stop = start(() => {
      runs++;
      return held;
    }, tell);
    t.teardown(stop);
    await said(/the run before still goes on/);
    t.equal(runs, 1);
    end();
    await stop();
    for (const calls of written) t.same(calls(), []);
  });

  t.test(`${name}: a failed run is reported without its text, and the next run follows`, async (t) => {
    const written = t.capture(console, 'error');
    const { tell, said } = listener();
    let runs = 0;
    const again = new Promise<void>((over) => {
      const stop = start(() => {
        if (++runs > 1) over();
        throw new TypeError('WREN, ODETTE');
      }, tell);
      t.teardown(stop);
    });
    await said(/^a run failed: TypeError$/);
    await again;
    t.same(written(), []);
  });
}

t.test('a program, its threads and the programs it starts are in UTC', async (t) => {
  const zone = 'new Date(2026, 0).toISOString()';
  const program = `
    import '${new URL('../../src/cli/utc.ts', import.meta.url)}';
    import { execFileSync } from 'node:child_process';
    import { Worker } from 'node:worker_threads';
    console.log(${zone}, execFileSync(process.execPath, ['-p', '${zone}'], { encoding: 'utf8' }).trim());
    new Worker('console.log(${zone})', { eval: true });`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'America/New_York' },
  });
  t.same(out.trim().split(/\s+/), Array(3).fill('2026-01-01T00:00:00.000Z'));
});

t.test('a schedule is a cron expression', async (t) => {
  for (const text of ['17 3 * * *', EVERY_SECOND]) t.equal(isSchedule(text), true, text);
  for (const text of ['', 'nightly', '99 * * * *']) t.equal(isSchedule(text), false, text);
});
