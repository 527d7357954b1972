import t from 'tap';
import { STATE } from '../../src/domain/delivery-states.ts';
import { deleteOldDeliveries } from '../../src/webhooks/retention.ts';
import { makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { DAY, dead, type Json, queuing, unknown } from './queued.ts';
import { eventually } from './support.ts';

const harness = await makeHarness(t);
const { known, queued, put, statuses, disable } = await queuing(harness);

t.test('deliveries that were final for 30 days are deleted with their events; others stay', async (t) => {
  const count = async (table: string, where = 'TRUE') => {
    const [rows] = await harness.database.$client.query(
      `SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`,
    );
    return Number((rows as Json[])[0].count);
  };
  await disable((await queued(1)).endpoint);
  await harness.database.$client.query('DELETE FROM webhook_deliveries');
  await harness.database.$client.query('DELETE FROM webhook_attempts');
  await deleteOldDeliveries(harness.database, new Date(Date.now() + 31 * DAY));
  t.equal(await count('webhook_events'), 0, 'events without a delivery go too');
  t.equal(await count('webhook_account_events'), 0);

  const now = Date.now();
  const ago = (days: number) => new Date(now - days * DAY);
  const rows: [what: string, columns: Record<string, unknown>, kept: boolean][] = [
    ['delivered', { state: STATE.delivered, delivered_at: ago(31) }, false],
    ['a dead letter', { ...dead, last_attempt_at: ago(31) }, false],
    ['a dead letter that was never sent', { ...dead, attempt: 0, owes_quota: true }, false],
    ['failed', { state: STATE.failed }, false],
    ['waiting', { state: STATE.pending }, true],
    ['waiting again', { state: STATE.retrying }, true],
    ['claimed', { state: STATE.claimed }, true],
    ['being sent', { state: STATE.sending }, true],
    ['of unknown outcome', unknown('dns: ENOTFOUND'), true],
    ['delivered since', { state: STATE.delivered, delivered_at: ago(29) }, true],
    ['a dead letter since', { ...dead, last_attempt_at: ago(29) }, true],
    ['younger', { state: STATE.delivered, delivered_at: ago(29), created_at: ago(29) }, true],
  ];
  const { endpoint, ids } = await queued(rows.length);
  for (const [at, [, columns]] of rows.entries()) {
    await put(ids[at]!, { last_attempt_at: null, created_at: ago(31), ...columns });
    const attempt = {
      delivery_id: known.deliveryNumber(ids[at]!),
      attempt: 1,
      started_at: ago(31),
      duration_ms: 3,
    };
    await harness.database.$client.query('INSERT INTO webhook_attempts SET ?', [attempt]);
  }
  await harness.database.$client.query('UPDATE webhook_events SET created_at = ?', [ago(31)]);
  const shared = (await queued(1)).endpoint;
  t.equal(await deleteOldDeliveries(harness.database, new Date(now)), 8, '4 deliveries and their events');
  const left = await statuses(endpoint);
  for (const [at, [what, , kept]] of rows.entries())
    t.equal(ids[at]! in left, kept, `${what}: ${kept ? 'kept' : 'deleted'}`);
  t.equal(await count('webhook_attempts'), 8, 'attempts go with their delivery');
  t.equal(await count('webhook_events'), 9);
  t.equal(await count('webhook_account_events'), 9);
  t.equal(await deleteOldDeliveries(harness.database, new Date(now)), 0, 'the second time, nothing');
  for (const one of [endpoint, shared]) await disable(one);
});

t.test('a dead letter that is queued again while old ones are deleted is not lost', async (t) => {
  const { endpoint, ids } = await queued(2);
  for (const id of ids) await put(id, { ...dead, created_at: new Date(Date.now() - 31 * DAY) });
  const connection = await harness.database.$client.getConnection();
  await connection.beginTransaction();
  await connection.query('UPDATE webhook_deliveries SET state = ?, due_at = created_at WHERE id = ?', [
    STATE.retrying,
    known.deliveryNumber(ids[0]!),
  ]);
  const deleting = deleteOldDeliveries(harness.database, new Date());
  await eventually('it waits for the row', async () => {
    const [rows] = await harness.database.$client.query('SELECT info FROM information_schema.processlist');
    return (rows as Json[]).some((row) =>
      /from `webhook_deliveries` .*for update/s.test(row.info ?? row.INFO ?? ''),
    );
  });
  await connection.commit();
  connection.release();
  t.equal(await deleting, 1, 'the other one');
  t.same(await statuses(endpoint), { [ids[0]!]: 'pending' });
  await disable(endpoint);
});

t.test('thousands of old deliveries are deleted in batches', async (t) => {
  const { endpoint } = await queued(2_300);
  const before = new Date(Date.now() - 31 * DAY);
  await harness.database.$client.query(
    'UPDATE webhook_deliveries SET state = IF(id % 500, ?, ?), created_at = ?, last_attempt_at = NULL, delivered_at = NULL',
    [STATE.delivered, STATE.unknown, before],
  );
  await harness.database.$client.query('UPDATE webhook_events SET created_at = ?', [before]);
  await deleteOldDeliveries(harness.database, new Date());
  const [rows] = await harness.database.$client.query(
    'SELECT d.state, COUNT(*) AS count, COUNT(v.id) AS events FROM webhook_deliveries d LEFT JOIN webhook_events v ON v.id = d.event_id GROUP BY d.state',
  );
  const left = rows as Json[];
  t.same(valuesOf(left, 'state'), [STATE.unknown], 'only unknown outcomes are left');
  t.ok(Number(left[0].count) >= 4);
  t.equal(Number(left[0].events), Number(left[0].count), 'with their events');
  const [events] = await harness.database.$client.query('SELECT COUNT(*) AS count FROM webhook_events');
  t.equal(Number((events as Json[])[0].count), Number(left[0].count));
  await disable(endpoint);
});
