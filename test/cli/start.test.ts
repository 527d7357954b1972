import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { makeHarness } from '../helper.ts';
import { start } from '../start.ts';

const harness = await makeHarness(t);
const file = join(harness.env.TERRIER_HOME!, 'demo-key');
const READY = /Terrier is ready: (\S+)/;

/** A program that runs another one in a terminal of its own, and passes signals on. */
const TERMINAL = `
import os, pty, signal, sys
child, terminal = pty.fork()
if child == 0: os.execv(sys.argv[1], sys.argv[1:])
signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
while True:
    try: part = os.read(terminal, 4096)
    except OSError: break
    if not part: break
    os.write(1, part)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;
const noPython = spawnSync('python3', ['-c', 'import pty']).status !== 0 && 'no python3';

t.test('start prints no key into what is not a terminal, but names its file', async (t) => {
  const { child, said, ended } = start(t, harness, ['start'], { TERRIER_DEMO: 'off' });
  const [, address] = READY.exec(await said(READY))!;
  const key = (await readFile(file, 'utf8')).trim();
  t.equal((await stat(file)).mode & 0o777, 0o600);
  const authorization = `Bearer ${key}`;
  t.equal((await fetch(`${address}/v1/usage`, { headers: { authorization } })).status, 200);
  child.kill('SIGTERM');
  const { code, out, err } = await ended;
  t.equal(code, 0);
  t.match(out, `A key to try it with (tier scale) is in ${file}`);
  t.match(out, `${address}/map   in a browser`);
  t.notMatch(out + err, key);
  t.notMatch(out + err, /terrier_[\w-]{32}/);
});

t.test('in a terminal it prints the key', { skip: noPython }, async (t) => {
  const { child, said, ended } = start(
    t,
    harness,
    ['start'],
    { TERRIER_DEMO: 'off' },
    {
      by: ['python3', '-c', TERMINAL],
    },
  );
  await said(READY);
  const key = (await readFile(file, 'utf8')).trim();
  child.kill('SIGTERM');
  const { out } = await ended;
  t.match(out, `A key to try it with (tier scale):  ${key}`);
  t.match(out, `/map#key=${key}   in a browser`);
});
