/** Deliveries that nothing waits before: one commit claims and begins them. */
import t, { type Test } from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { type AtOnce, beginWaiting, claim, release } from '../../../src/webhooks/dispatch/claim.ts';
import { valuesOf } from '../../listed.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';
import { makeDispatcher } from '../support.ts';
import { checkOnce, makeQueue } from './queue-support.ts';

const { harness, fill, rowsOf, allIn, disable, ...queue } = await makeQueue(t);
const { database } = harness;
const now = () => Date.now() + 1_000;

/** Some waiting deliveries of an endpoint. `claimAfter` does something between reading and claiming them. */
async function waiting(t: Test, count: number) {
  const made = await queue.waiting(t, count);
  const claimAfter = (before: () => unknown) => {
    const atOnce: AtOnce = {
      fits: () => true,
      async begin(state, claims) {
        await before();
        return beginWaiting(database, state, claims, now());
      },
      giveBack: () => {},
    };
    return claim(database, STATE.pending, made.wanted, now(), atOnce);
  };
  return { ...made, claimAfter };
}

t.test('they have begun when they are claimed', async (t) => {
  const { endpoint, claimAfter } = await waiting(t, 3);
  const { claimed, events } = await claimAfter(() => {});
  t.equal(claimed.length, 3);
  t.equal(events.size, 3);
  for (const { state, attempt, lease_token } of await rowsOf(endpoint))
    t.match(
      { state, attempt, lease_token },
      { state: STATE.sending, attempt: 1, lease_token: claimed[0]!.token },
    );
  t.equal(await release(database, claimed, now()), 3, 'they can be given back');
  t.ok((await rowsOf(endpoint)).every(({ state, attempt }) => state === STATE.pending && attempt === 0));
});

t.test('what another dispatcher takes in between is left to it', async (t) => {
  const { endpoint, wanted, claimAfter } = await waiting(t, 2);
  let taken: { token: number }[] = [];
  const { claimed } = await claimAfter(async () => {
    ({ claimed: taken } = await claim(database, STATE.pending, wanted, now()));
  });
  t.same(claimed, []);
  t.ok((await rowsOf(endpoint)).every(({ lease_token }) => Number(lease_token) === taken[0]!.token));
});

t.test('what has had another attempt in between is not taken for what was read', async (t) => {
  const { endpoint, claimAfter } = await waiting(t, 1);
  const { id } = (await rowsOf(endpoint))[0]!;
  const { claimed } = await claimAfter(() =>
    database.$client.query('UPDATE webhook_deliveries SET attempt = attempt + 1 WHERE id = ?', [id]),
  );
  t.match(claimed, [{ id, attempt: 2 }], 'it is claimed as it is now');
  t.match(await rowsOf(endpoint), [{ state: STATE.claimed, attempt: 1 }], 'and has not begun');
  await release(database, claimed, now());
});

t.test('nothing begins for an endpoint that is disabled in between', async (t) => {
  const { endpoint, receiver, claimAfter } = await waiting(t, 2);
  const { claimed } = await claimAfter(() => disable(endpoint));
  t.equal(claimed.length, 2, 'they are claimed, and not begun');
  t.ok((await rowsOf(endpoint)).every(({ state, attempt }) => state === STATE.claimed && attempt === 0));
  await release(database, claimed, now());
  await makeDispatcher(t, harness);
  await allIn(endpoint, STATE.dead_lettered, 2);
  t.equal(receiver.got.length, 0);
});

t.test('what has begun is given back if the rest cannot be claimed', async (t) => {
  const { wanted, endpoint } = await waiting(t, 2);
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(() => proxy.stop());
  const behind = openDatabase(proxy.url);
  t.teardown(() => behind.$client.end());
  const given: number[] = [];
  const claimed = claim(behind, STATE.pending, wanted, now(), {
    fits: () => true,
    async begin(state, claims) {
      const begun = await beginWaiting(database, state, claims.slice(1), now());
      await proxy.set('reset');
      return begun;
    },
    giveBack: (claims) => void given.push(...claims.map(({ id }) => id)),
  });
  await t.rejects(claimed);
  const begun = (await rowsOf(endpoint)).filter(({ state }) => state === STATE.sending);
  t.equal(begun.length, 1);
  t.same(given, valuesOf(begun, 'id'));
});

t.test('if it is not known whether they have begun, they are given back and sent once', async (t) => {
  const proxy = new FaultyProxy(harness.env.DATABASE_URL!);
  await proxy.start();
  t.teardown(() => proxy.stop());
  const { receiver, endpoint, county } = await waiting(t, 0);
  const behind = { ...harness, env: { ...harness.env, DATABASE_URL: proxy.url } };
  await makeDispatcher(t, behind);
  for (let n = 0; n < 5; n++) {
    await proxy.set('reset');
    await fill(county, 1);
    await proxy.set('pass');
    await receiver.until(n + 1);
  }
  await allIn(endpoint, STATE.delivered, 5);
  checkOnce(t, receiver, 5);
});
