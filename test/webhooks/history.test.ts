import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { conformance, createEndpoint, deed, loadNews, permit } from './support.ts';
import { parcels, state } from './watching.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const document = await conformance(app);
const DAY = 86_400_000;
type Event = Record<string, string>;

t.test('an account lists its events by type, parcel and time, page by page', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const watching = state('31');
  await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...watching });
  const silent = { is_arm_length: false, document_type: 'Quitclaim' };
  await loadNews(harness, 'permits', [permit('h-1'), permit('h-2', { parcel_id: 'R-2' })]);
  const middle = new Date().toISOString();
  await loadNews(harness, 'deeds', [deed('h-1', silent), deed('h-2', { ...silent, parcel_id: 'R-2' })]);
  await loadNews(harness, 'permits', [permit('h-3')]);
  const read = async (query = '', by = key) => {
    const answer = await call(app, 'GET', `/api/v1/events${query}`, { key: by });
    t.equal(document.answer('get /api/v1/events', 200, answer.json()), '', query);
    return answer.json();
  };
  const cases: [query: string, found: number][] = [
    ['', 5],
    ['?event_type=parcel.permit_filed', 3],
    ['?event_type=parcel.sold', 0],
    ['?canonical_id=31:109:R-1', 3],
    ['?canonical_id=31109:R-2', 2],
    ['?canonical_id=31:109:NOBODYS', 0],
    [`?since=${middle}`, 3],
    [`?since=${middle}&event_type=parcel.permit_filed`, 1],
    [`?since=${middle}&event_type=parcel.permit_filed&canonical_id=31:109:R-1`, 1],
    ['?since=2020-01-01T00:00:00Z', 5],
    ['?since=2100-01-01T00:00:00Z', 0],
  ];
  for (const [query, found] of cases) {
    const { data, has_more } = await read(query);
    t.same([data.length, has_more], [found, false], query);
  }
  const all = await read('?canonical_id=31:109:R-1');
  const seen = [];
  for (let page = await read('?canonical_id=31:109:R-1&limit=1'); ; ) {
    seen.push(...page.data);
    if (!page.has_more) break;
    page = await read(`?canonical_id=31:109:R-1&limit=1&after=${page.next}`);
  }
  t.same(seen, all.data, 'each once');
  t.same((await read('', other)).data, [], 'another account sees none of them');
});

t.test('the list says how far back it goes', async (t) => {
  const now = Date.parse('2026-03-10T12:00:00.000Z');
  const then = await harness.app({}, () => now);
  const { kept_since } = (await call(then, 'GET', '/api/v1/events', { key: await harness.key() })).json();
  t.equal(Date.parse(kept_since), now - 30 * DAY);
});

t.test('a receiver that was down reads the events that it missed, page by page', async (t) => {
  const key = await harness.key();
  const watching = parcels('31:109:H-1');
  const endpoint = await createEndpoint(app, key, { url: 'http://127.0.0.1:9/', ...watching });
  const read = async (query: string, api = app) =>
    (await call(api, 'GET', `/api/v1/events${query}`, { key })).json();
  t.match(await read(''), { data: [], next: '0', has_more: false, kept_since: /Z$/ });
  for (let load = 0; load < 3; load++) {
    const permits = Array.from({ length: 5 }, (_, n) => permit(`page-${load}-${n}`, { parcel_id: 'H-1' }));
    await loadNews(harness, 'permits', permits);
  }
  const all = await read('');
  t.equal(document.answer('get /api/v1/events', 200, all), '', 'as documented');
  t.equal(all.data.length, 15);
  t.equal(all.has_more, false);
  t.same(
    all.data.map(({ permit_number }: Event) => permit_number!.slice(5, 6)),
    [...'000001111122222'],
    'oldest first',
  );
  const deliveries = await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries`, { key });
  const sent = deliveries.json().data.map(({ event_id }: Event) => event_id);
  t.same(all.data.map(({ event_id }: Event) => event_id).sort(), sent.sort(), 'the ids that deliveries have');
  t.notOk('delivery_attempt' in all.data[0]);

  for (const size of [4, 5, 15]) {
    const found: Event[] = [];
    let page = await read(`?limit=${size}`);
    for (let pages = 1; ; pages++) {
      found.push(...page.data);
      t.ok(page.data.length <= size && pages <= 15);
      if (!page.has_more) break;
      page = await read(`?limit=${size}&after=${page.next}`);
    }
    t.same(found, all.data, `pages of ${size}: each once`);
    t.match(
      await read(`?after=${page.next}`),
      { data: [], next: page.next, has_more: false },
      'then nothing',
    );
  }
  await loadNews(harness, 'permits', [permit('page-new', { parcel_id: 'H-1' })]);
  t.match((await read(`?after=${all.next}`)).data, [{ permit_number: 'page-new' }], 'what came since');

  await call(app, 'DELETE', `/api/v1/webhooks/${endpoint.id}`, { key });
  t.equal((await read('')).data.length, 16, 'what a disabled endpoint matched stays');
  const [first] = await harness.database.$client
    .query('SELECT MIN(created_at) AS at FROM webhook_events WHERE event_id IN (?)', [sent])
    .then(([rows]) => rows as { at: Date }[]);
  const at = first!.at.getTime();
  const [inTime, late] = [
    await harness.app({}, () => at + 30 * DAY),
    await harness.app({}, () => at + 31 * DAY),
  ];
  t.equal((await read('', inTime)).data.length, 16, 'for 30 days');
  t.same((await read('', late)).data, [], 'and no longer');
});
