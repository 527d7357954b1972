import t from 'tap';
import { demoDeeds, demoParcels, demoPermits } from '../../../src/loading/demo/generate.ts';
import { endWalks } from '../../../src/stores/elastic/end-walks.ts';
import { eventually } from '../../eventually.ts';
import { call, EVERYWHERE, makeHarness } from '../../helper.ts';
import { valuesOf } from '../../listed.ts';
import { ALL_ORDERS } from './search/slow-search.ts';

/** One parcel in this many is used. */
const SHARE = 50;
const LIMIT = 70;
/** More pages than any walk here has, so that a walk that does not end fails. */
const MOST_PAGES = 100;

const parcels = [...demoParcels()].filter((_, n) => n % SHARE === 0);
const chosen = new Set(parcels.map(({ county_fips, parcel_id }) => `${county_fips}:${parcel_id}`));
const ofChosen = (record: { county_fips: string; parcel_id: string | null }) =>
  chosen.has(`${record.county_fips}:${record.parcel_id}`);

const harness = await makeHarness(t);
await harness.load('parcels', parcels as object[] as Record<string, unknown>[]);
await harness.load('deeds', [...demoDeeds()].filter(ofChosen) as object[] as Record<string, unknown>[]);
await harness.load('permits', [...demoPermits()].filter(ofChosen) as object[] as Record<string, unknown>[]);
const { app, key } = await harness.api({ tier: 'license' });

type Row = Record<string, unknown>;
interface Page {
  data: Row[];
  total: number;
  limit: number;
  offset: number;
  next_cursor?: string | null;
}
/** Asks for one page with these parameters. */
type Ask = (page: Record<string, unknown>) => ReturnType<typeof call>;

const get =
  (path: string): Ask =>
  (page) => {
    const query = new URLSearchParams(page as Record<string, string>);
    return call(app, 'GET', `/api/v1${path}${path.includes('?') ? '&' : '?'}${query}`, { key });
  };
const post =
  (body: object): Ask =>
  (page) =>
    call(app, 'POST', '/api/v1/search', { key, body: { ...body, ...page } });

const pageOf = async (ask: Ask, page: Record<string, unknown>): Promise<Page> => (await ask(page)).ok();

/** Walks through all pages. */
async function walk(ask: Ask, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = '*';
  for (let pages = 1; cursor !== null; pages++) {
    if (pages > MOST_PAGES) throw new Error('the walk does not end');
    const page = await pageOf(ask, { cursor, limit });
    if (page.offset !== rows.length) throw new Error(`offset ${page.offset} after ${rows.length} rows`);
    rows.push(...page.data);
    cursor = page.next_cursor!;
  }
  return rows;
}

async function byOffset(ask: Ask): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await pageOf(ask, { offset: rows.length, limit: 500 });
    rows.push(...page.data);
    if (rows.length >= page.total) return rows;
  }
}

/** Rows by offset of the routes below, which are needed twice. */
const asked = new Map<Ask, Row[]>();
async function expectedOf(ask: Ask): Promise<Row[]> {
  const rows = asked.get(ask) ?? (await byOffset(ask));
  asked.set(ask, rows);
  return rows;
}

const owned = Object.groupBy(parcels, ({ owner_name }) => owner_name ?? '');
const owner = Object.keys(owned)
  .filter((name) => name !== '')
  .reduce((most, name) => (owned[name]!.length > owned[most]!.length ? name : most));
type Route = [string, Ask, number];
const SEARCHES = ALL_ORDERS.map(
  (order): Route => [
    `search by ${order.sort ?? 'none'} ${order.order}`,
    post({ bounds: EVERYWHERE, ...order }),
    LIMIT,
  ],
);
const OTHERS: Route[] = [
  ['search with filters', post({ bounds: EVERYWHERE, filters: { absenteeOnly: true }, sort: 'acreage' }), 37],
  ['absentee', get('/deals/absentee?out_of_state=true'), 37],
  ['flips', get('/deals/flips'), 7],
  ['flippers', get('/deals/flips?view=flippers'), 7],
  ['flippers, ranked by the flips chosen', get('/deals/flips?view=flippers&min_profit=-100000'), 7],
  ['contractors', get('/deals/contractors?min_permits=1'), 7],
  ['entities', get('/deals/entities?state_fips=31'), 7],
  ['ranked entities', get('/deals/entities?top=true'), 7],
  ['ranked entities, added up', get('/deals/entities?top=true&state_fips=31&min_value=1000'), 7],
  ['counties', get('/market/counties?quarter=2025Q4'), 2],
  ['counties of the latest quarter', get('/market/counties?sort=county_name&order=asc'), 2],
  ['properties of an owner', get(`/owners/${encodeURIComponent(owner)}/properties`), 1],
];

for (const [name, ask, limit] of [...SEARCHES, ...OTHERS]) {
  t.test(`${name}: a walk by cursor has the rows by offset, in order`, async (t) => {
    const expected = await expectedOf(ask);
    t.ok(expected.length > limit, `${expected.length} rows`);
    const walked = await walk(ask, limit);
    t.equal(walked.length, expected.length);
    t.equal(
      walked.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(expected[at])),
      -1,
      'every row in its place',
    );
    const plain = await pageOf(ask, { limit });
    t.notOk('next_cursor' in plain, 'a page that was asked for without a cursor has none');
    const all = await pageOf(ask, { limit: 500, cursor: '*' });
    if (all.total <= 500) t.equal(all.next_cursor, null, 'a page that holds all has no next one');
  });
}

t.test('a walk can go on with pages of another size', async (t) => {
  const ask = post({ bounds: EVERYWHERE, sort: 'year_built' });
  const expected = (await byOffset(ask)).map(({ id }) => id);
  const found: unknown[] = [];
  let cursor: string | null | undefined = '*';
  for (let limit = 1; cursor; limit = Math.min(500, limit * 3)) {
    const page: Page = await pageOf(ask, { cursor, limit });
    found.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  t.same(found, expected);
});

t.test('an empty result is one page', async (t) => {
  const empty = { north: 0.1, south: 0, east: 0.1, west: 0 };
  const page = await pageOf(post({ bounds: empty }), { cursor: '*' });
  t.same(page, { data: [], total: 0, limit: 100, offset: 0, next_cursor: null });
});

/** The snapshots that the API has opened, in order: a cursor does not show them. */
const opened: string[] = [];
const { client } = app.services;
const openPointInTime = client.openPointInTime.bind(client) as (asked: object) => Promise<{ id: string }>;
client.openPointInTime = (async (asked: object) => {
  const answer = await openPointInTime(asked);
  opened.push(answer.id);
  return answer;
}) as never;

t.test('a walk whose snapshot is gone goes on from its place in another one', async (t) => {
  for (const [name, ask, limit] of [SEARCHES[0]!, SEARCHES.at(-1)!, ...OTHERS]) {
    const expected = await expectedOf(ask);
    const first = await pageOf(ask, { cursor: '*', limit });
    const snapshots = opened.length;
    await harness.client.closePointInTime({ id: opened.at(-1)! });
    const second = await pageOf(ask, { cursor: first.next_cursor, limit });
    t.equal(second.offset, limit, name);
    const rows = [...first.data, ...second.data];
    t.same(rows, expected.slice(0, rows.length), name);
    t.equal(opened.length, snapshots + 1, `${name}: in another snapshot`);
    if (second.next_cursor) {
      const third = await pageOf(ask, { cursor: second.next_cursor, limit });
      t.same(third.data, expected.slice(rows.length, rows.length + limit), name);
    }
  }
});

t.test('a page can be asked for again, even the last one', async (t) => {
  const ask = post({ bounds: EVERYWHERE, sort: 'acreage' });
  let cursor: string | null = (await pageOf(ask, { cursor: '*', limit: LIMIT })).next_cursor!;
  while (cursor !== null) {
    const page: Page = await pageOf(ask, { cursor, limit: LIMIT });
    const again = await pageOf(ask, { cursor, limit: LIMIT });
    t.same([again.data, again.offset, again.total], [page.data, page.offset, page.total]);
    cursor = page.next_cursor!;
  }
});

/** The number of snapshots of the parcels that Elasticsearch holds. */
async function openSnapshots(): Promise<number> {
  const index = `${harness.config.INDEX_PREFIX}-parcels`;
  const { _all } = await harness.client.indices.stats({ index, metric: 'search' });
  return _all!.primaries!.search!.open_contexts!;
}

t.test('an answer with all rows leaves no snapshot open', async () => {
  const few = post({ bounds: EVERYWHERE, filters: { valueRange: { min: 1e12 } } });
  const before = await openSnapshots();
  for (let times = 0; times < 20; times++) await pageOf(few, { cursor: '*' });
  await eventually(`there are ${before} as before`, async () => (await openSnapshots()) <= before);
});

t.test('two walks that begin at once have a snapshot each, and no ETag', async (t) => {
  const ask = post({ bounds: EVERYWHERE, sort: 'year_built', limit: 9 });
  const [first, second] = await Promise.all([ask({ cursor: '*' }), ask({ cursor: '*' })]);
  t.not(first.json().next_cursor, second.json().next_cursor);
  t.notOk(first.headers.etag ?? second.headers.etag);
});

t.test('a cursor is valid only for its own query', async (t) => {
  const search = { bounds: EVERYWHERE, sort: 'acreage' };
  const { next_cursor } = await pageOf(post(search), { cursor: '*', limit: 5 });
  const cursor = next_cursor!;
  const foreign = /cursor does not belong to this query/;
  const form = /cursor must be `\*` or the `next_cursor` of an answer/;
  const both = /offset must not be given with cursor/;
  const rows: [what: string, ask: Ask, page: Record<string, unknown>, message: RegExp][] = [
    ['another sort', post({ ...search, sort: 'year_built' }), { cursor }, foreign],
    ['another order', post({ ...search, order: 'asc' }), { cursor }, foreign],
    ['a filter', post({ ...search, filters: { absenteeOnly: true } }), { cursor }, foreign],
    ['another box', post({ ...search, bounds: { ...EVERYWHERE, north: 49 } }), { cursor }, foreign],
    ['another route', get('/deals/absentee'), { cursor }, foreign],
    ['a computed ranking', get('/deals/flips?view=flippers&min_profit=1'), { cursor }, foreign],
    ['the market', get('/market/counties'), { cursor }, foreign],
    // Cursors altered in other ways: test/records/cursor.test.ts.
    ['more than it', post(search), { cursor: `${cursor}A` }, foreign],
    ['without its version', post(search), { cursor: cursor.slice(3) }, form],
    ['with an offset', get('/deals/absentee'), { cursor: '*', offset: 5 }, both],
  ];
  for (const [what, ask, page, message] of rows) {
    const answer = await ask(page);
    t.equal(answer.status, 400, what);
    t.match(answer.json(), { code: 'invalid_parameter', error: message }, what);
  }
  const elsewhere = await harness.app({ WEBHOOK_SECRET_KEY: 'ab'.repeat(32) });
  const answer = await call(elsewhere, 'POST', '/api/v1/search', { key, body: { ...search, cursor } });
  t.equal(answer.status, 400, 'another installation');
  t.equal((await post(search)({ cursor, limit: 9 })).status, 200, 'it is still good for its own');
  t.equal(
    (await call(await harness.app(), 'POST', '/v1/search', { key, body: { ...search, cursor } })).status,
    200,
    'and for another process, under the other prefix',
  );
});

// The last two tests change what is stored.
t.test('rows that exist throughout are met once each while loads change and add others', async (t) => {
  const asks: Record<string, Ask> = {
    search: post({ bounds: EVERYWHERE, sort: 'assessed_value' }),
    'search without a sort': post({ bounds: EVERYWHERE }),
    absentee: get('/deals/absentee'),
  };
  const names = Object.keys(asks);
  const before = new Map<string, string[]>();
  const met = new Map<string, string[]>();
  const cursors = new Map<string, string | null>();
  const next = async (name: string) => {
    const page = await pageOf(asks[name]!, { cursor: cursors.get(name), limit: 30 });
    met.get(name)!.push(...page.data.map(({ id }) => String(id)));
    cursors.set(name, page.next_cursor!);
  };
  for (const name of names) {
    before.set(
      name,
      (await byOffset(asks[name]!)).map(({ id }) => String(id)),
    );
    met.set(name, []);
    cursors.set(name, '*');
    await next(name);
  }
  for (const round of [1, 2]) {
    // Reverses the order: rows that were first come last, and the other way round.
    const changed = parcels
      .filter((_, n) => n % 4 === round % 4)
      .map((parcel) => ({ ...parcel, total_assessed_value: (round * 7_919_000) % 1_000_003 }));
    const added = Array.from({ length: 20 }, (_, n) => ({
      ...parcels[n]!,
      parcel_id: `NEW ${round} ${n}`,
      total_assessed_value: 1_000 * (n + round),
    }));
    await harness.load('parcels', [...changed, ...added] as object[] as Record<string, unknown>[]);
    for (const name of names) {
      t.ok(cursors.get(name), `${name}: there is more to walk`);
      await next(name);
    }
  }
  for (const name of names) {
    for (let pages = 3; cursors.get(name) !== null && pages <= MOST_PAGES; pages++) await next(name);
    const [ids, expected] = [met.get(name)!, before.get(name)!];
    t.equal(new Set(ids).size, ids.length, `${name}: no row twice`);
    const seen = new Set(ids);
    t.same(
      expected.filter((id) => !seen.has(id)),
      [],
      `${name}: none left out`,
    );
    t.same(ids, expected, `${name}: just what was there when the walk began`);
  }
});

t.test('a walk meets all that lies after its place when other parcels have been loaded', async (t) => {
  const ask = post({ bounds: EVERYWHERE, sort: 'year_built' });
  const before = await byOffset(ask);
  const first = await pageOf(ask, { cursor: '*', limit: 100 });
  const last = new Set(before.slice(-60).map(({ parcel_id }) => parcel_id));
  const kept = parcels.filter(({ parcel_id }) => last.has(parcel_id));
  const ids = new Set(kept.map(({ parcel_id }) => parcel_id));
  const counties = [...new Set(parcels.map(({ county_fips }) => county_fips))];
  t.equal(
    (await harness.load('parcels', kept as object[] as Row[], { replace: true, allowShrink: true, counties }))
      .error,
    null,
  );
  const onward = await pageOf(ask, { cursor: first.next_cursor!, limit: 100 });
  t.same(
    valuesOf(onward.data as Row[], 'parcel_id'),
    before.slice(100, 200).map(({ parcel_id }) => parcel_id),
    'it goes on through what was there, as long as that is kept',
  );
  await endWalks(harness.client, harness.config, ['parcels']);
  const rest: Row[] = [];
  let cursor: string | null = first.next_cursor!;
  for (let pages = 0; cursor !== null && pages < 10; pages++) {
    const page: Page = await pageOf(ask, { cursor, limit: 20 });
    t.equal(page.total, ids.size, 'fewer than were given out before');
    rest.push(...page.data);
    cursor = page.next_cursor!;
  }
  t.same(
    valuesOf(rest, 'parcel_id'),
    before.map(({ parcel_id }) => parcel_id).filter((id) => ids.has(id as string)),
  );
  t.equal(cursor, null);
});
