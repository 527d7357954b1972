import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { makeHarness } from '../helper.ts';
import { start } from '../start.ts';

const harness = await makeHarness(t);

t.test('with a database of one’s own, the secret key must be set', async (t) => {
  const commands = ['serve', 'dispatch'];
  const ended = await Promise.all(
    commands.map((command) => start(t, harness, [command], { WEBHOOK_SECRET_KEY: '' }).ended),
  );
  for (const [at, command] of commands.entries()) {
    const { code, err: printed } = ended[at]!;
    t.equal(code, 1, command);
    t.match(printed, /WEBHOOK_SECRET_KEY is not set.*openssl rand -hex 32/s, 'what is missing, and how');
    t.notMatch(printed, /\n\s+at /, 'no stack trace');
  }
});

t.test('on one’s own machine, npm start makes a secret key for such a database too', async (t) => {
  const settings = { TERRIER_DEMO: 'off', WEBHOOK_SECRET_KEY: '' };
  const { child, ended, said } = start(t, harness, ['start'], settings);
  await said(/Terrier is ready/);
  child.kill('SIGTERM');
  const { code, out, err } = await ended;
  const printed = out + err;
  t.match(printed, /Terrier is ready: http/);
  t.match(printed, /terrier ingest parcels Parcels\.zip --county 06001 --auto/, 'how to load a county');
  t.notMatch(printed, /curl/, 'and no requests for the demo, which is not there');
  t.equal(code, 0);
  t.match(await readFile(join(harness.env.TERRIER_HOME!, 'webhook-key'), 'utf8'), /^[0-9a-f]{64}\n$/);
  const serving = await start(t, harness, ['serve'], { WEBHOOK_SECRET_KEY: '' }).ended;
  t.match(serving.err, /set it to what is in \S+webhook-key;/, 'other commands name it before a new one');
});
