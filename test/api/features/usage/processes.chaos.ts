import t, { type Test } from 'tap';
import { createKey } from '../../../../src/accounts/keys.ts';
import { makeHarness } from '../../../helper.ts';
import { type Logged, startLogged } from '../../../logged-child.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1', owner_name: 'Ida Quill' }]);

const CLOCK = String(Date.UTC(2031, 4, 15, 12, 0, 10));
/** Connections to each process at once. */
const CONNECTIONS = 8;
/** More than any limit here: a caller that is never refused stops after this many requests. */
const MOST = 1_000;

const serve = (t: Test, settings: Record<string, string>) =>
  startLogged(t, { ...harness.env, TEST_CLOCK: CLOCK, ...settings });
const stop = ({ end }: Logged) => end();

/** How many answers of each kind a caller got. */
interface Count {
  served: number;
  refused: number;
}

/** Sends requests to a process on several connections until each is refused; `answered` is called with every answer. */
async function hammer(
  { url }: Logged,
  key: string,
  answered: (count: Count) => void = () => {},
): Promise<Count> {
  const count = { served: 0, refused: 0 };
  const ask = async () => {
    for (let at = 0; at < MOST; at++) {
      const answer = await fetch(`${url}/v1/parcels/31109:1`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await answer.arrayBuffer();
      if (answer.status === 200) count.served++;
      else if (answer.status === 429) count.refused++;
      else throw new Error(`status ${answer.status}`);
      answered(count);
      if (answer.status === 429) return;
    }
  };
  await Promise.allSettled(Array.from({ length: CONNECTIONS }, ask));
  return count;
}

const sum = (counts: Count[]) => counts.reduce((served, count) => served + count.served, 0);

t.test('two processes together serve exactly the monthly limit', async (t) => {
  const settings = { LIMIT_PRO: '500', BURST_PRO: '100000' };
  const servers = await Promise.all([serve(t, settings), serve(t, settings)]);
  const { key } = await createKey(harness.database, { tier: 'pro', name: 'monthly' });
  const counts = await Promise.all(servers.map((server) => hammer(server, key)));
  t.equal(sum(counts), 500, `shares: ${counts.map(({ served }) => served).join(' + ')}`);
  for (const { refused } of counts) t.equal(refused, CONNECTIONS, 'every caller was refused in the end');
  const answer = await fetch(`${servers[0]!.url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
  t.match(await answer.json(), { month: { limit: 500, used: 500, remaining: 0 } });
  await Promise.all(servers.map(stop));
});

t.test('what a stopped process held is served by the other one', async (t) => {
  const settings = { LIMIT_PRO: '1000', BURST_PRO: '100000' };
  const [first, second] = await Promise.all([serve(t, settings), serve(t, settings)]);
  const { key } = await createKey(harness.database, { tier: 'pro', name: 'stopped' });
  for (let at = 0; at < 5; at++) {
    await fetch(`${first.url}/v1/parcels/31109:1`, { headers: { authorization: `Bearer ${key}` } });
  }
  await stop(first);
  t.equal((await hammer(second, key)).served, 995, 'not one is lost');
  await stop(second);
});

t.test('with a process killed by kill -9, at most the limit is served, and not much less', async (t) => {
  const settings = { LIMIT_PRO: '500', BURST_PRO: '100000' };
  const [survivor, victim] = await Promise.all([serve(t, settings), serve(t, settings)]);
  const { key } = await createKey(harness.database, { tier: 'pro', name: 'killed' });
  let killed: Promise<void> | undefined;
  const before = await hammer(victim, key, ({ served }) => {
    if (served >= 100) killed ??= victim.kill();
  });
  await killed;
  t.ok(before.served >= 100 && before.refused === 0, `killed after ${before.served} answers`);

  const restarted = await serve(t, settings);
  const after = await Promise.all([survivor, restarted].map((server) => hammer(server, key)));
  const total = before.served + sum(after);
  t.ok(total <= 500, `${total} were served`);
  // Its last block (a twentieth of what was left) and the answers in progress are lost.
  t.ok(total >= 500 - 25 - CONNECTIONS, `${total} were served`);
  await Promise.all([survivor, restarted].map(stop));
});
