import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import {
  conformance,
  createEndpoint,
  deed,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
} from './support.ts';
import { parcels } from './watching.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const document = await conformance(app);
const HOOKS = '/api/v1/webhooks';
const SINK = 'http://127.0.0.1:9/hook';
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
type Json = any;

const get = async (key: string, path: string): Promise<Json> =>
  (await call(app, 'GET', `/api/v1${path}`, { key })).json();

let made = 0;
/** An endpoint that watches a parcel of its own. */
async function watching(key: string, url = SINK, event_types = ['parcel.owner_changed']) {
  const parcel_id = `F-${++made}`;
  const { id, secret } = await createEndpoint(app, key, {
    url,
    event_types,
    ...parcels(`31:109:${parcel_id}`),
  });
  const read = () => get(key, `/webhooks/${id}`);
  let sold = 0;
  const sell = () => loadNews(harness, 'deeds', [deed(`${parcel_id}-${++sold}`, { parcel_id })]);
  return { id, secret, read, sell };
}

const healthOf = ({ consecutive_failures, failing_since, last_success_at, next_attempt_at }: Json) => ({
  consecutive_failures,
  failing_since,
  last_success_at,
  next_attempt_at,
});
const UNTRIED = {
  consecutive_failures: 0,
  failing_since: null,
  last_success_at: null,
  next_attempt_at: null,
};

t.test('failures are counted until a success; tests and manual retries are not counted', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const { id, read, sell } = await watching(key, receiver.url);
  t.same(healthOf(await read()), UNTRIED, 'untried');
  await makeDispatcher(t, harness);

  receiver.answer = (_request, response) => response.writeHead(500).end();
  const before = new Date().toISOString();
  await sell();
  await eventually('a failure', async () => (await read()).consecutive_failures === 1);
  const failing = await read();
  t.equal(document.answer(`get ${HOOKS}/{id}`, 200, failing), '');
  t.ok(failing.failing_since >= before);
  t.equal(failing.last_success_at, null);
  t.ok(failing.next_attempt_at > failing.failing_since, 'its retry is waiting');
  t.same((await get(key, '/webhooks')).data, [failing], 'in the list too');

  await call(app, 'POST', `${HOOKS}/${id}/test`, { key });
  await receiver.until(2);
  await eventually('the test has ended', async () => {
    const [test] = (await get(key, `/webhooks/${id}/deliveries`)).data;
    return test.attempts.length > 0;
  });
  t.equal((await read()).consecutive_failures, 1, 'a test is not counted');

  receiver.answer = (_request, response) => response.writeHead(204).end();
  await sell();
  await eventually('a success', async () => (await read()).last_success_at !== null);
  t.match(await read(), { consecutive_failures: 0, failing_since: null });
});
