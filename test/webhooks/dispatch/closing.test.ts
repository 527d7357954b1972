import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { createEndpoint, eventually, loadNews, makeDispatcher, permit } from '../support.ts';
import { state } from '../watching.ts';
import type { Closes } from './closer.ts';

const DELIVERIES = 1_500;
const MOST_UNKNOWN = 1;
const LONGEST = 120_000;

const RECEIVERS: Record<string, Closes> = {
  'at once after the answer': { after: 0, from: 'last answer' },
  '30 ms after the last answer': { after: 30, from: 'last answer' },
  '30 ms after the first answer': { after: 30, from: 'first answer' },
  'at the age of one second': { after: 1_000, from: 'accept', takes: 100 },
};

const harness = await makeHarness(t);
const { app, key } = await harness.api({ tier: 'license' });

/** How many deliveries of an endpoint are in each state, read from the database. */
async function statesOf(endpoint: string): Promise<Record<string, number>> {
  const [rows] = await harness.database.$client.query(
    `SELECT CASE state WHEN 5 THEN 'delivered' WHEN 4 THEN 'unknown' ELSE 'open' END AS name, COUNT(*) AS count
     FROM webhook_deliveries JOIN webhook_endpoints ON webhook_endpoints.id = endpoint_id
     WHERE public_id = ? GROUP BY name`,
    [endpoint],
  );
  return Object.fromEntries(
    (rows as { name: string; count: number }[]).map(({ name, count }) => [name, Number(count)]),
  );
}

t.test('receivers that close kept connections make hardly any outcome unknown', async (t) => {
  const receivers = [];
  for (const [what, workerData] of Object.entries(RECEIVERS)) {
    const worker = new Worker(new URL('./closer.ts', import.meta.url), { workerData });
    t.teardown(() => worker.terminate());
    const [{ port }] = await once(worker, 'message');
    const { id } = await createEndpoint(app, key, {
      url: `http://127.0.0.1:${port}/`,
      event_types: ['parcel.permit_filed'],
      ...state('31'),
    });
    receivers.push({ what, id, worker });
  }
  await loadNews(
    harness,
    'permits',
    Array.from({ length: DELIVERIES }, (_, n) => permit(`B-${n}`)),
  );
  await makeDispatcher(t, harness, { threads: 2 });
  for (const { what, id, worker } of receivers) {
    await eventually(
      'all have an outcome',
      async () => {
        const { open = 0, delivered = 0 } = await statesOf(id);
        return open === 0 && delivered > 0;
      },
      LONGEST,
    );
    const { delivered = 0, unknown = 0 } = await statesOf(id);
    worker.postMessage('how many');
    const [{ accepted, answered, closed }] = await once(worker, 'message');
    t.comment(
      `${what}: ${unknown} unknown, ${answered} answered over ${accepted} connections, ${closed} closed`,
    );
    t.equal(delivered + unknown, DELIVERIES);
    t.ok(unknown <= MOST_UNKNOWN, `${what}: ${unknown} unknown`);
    t.equal(answered, delivered, 'each came once');
  }
});
