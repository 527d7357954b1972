import t from 'tap';
import { alone } from '../../../../src/loading/ingest/alone.ts';
import { bulkEntry, bulkWrite } from '../../../../src/loading/ingest/bulk.ts';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../../helper.ts';
import { choices, seedOf } from '../../../seed.ts';

const SEED = seedOf(20261123);
const { whole } = choices(SEED);

const harness = await makeHarness(t);
const { client, config } = harness;
const { app, key } = await harness.api({ tier: 'license' });
const counties = aliasOf(config.INDEX_PREFIX, 'counties');

interface Row {
  id: string;
  updated_at: string;
  [key: string]: unknown;
}
interface Page {
  data: Row[];
  total: number;
  next_cursor?: string | null;
  next_updated_since?: string;
}

const search = async (body: object): Promise<Page> =>
  (await call(app, 'POST', '/api/v1/search', { key, body })).ok();

const EVER = '1970-01-01T00:00:00Z';
const changesSince = (updatedSince: string) => search({ filters: { updatedSince }, limit: 500 });

/** All changes since a time, by cursor. */
async function changes(updatedSince: string, order: object): Promise<{ rows: Row[]; next: string }> {
  const rows: Row[] = [];
  let next = '';
  for (let cursor: string | null | undefined = '*'; cursor; ) {
    const page: Page = await search({ filters: { updatedSince }, ...order, limit: 60, cursor });
    if (cursor === '*') next = page.next_updated_since!;
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return { rows, next };
}

/** The newest time among rows. */
const newest = (rows: Row[], before: string) =>
  rows.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), before);

/** Keeps a copy of all parcels by asking for changes, each time since the time that `from` names. */
function follower(from: 'the answer' | 'the newest row', order: object) {
  const copy = new Map<string, Row>();
  let since = EVER;
  return {
    copy,
    async follow(): Promise<number> {
      const { rows, next } = await changes(since, order);
      for (const row of rows) copy.set(row.id, row);
      since = from === 'the answer' ? next : newest(rows, since);
      return rows.length;
    },
  };
}

async function everything(): Promise<Map<string, Row>> {
  const { rows } = await changes(EVER, {});
  return new Map(rows.map((row) => [row.id, row]));
}

const COUNTY = '31109';
const parcel = (n: number, more: object = {}) => ({
  county_fips: COUNTY,
  parcel_id: `p${n}`,
  owner_name: 'QUILL IDA',
  total_assessed_value: 100_000,
  sale_price: 80_000,
  sale_date: '2012-03-04',
  ...more,
});
const deed = (n: number, price: number) => ({
  county_fips: COUNTY,
  parcel_id: `p${n}`,
  record_id: `r${n}`,
  sale_date: '2020-05-06',
  sale_price_usd: price,
  grantor: 'QUILL IDA',
  grantee: 'FERN ABE',
});
const SIZE = 400;

t.test('before anything was loaded, an answer repeats the time that it was asked with', async (t) => {
  const page = await changesSince('2026-01-31T12:00:00+02:00');
  t.match(page, { total: 0, next_updated_since: '2026-01-31T10:00:00.000Z' }, 'the same time again');
});

t.test('an answer says from when to ask for changes next, and then no change is repeated', async (t) => {
  await harness.load(
    'parcels',
    Array.from({ length: 40 }, (_, n) => parcel(n)),
  );
  const first = await changesSince(EVER);
  t.equal(first.total, 40);
  const since = first.next_updated_since!;
  t.equal((await changesSince(since)).total, 0, 'no change');
  t.equal((await changesSince(newest(first.data, EVER))).total, 40, 'the time of a row includes that row');
  t.match(await changesSince(since), { next_updated_since: since });

  await harness.load('parcels', [parcel(1), parcel(2, { owner_name: 'FERN ABE' }), parcel(90)]);
  const ids = (await changesSince(since)).data.map(({ id }) => id).sort();
  t.same(ids, [`${COUNTY}:p2`, `${COUNTY}:p90`], 'what changed and what is new');
  await harness.load('deeds', [deed(3, 250_000)]);
  const derived = await changesSince(since);
  t.ok(derived.data.some(({ id, sale_price }) => id === `${COUNTY}:p3` && sale_price === 250_000));
});

t.test('only requests for changes have a next time, and only on the first page of a walk', async (t) => {
  t.notOk('next_updated_since' in (await search({ filters: { stateFips: '31' } })));
  const body = { filters: { updatedSince: EVER }, limit: 10 };
  const first = await search({ ...body, cursor: '*' });
  t.ok(first.next_updated_since);
  const second = await search({ ...body, cursor: first.next_cursor });
  t.equal(second.data.length, 10);
  t.notOk('next_updated_since' in second);
  const features = await call(app, 'POST', '/api/v1/search', {
    key,
    body,
    headers: { accept: 'application/geo+json' },
  });
  t.equal(features.json().next_updated_since, first.next_updated_since);
});

t.test('a clock that was set back, or is another machine’s, moves no change into the past', async (t) => {
  const { next_updated_since: since } = await changesSince(EVER);
  const ahead = Date.parse(since!) + 3_600_000;
  // A load on a machine whose clock is an hour ahead.
  await client.update({ index: counties, id: 'edition', doc: { begun_load: ahead }, refresh: true });
  await harness.load('parcels', [parcel(5, { owner_name: 'ROWAN SUE' })]);
  const { data, next_updated_since } = await changesSince(since!);
  t.same(
    data.map(({ id, updated_at }) => [id, updated_at]),
    [[`${COUNTY}:p5`, new Date(ahead + 1).toISOString()]],
  );
  t.equal(next_updated_since, new Date(ahead + 2).toISOString());
  const loaded = await harness.load('parcels', [parcel(6, { owner_name: 'ROWAN SUE' })]);
  t.equal(loaded.updated, 1);
  t.equal((await changesSince(next_updated_since!)).total, 1, 'and the next is later still');
});

t.test('what a killed load wrote is a change, whenever it becomes visible', async (t) => {
  const parcels = aliasOf(config.INDEX_PREFIX, 'parcels');
  const before = (await changesSince(EVER)).next_updated_since!;
  const late = { _id: `${COUNTY}:p7` };
  const { _source } = await client.get<Row>({ index: parcels, id: late._id });
  // It ends after writing, before searches can find what it wrote.
  const dead = alone(
    harness.target,
    () => {},
    async ({ indices, stamp }) => {
      const document = { ..._source!, owner_name: 'LATE LEO', updated_at: stamp.at };
      await bulkWrite(client, indices.parcels, [bulkEntry(late._id, document)]);
      throw new Error('killed');
    },
  );
  await t.rejects(dead, /killed/);
  const meanwhile = await changesSince(before);
  t.equal(meanwhile.total, 0);
  await harness.load('parcels', [parcel(8, { owner_name: 'ROWAN SUE' })]);
  const after = await changesSince(meanwhile.next_updated_since!);
  t.same(after.data.map(({ id }) => id).sort(), [`${COUNTY}:p7`, `${COUNTY}:p8`]);
});

t.test('no change is missed while loads of all kinds run at once', async (t) => {
  await harness.load(
    'parcels',
    Array.from({ length: SIZE }, (_, n) => parcel(n, { total_assessed_value: 90_000 + n })),
  );
  const followers = [
    follower('the answer', {}),
    follower('the answer', { sort: 'updated_at', order: 'asc' }),
    follower('the newest row', { sort: 'updated_at', order: 'asc' }),
    follower('the newest row', { sort: 'assessed_value' }),
  ];
  let running = true;
  let rounds = 0;
  const following = followers.map(async ({ follow }) => {
    while (running) {
      await follow();
      rounds++;
    }
  });

  /** Changes some parcels, some of them by their deeds; one load in four replaces the county. */
  const load = async (round: number): Promise<void> => {
    const some = Array.from({ length: 30 }, () => whole(0, SIZE - 1));
    if (round % 4 === 1)
      await harness.load(
        'deeds',
        some.map((n) => deed(n, 100_000 + whole(1, 400_000))),
      );
    else if (round % 4 === 3) {
      const all = Array.from({ length: SIZE }, (_, n) => parcel(n, { acreage: whole(0, 3) }));
      await harness.load('parcels', all, { replace: true });
    } else {
      const value = () => ({ total_assessed_value: whole(1, 400_000) });
      await harness.load(
        'parcels',
        some.map((n) => parcel(n, value())),
      );
    }
  };
  const loaders = [0, 1, 2].map(async (loader) => {
    for (let round = 0; round < 4; round++) await load(loader + round);
  });
  await Promise.all(loaders);
  running = false;
  await Promise.all(following);
  t.ok(rounds > 8, `${rounds} questions`);

  const all = await everything();
  for (const { follow, copy } of followers) {
    await follow();
    const missed = [...all].filter(([id, row]) => JSON.stringify(copy.get(id)) !== JSON.stringify(row));
    t.same(
      missed.map(([id, row]) => [id, row.updated_at, copy.get(id)?.updated_at]),
      [],
      `${all.size} parcels as they are`,
    );
  }
});

t.test('deleted parcels are not changes: their ids are missing from a list of all', async (t) => {
  const { next_updated_since: since } = await changesSince(EVER);
  const { parcels } = await deleteRecords(harness.target, {
    counties: [COUNTY],
    goes: ({ id }) => id.endsWith('9'),
  });
  t.ok(parcels > 0, `${parcels} are deleted`);
  const all = await everything();
  t.notOk([...all.keys()].some((id) => id.endsWith('9')));
  const told = (await changesSince(since!)).data;
  t.notOk(told.some(({ id }) => id.endsWith('9')));
});
