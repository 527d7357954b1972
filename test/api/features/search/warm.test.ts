import t from 'tap';
import { random } from '../../../../src/loading/demo/random.ts';
import { makeHarness } from '../../../helper.ts';
import { seedOf } from '../../../seed.ts';

/** Answers with rows from memory are those without: on, off, and so small that rows make room all the time. */
const SEED = seedOf(20261123);
t.comment(`seed ${SEED}`);

const ROWS = 600;
const ROUNDS = 60;

const next = random(SEED);

const harness = await makeHarness(t);
const parcel = (n: number, value: number) => ({
  county_fips: '31109',
  parcel_id: `W-${n}`,
  street: `${100 + n} WARM “ROW” ST`,
  owner_name: n % 3 ? `OWNER ${n}` : 'Ñandú, "internal": {LLC',
  total_assessed_value: value,
  location: { lat: 40.7 + (n % 25) * 0.004, lon: -96.8 + Math.floor(n / 25) * 0.004 },
});
await harness.load(
  'parcels',
  Array.from({ length: ROWS }, (_, n) => parcel(n, 1_000 * n)),
);
const apps = await Promise.all(['0', '64', '0.0625'].map((ROW_CACHE_MB) => harness.app({ ROW_CACHE_MB })));
const key = await harness.key({ tier: 'license' });

const ask = async (app: (typeof apps)[number], body: object) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/search',
    headers: { authorization: `Bearer ${key}` },
    payload: body,
  });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
};

function question() {
  const [south, west] = [40.69 + next() * 0.08, -96.81 + next() * 0.08];
  return {
    bounds: { south, west, north: south + 0.01 + next() * 0.04, east: west + 0.01 + next() * 0.04 },
    limit: 1 + Math.floor(next() * 100),
    ...(next() < 0.3 && { offset: Math.floor(next() * 40) }),
    ...(next() < 0.3 && { sort: 'assessed_value', order: 'asc' }),
  };
}

t.test('the same answers with rows in memory, without, and with little room', async (t) => {
  for (let round = 0; round < ROUNDS; round++) {
    const body = question();
    const [off, on, little] = await Promise.all(apps.map((app) => ask(app, body)));
    t.same(on, off, `round ${round}: in memory`);
    t.same(little, off, `round ${round}: little room`);
  }
  const counted = async (at: number, outcome: string) => {
    const { body } = await apps[at]!.inject('/metrics');
    return Number(new RegExp(`rows_total\\{outcome="${outcome}"\\} (\\d+)`).exec(body)?.[1]);
  };
  t.ok((await counted(1, 'hit')) > 0, 'rows were found in memory');
  t.ok((await counted(2, 'evicted')) > 0, 'rows made room where there is little');
});

t.test('walks meet the same rows', async (t) => {
  const walks = await Promise.all(
    apps.map(async (app) => {
      const rows: object[] = [];
      let cursor: string | null = '*';
      for (let page = 0; cursor !== null && page < 30; page++) {
        const answer: { data: object[]; next_cursor: string | null } = await ask(app, {
          bounds: { south: 40, west: -97, north: 41, east: -96 },
          limit: 37,
          cursor,
        });
        rows.push(...answer.data);
        cursor = answer.next_cursor;
      }
      return rows;
    }),
  );
  t.equal(walks[0]!.length, ROWS);
  t.same(walks[1], walks[0]);
  t.same(walks[2], walks[0]);
});

t.test('rows that share a number keep their order, and none is left out or met twice', async (t) => {
  const index = `${harness.config.INDEX_PREFIX}-parcels`;
  for (let n = 300; n < 304; n++) {
    const doc = { internal: { seq: 2 ** 52 } };
    await harness.client.update({ index, id: `31109:W-${n}`, doc, refresh: true });
  }
  for (let round = 0; round < 3; round++) {
    for (const limit of [1, 2, 3, 7]) {
      const pages = await Promise.all(
        apps.map(async (app) => {
          const rows: { id: string }[] = [];
          for (let offset = 250; offset < 350; offset += limit) {
            const bounds = { south: 40, west: -97, north: 41, east: -96 };
            rows.push(...(await ask(app, { bounds, limit, offset })).data);
          }
          return rows.map(({ id }) => id);
        }),
      );
      t.equal(new Set(pages[0]).size, pages[0]!.length);
      t.same(pages[1], pages[0], `pages of ${limit}: in memory`);
      t.same(pages[2], pages[0], `pages of ${limit}: little room`);
    }
  }
});

t.test('while loads change rows, every row is as its last load or the one before left it', async (t) => {
  const bounds = { south: 40, west: -97, north: 41, east: -96 };
  const question = { bounds, limit: 100, sort: 'assessed_value', order: 'desc' };
  for (let load = 1; load <= 6; load++) {
    const before = (load - 1) * 1_000_000;
    const changed = Array.from({ length: 120 }, (_, at) => (load * 97 + at * 3) % ROWS);
    let isLoaded = false;
    const loading = harness
      .load(
        'parcels',
        changed.map((n) => parcel(n, load * 1_000_000 + n)),
      )
      .finally(() => {
        isLoaded = true;
      });
    const seen: { parcel_id: string; total_assessed_value: number; updated_at: string }[] = [];
    do {
      for (const app of apps) seen.push(...(await ask(app, question)).data);
    } while (!isLoaded);
    await loading;
    for (const row of seen) {
      const n = Number(row.parcel_id.slice(2));
      const value = row.total_assessed_value;
      if (value === 1_000 * n) continue;
      const [of, rest] = [Math.floor(value / 1_000_000), value % 1_000_000];
      if (rest !== n || of > load || of < 1) t.fail(`${row.parcel_id} has ${value} at load ${load}`);
    }
    const [off, on, little] = await Promise.all(apps.map((app) => ask(app, question)));
    t.same(on, off, `after load ${load}: in memory`);
    t.same(little, off, `after load ${load}: little room`);
    t.ok(off.data[0].total_assessed_value > before, 'the new values come first');
  }
});
