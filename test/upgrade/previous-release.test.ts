import t from 'tap';
import { compareMigrations } from '../../src/stores/mysql/migrate.ts';
import { terrierHere } from '../cli/in-process.ts';
import { call } from '../helper.ts';
import { deed, loadNews, makeDispatcher, makeReceiver, verified } from '../webhooks/support.ts';
import type { Json } from '../webhooks/watching.ts';
import { answers, lost, makeEarlier, stored } from './installation.ts';

const harness = await makeEarlier(t);
const terrier = (...args: string[]) => terrierHere(args, harness.env);
const started = Date.now();
/** Time continues from the moment when the answers were given. */
const now = () => stored.now + (Date.now() - started);
const { key } = stored;

/** Deeds and permits are identified by the year of their number too. */
const NEW_IDS = /\/(deeds|permits)\.data\.\d+\.(id|permit_id): /;

/** The order of the deeds of one day has changed. */
const inOneOrder = (answer: Json) =>
  answer.data?.[0]?.document_number === undefined
    ? answer
    : { data: answer.data.toSorted((a: Json, b: Json) => (a.document_number < b.document_number ? -1 : 1)) };

interface Listed {
  event_id: string;
}
const events = async (after = '0') =>
  (await call(await harness.app({}, now), 'GET', `/api/v1/events?after=${after}`, { key })).json();
async function lostIn(): Promise<string[]> {
  const app = await harness.app({}, () => stored.now);
  const found: string[] = [];
  for (const { url, body, answer } of answers) {
    const given = await call(app, body ? 'POST' : 'GET', url, { key, body });
    found.push(...lost(inOneOrder(given.json()), inOneOrder(answer)).map((what) => `${url}${what}`));
  }
  return found.filter((what) => !NEW_IDS.test(what));
}

t.test('the steps of docs/upgrading.md bring an earlier installation up to date', async (t) => {
  t.ok((await compareMigrations(harness.database)).left.length > 0, 'the tables are still of that version');
  t.match((await terrier('keys', 'list')).err, /Run `terrier reindex`/, 'and so are the indices');
  const reindexed = await terrier('reindex', '--json');
  t.equal(reindexed.status, 0, reindexed.err);
  t.same(JSON.parse(reindexed.out).reindexed, ['parcels', 'deeds', 'permits']);
  t.match(await terrier('keys', 'list'), { status: 0 });
  t.same(await compareMigrations(harness.database), { left: [], isLater: false });
  t.match(await terrier('reindex'), { status: 0, out: /Nothing to do/ });
  t.match(await terrier('derive', '--all'), { status: 0 });
});

t.test('every request of the earlier version gets the same records and figures', async (t) => {
  t.same(await lostIn(), []);
});

t.test('what was pending is sent once, and events continue in order', async (t) => {
  const receiver = await makeReceiver(t);
  await harness.database.$client.query('UPDATE webhook_endpoints SET url = ?', [receiver.url]);
  const before = await events();
  const first = (await call(await harness.app({}, now), 'GET', '/api/v1/events?limit=1', { key })).json();
  const sent = new Set<string>(before.data.slice(0, 2).map(({ event_id }: Listed) => event_id));
  const dispatcher = await makeDispatcher(t, harness, { now });
  await receiver.until(9);
  for (const { body } of receiver.got)
    t.notOk(sent.has(String(body.event_id)), 'what was delivered is not sent again');
  const opened = receiver.got.filter((received) =>
    Object.values(stored.secrets).some((secret) => verified(received, secret)),
  );
  t.equal(opened.length, 9, 'signed with the secrets of the endpoints');

  await dispatcher.stop();

  const news = deed('third', { parcel_id: 'U-0', recorded_date: '2026-03-02', source: 'made-up' });
  t.match(await loadNews(harness, 'deeds', [news]), { created: 1, error: null });
  t.match(await loadNews(harness, 'deeds', [news]), { unchanged: 1, error: null });
  t.equal((await events(before.next)).data.length, 2);
  t.same((await events()).data.slice(0, -2), before.data, 'the earlier ones stay where they were');
  // What a load stores is due by the machine's clock.
  const present = await makeDispatcher(t, harness);
  await receiver.until(15);
  await present.stop();
  t.equal(receiver.got.length, 15);
  const ids = receiver.got.map(({ headers }) => String(headers['x-terrier-delivery-id']));
  const [queued, later] = [ids.slice(0, 9), ids.slice(9)];
  t.ok(
    queued.every((id) => /^dlv_\d{1,3}$/.test(id)),
    'what was queued keeps its id',
  );
  t.ok(
    later.every((id) => /^dlv_[0-9a-f]{32}$/.test(id)),
    'later ids tell nothing',
  );
  t.equal((await events(first.next)).data.length, before.data.length + 1, 'and so does a position');
});
