import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { resolve } from 'node:path';
import t, { type Test } from 'tap';
import { readUsed } from '../../src/accounts/counters.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { minuteOf, monthOf } from '../../src/accounts/lease.ts';
import { EVERYWHERE, makeHarness } from '../helper.ts';

const harness = await makeHarness(t);
const MAIN = resolve(import.meta.dirname, '../../src/main.ts');

/** Starts a command that runs until it is stopped; `said` waits for words in its output. */
function start(t: Test, command: string, settings: Record<string, string> = {}) {
  const env = { ...process.env, ...harness.env, PORT: '0', ...settings };
  const child: ChildProcess = spawn(process.execPath, [MAIN, command], { env });
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (printed += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const said = async (words: RegExp) => {
    while (!words.test(printed)) {
      const more = Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data'), ended]);
      const end = (await more) as { code?: number };
      if ('code' in end && !words.test(printed)) throw new Error(`it ended with ${end.code}: ${printed}`);
    }
    return printed;
  };
  return { child, said, ended };
}

/** A connection whose request has arrived, except for its body. */
async function unfinishedRequest(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    'POST /api/v1/search HTTP/1.1',
    'Host: test',
    'Content-Type: application/json',
    'Content-Length: 2',
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [said] = await once(socket, 'data');
  if (!String(said).startsWith('HTTP/1.1 100')) throw new Error(`it said ${said}`);
  return socket;
}

t.test('a repeated signal does not interrupt the shutdown', async (t) => {
  for (const [signal, again] of [
    ['SIGINT', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
    ['SIGTERM', 'SIGTERM'],
  ] as const) {
    const { child, said, ended } = start(t, 'serve');
    const [, url] = /ready: (\S+)/.exec(await said(/ready: \S+\n/))!;
    t.equal((await fetch(`${url}/livez`)).status, 200);
    // An incomplete request delays the shutdown until all signals have been sent.
    const held = await unfinishedRequest(url!);
    child.kill(signal);
    await said(/Stopping/);
    for (let times = 0; times < 5; times++) child.kill(again);
    held.write('{}');
    t.match(String((await once(held, 'data'))[0]), /^HTTP\/1\.1 400/, 'it is answered after all signals');
    t.same(await ended, { code: 0, signal: null }, `${signal}, then ${again}`);
  }
});

t.test('a stop gives back the lookups that were booked ahead', async (t) => {
  const { key, account } = await createKey(harness.database, { tier: 'pro', name: 'stopped' });
  const used = async () => {
    const now = Date.now();
    return (await readUsed(harness.database, `account:${account}`, monthOf(now), minuteOf(now))).lookups;
  };
  const { child, said, ended } = start(t, 'serve');
  const [, url] = /ready: (\S+)/.exec(await said(/ready: \S+\n/))!;
  for (let times = 0; times < 3; times++) {
    const answer = await fetch(`${url}/api/v1/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ bounds: EVERYWHERE }),
    });
    t.equal(answer.status, 200);
    await answer.arrayBuffer();
  }
  t.ok((await used()) > 3, 'some are booked ahead');
  child.kill('SIGTERM');
  t.equal((await ended).code, 0);
  t.equal(await used(), 3);
});

t.test('wrong settings are named', async (t) => {
  const rows: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /PORT=abc cannot be used/],
    [{ TRUST_PROXY: 'nonsense' }, /TRUST_PROXY=nonsense cannot be used/],
    [{ TRUST_PROXY: '10.0.0.0/8, 10.0.0.0/99' }, /TRUST_PROXY=.* cannot be used/],
  ];
  for (const [settings, complaint] of rows) {
    const { said, ended } = start(t, 'serve', settings);
    t.match(await said(complaint), complaint);
    t.equal((await ended).code, 1);
  }
});
