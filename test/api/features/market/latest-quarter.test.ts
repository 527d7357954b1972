import t from 'tap';
import { call, makeHarness } from '../../../helper.ts';

const harness = await makeHarness(t);
const LAST_MOMENT = Date.UTC(2024, 8, 30, 23, 59, 59);
let now = LAST_MOMENT;
const app = await harness.app({}, () => now);
const key = await harness.key();

let deeds = 0;
const sales = (county_fips: string, sale_date: string, count: number) =>
  Array.from({ length: count }, () => ({
    county_fips,
    parcel_id: `p${++deeds}`,
    record_id: `r${deeds}`,
    sale_date,
    // Different prices: under one price they would be one sale of several parcels.
    sale_price_usd: 200_000 + deeds,
    grantor: 'ADAMS ANN',
    grantee: 'CLARK CAL',
    source: 'made up',
  }));
await harness.load('deeds', [
  ...sales('31109', '2024-02-01', 3),
  ...sales('31109', '2024-05-01', 2),
  ...sales('31109', '2024-08-01', 1),
  ...sales('37183', '2024-09-30', 4),
  ...sales('06037', '2024-09-29', 1),
]);

async function ask(query: string, headers: Record<string, string> = {}) {
  const answer = await call(app, 'GET', `/api/v1/market/counties${query}`, { key, headers });
  const found = answer.status === 304 ? [] : answer.json().data;
  const quarters = [...new Set(found.map((row: { quarter: string }) => row.quarter))];
  return { status: answer.status, quarters, etag: String(answer.headers.etag) };
}

t.test('the default quarter is the newest ended one in which a county passes the filters', async (t) => {
  const cases: [string, string[]][] = [
    ['', ['2024Q2']],
    ['?state_fips=31', ['2024Q2']],
    ['?min_sales=3', ['2024Q1']],
    ['?state_fips=06', ['2024Q3']],
    ['?state_fips=37&min_sales=4', ['2024Q3']],
    ['?min_sales=5', []],
    ['?quarter=2024Q3', ['2024Q3']],
  ];
  for (const [query, expected] of cases)
    t.same((await ask(query)).quarters, expected, query || 'no parameter');
});

t.test('a walk by cursor goes through that quarter', async (t) => {
  const answer = await call(app, 'GET', '/api/v1/market/counties?cursor=*&limit=1', { key });
  t.match(answer.json(), { data: [{ quarter: '2024Q2', sale_count: 2 }], next_cursor: null });
});

t.test('when a quarter ends, the answer changes and its ETag with it', async (t) => {
  now = LAST_MOMENT;
  const before = await ask('');
  t.equal((await ask('', { 'if-none-match': before.etag })).status, 304);
  now = LAST_MOMENT + 1_000;
  const after = await ask('', { 'if-none-match': before.etag });
  t.equal(after.status, 200);
  t.same(after.quarters, ['2024Q3']);
  now = LAST_MOMENT;
});
