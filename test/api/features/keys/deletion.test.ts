import t from 'tap';
import { makeHarness } from '../../../helper.ts';
import { checkError } from '../../../refusals.ts';
import { DAY, managing } from './managing.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const { admin, status, make, rotate, end, list, made } = managing(harness, app);

t.test('the last key that manages the keys of an account cannot be deleted', async (t) => {
  const first = await admin();
  const only = await end(first.key, first.id);
  checkError(t, only, 409, 'last_admin_key', /make another first/, 'the last one');
  const rotated = (await rotate(first.key, first.id)).json();
  t.equal(
    (await end(rotated.key, rotated.id)).status,
    409,
    'one that was replaced does not count: it ends soon',
  );
  t.equal((await end(rotated.key, first.id)).status, 200, 'but it can be ended');
  const second = await made(rotated.key, { name: 'second', is_admin: true });
  t.equal((await end(rotated.key, second.id)).status, 200, 'a second one may go');
});

t.test('the last key without an end that manages keys stays, even if others with an end do', async (t) => {
  const first = await admin();
  const brief = { name: 'brief', is_admin: true, expires_in_days: 30 };
  const ending = [await made(first.key, brief), await made(first.key, brief)];
  const only = await end(first.key, first.id);
  checkError(
    t,
    only,
    409,
    'last_admin_key',
    /first make another one without an end/,
    'those that end do not stand in',
  );
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
