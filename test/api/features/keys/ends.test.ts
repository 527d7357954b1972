import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { valuesOf } from '../../../listed.ts';
import { checkError } from '../../../refusals.ts';
import { DAY, managing } from './managing.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const { admin, status, make, rotate, end, list, made } = managing(harness, app);

t.test('after a rotation the new key is like the old one, and both work for a day', async (t) => {
  let now = Date.now();
  const clocked = await harness.app({}, () => now);
  const first = await admin();
  const wanted = {
    name: 'Nightly',
    scopes: ['read'],
    allowed_addresses: ['127.0.0.0/8'],
    expires_in_days: 30,
  };
  const old = await made(first.key, wanted);
  const answer = await rotate(first.key, old.id, undefined, clocked);
  t.equal(answer.status, 201);
  const { key, replaces, old_key_expires_at, ...record } = answer.json();
  t.same([replaces, old_key_expires_at], [old.id, new Date(now + DAY).toISOString()]);
  t.match(record, {
    name: 'Nightly',
    scopes: ['read'],
    allowed_addresses: ['127.0.0.0/8'],
    is_admin: false,
    expires_at: old.expires_at,
  });
  const before = (await list(first.key, clocked)).find(({ id }) => id === old.id);
  t.match(before, { replaced_by: record.id, is_active: true, expires_at: old_key_expires_at });
  const both = async () => [await status(old.key, clocked), await status(key, clocked)];
  t.same(await both(), [200, 200]);
  now += DAY - 1;
  t.same(await both(), [200, 200]);
  now += 1;
  t.same(await both(), [403, 200], 'then the new one alone');
  now += 30 * DAY;
  t.same(await both(), [403, 403], 'which lives no longer than the old one would have');
  const again = await rotate(first.key, record.id, undefined, clocked);
  checkError(t, again, 409, 'key_ended', /has ended/, 'an ended key stays ended');
});

t.test('a replaced key is not replaced again, even by many requests at once', async (t) => {
  const first = await admin();
  const old = await made(first.key, { name: 'busy' });
  const others = await Promise.all([harness.app(), harness.app()]);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => rotate(first.key, old.id, { overlap_hours: 0 }, others[at % 2])),
  );
  t.same(answers.map((answer) => answer.status).sort(), [201, ...Array(11).fill(409)]);
  t.equal((await list(first.key)).length, 3, 'one successor');
  const won = answers.find((answer) => answer.status === 201)!.json();
  checkError(t, await rotate(first.key, old.id), 409, 'key_ended', /./, 'later neither');
  t.equal(await status(won.key), 200);
});

t.test('a key that is rotated and deleted at once ends as one of the two answers says', async (t) => {
  for (let round = 0; round < 5; round++) {
    const first = await admin();
    const old = await made(first.key, { name: 'both' });
    const [rotated, ended] = await Promise.all([rotate(first.key, old.id), end(first.key, old.id)]);
    t.equal(ended.status, 200);
    t.ok([201, 409].includes(rotated.status), `rotate: ${rotated.status}`);
    const keys = await list(first.key);
    t.equal(keys.find(({ id }) => id === old.id).is_active, false);
    t.equal(keys.length, rotated.status === 201 ? 3 : 2, 'a successor only where it was answered');
  }
});

t.test('a replaced key manages no keys while it still works', async (t) => {
  const first = await admin();
  const other = await made(first.key, { name: 'other' });
  const there = await harness.app();
  t.equal(await status(first.key, there), 200, 'another process remembers it as it was');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      rotate(first.key, first.id, { overlap_hours: 24 }, [app, there][at % 2]),
    ),
  );
  t.same(answers.map((answer) => answer.status).sort(), [201, ...Array(7).fill(403)], 'at once too');
  const successor = answers.find((answer) => answer.status === 201)!.json();
  for (const at of [app, there]) {
    for (const answer of [
      await make(first.key, { name: 'x' }, at),
      await rotate(first.key, successor.id, { overlap_hours: 0 }, at),
      await rotate(first.key, other.id, undefined, at),
      await end(first.key, successor.id, at),
      await end(first.key, other.id, at),
      await end(first.key, first.id, at),
    ]) {
      checkError(
        t,
        answer,
        403,
        'not_admin',
        new RegExp(`use its successor, ${successor.id}`),
        'it names the one to use',
      );
    }
    t.same(valuesOf(await list(first.key, at), 'id'), [first.id], 'it sees itself alone');
    t.equal(await status(first.key, at, `/v1/usage/history?key_id=${other.id}`), 404);
  }
  t.equal((await list(successor.key)).length, 3, 'nothing was made');
  t.same(await Promise.all([first, successor, other].map(({ key }) => status(key))), [200, 200, 200]);
  t.equal((await end(successor.key, first.id)).status, 200, 'the successor manages keys');
});

t.test('the last key that manages the keys of an account cannot be deleted', async (t) => {
  const first = await admin();
  const only = await end(first.key, first.id);
  checkError(t, only, 409, 'last_admin_key', /make another first/, 'the last one');
  const rotated = (await rotate(first.key, first.id)).json();
  t.equal((await end(rotated.key, rotated.id)).status, 409, 'a replaced one, which ends soon, is none');
  t.equal((await end(rotated.key, first.id)).status, 200, 'but it can be ended');
  const second = await made(rotated.key, { name: 'second', is_admin: true });
  t.equal((await end(rotated.key, second.id)).status, 200, 'a second one may go');
});

t.test('the last key without an end that manages keys stays, even if others with an end do', async (t) => {
  const first = await admin();
  const brief = { name: 'brief', is_admin: true, expires_in_days: 30 };
  const ending = [await made(first.key, brief), await made(first.key, brief)];
  const only = await end(first.key, first.id);
  checkError(t, only, 409, 'last_admin_key', /first make another one without an end/, 'those that end');
  t.equal((await end(first.key, ending[0]!.id)).status, 200, 'one that ends can be deleted');
  const second = await made(first.key, { name: 'second', is_admin: true });
  const there = await harness.app();
  const both = await Promise.all([end(first.key, second.id), end(second.key, first.id, there)]);
  t.same(both.filter((one) => one.status === 200).length, 1, 'of two that end each other one stays');
  const left = await list(both[0]!.status === 200 ? first.key : second.key);
  const lasting = left.filter((key) => key.is_active && key.is_admin && key.expires_at === null);
  t.equal(lasting.length, 1);
  const { account } = await admin({ expiresAt: new Date(Date.now() + DAY) });
  const [one, two] = [
    await admin({ account, expiresAt: new Date(Date.now() + DAY) }),
    await admin({ account, expiresAt: new Date(Date.now() + 2 * DAY) }),
  ];
  t.equal((await end(two.key, one.id)).status, 200, 'where all end, they stand in for each other');
});

t.test('a deleted key ends within two seconds in every process, and makes no key until then', async (t) => {
  let now = Date.now();
  const [here, there] = await Promise.all([harness.app({}, () => now), harness.app({}, () => now)]);
  const first = await admin();
  const leaked = await made(first.key, { name: 'leaked', is_admin: true });
  for (const at of [here, there]) t.equal(await status(leaked.key, at), 200);
  const answer = await end(first.key, leaked.id, here);
  t.match(answer.json(), { id: leaked.id, is_active: false });
  for (const at of [here, there]) {
    const more = await make(leaked.key, { name: 'more' }, at);
    checkError(t, more, 403, 'inactive_key', /deactivated/, 'even while the process remembers it');
  }
  now += 2_000;
  for (const at of [here, there]) t.equal(await status(leaked.key, at), 403);
  t.equal((await end(first.key, leaked.id, here)).status, 200, 'repeated, it changes nothing');
  t.equal((await list(first.key, here)).length, 2, 'it stays listed');
  now += 90 * DAY + 1;
  t.equal((await list(first.key, here)).length, 1, 'for 90 days');
});
