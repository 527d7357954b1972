import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import t from 'tap';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { call, makeHarness } from '../../helper.ts';
import { createEndpoint, eventually, idsOf, loadNews, makeDispatcher, permit } from '../support.ts';
import { parcels } from '../watching.ts';

const harness = await makeHarness(t);
const { deliveryNumber } = await idsOf(harness);
const { app, key } = await harness.api({ tier: 'pro' });

/** An endpoint on which nothing listens, with one delivery. */
async function queued(parcel_id: string) {
  const endpoint = await createEndpoint(app, key, {
    url: 'http://127.0.0.1:9/',
    ...parcels(`31:109:${parcel_id}`),
  });
  await loadNews(harness, 'permits', [permit(parcel_id, { parcel_id })]);
  const { data } = (await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries`, { key })).json();
  return { endpoint, delivery: data[0].id as string };
}

t.test('the log names deliveries and endpoints as the API does', async (t) => {
  const lost = await queued('L-1');
  const sealed = await queued('L-2');
  await harness.database.$client.query('UPDATE webhook_endpoints SET secret = ? WHERE public_id = ?', [
    randomBytes(64),
    sealed.endpoint.id,
  ]);
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  await makeDispatcher(t, harness, { log });
  const about = (msg: RegExp) => lines.find((line) => msg.test(line.msg as string));
  await eventually('both are logged', () =>
    [/not delivered/, /different WEBHOOK_SECRET_KEY/].every((msg) => about(msg) !== undefined),
  );
  t.match(about(/not delivered/), {
    level: pino.levels.values.debug,
    delivery: lost.delivery,
    endpoint: lost.endpoint.id,
    attempt: 1,
    outcome: 'unknown',
  });
  t.match(about(/different WEBHOOK_SECRET_KEY/), { endpoint: sealed.endpoint.id });
  await eventually('its outcome is stored as unknown', async () => {
    const sql = 'SELECT state FROM webhook_deliveries WHERE id = ?';
    const [rows] = await harness.database.$client.query(sql, [deliveryNumber(lost.delivery)]);
    return (rows as { state: number }[])[0]!.state === STATE.unknown;
  });
  for (const line of lines) {
    for (const name of ['delivery', 'endpoint', 'account']) t.not(typeof line[name], 'number', name);
  }
});
