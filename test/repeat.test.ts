import t from 'tap';
import { isSchedule, repeat } from '../src/repeat.ts';

const EVERY_SECOND = '* * * * * *';

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

t.test('one run at a time; what is left out is told, and nothing is written to the console', async (t) => {
  const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    t.capture(console, name),
  );
  const { tell, said } = listener();
  let runs = 0;
  let end = () => {};
  const held = new Promise<void>((over) => {
    end = over;
  });
  const task = repeat(
    EVERY_SECOND,
    () => {
      runs++;
      return held;
    },
    tell,
  );
  t.teardown(() => task.destroy());
  await said(/the run before still goes on/);
  t.equal(runs, 1);
  end();
  await task.destroy();
  for (const calls of written) t.same(calls(), []);
});

t.test('a run that fails is told without its text, and the next one comes', async (t) => {
  const written = t.capture(console, 'error');
  const { tell, said } = listener();
  let runs = 0;
  const again = new Promise<void>((over) => {
    const task = repeat(
      EVERY_SECOND,
      () => {
        if (++runs > 1) over();
        throw new TypeError('WREN, ODETTE');
      },
      tell,
    );
    t.teardown(() => task.destroy());
  });
  await said(/^a run failed: TypeError$/);
  await again;
  t.same(written(), []);
});

t.test('a schedule is a cron expression', async (t) => {
  for (const text of ['17 3 * * *', EVERY_SECOND]) t.equal(isSchedule(text), true, text);
  for (const text of ['', 'nightly', '99 * * * *']) t.equal(isSchedule(text), false, text);
});
