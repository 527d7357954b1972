import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { conformance, createEndpoint, deed, loadNews, permit } from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const document = await conformance(app);
const DAY = 86_400_000;

t.test('an account lists its events by type, parcel and time, page by page', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const watching = { filter_kind: 'state_fips', filter_value: { state_fips: '31' } };
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
