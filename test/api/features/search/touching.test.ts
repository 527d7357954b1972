import fc from 'fast-check';
import t, { type Test } from 'tap';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import {
  anyShape,
  degreesOf,
  has,
  haveCommonPoint,
  isNear,
  madeShape,
  type Polygons,
  reaches,
} from '../../../domain/geometry/made-areas.ts';
import { EVERYWHERE, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { jsonLines, valuesOf } from '../../../listed.ts';
import { runsOf } from '../../../seed.ts';
import { boxRing, polygon, positions } from '../../../squares.ts';
import { areaOf, difference, type Lot, lots, pointOf, REACH, recordOf, touching } from './touching-lots.ts';

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  lots.map((lot, n) => recordOf(lot, n)),
);
const { app, key } = await harness.api({ tier: 'license' });
const { post, search, byOffset, byCursor } = touching(app, key);

async function checkArea(polygons: Polygons): Promise<number> {
  const ids = await byOffset({ within: areaOf(polygons) });
  const wrong = difference(
    ids,
    (lot) => haveCommonPoint(lot, polygons),
    ([x, y]) => has(polygons, [x * 100, y * 100, 100]),
  );
  if (wrong) throw new Error(`${wrong}: ${JSON.stringify(polygons)}`);
  return ids.length;
}

const areas = fc.oneof(anyShape(8, REACH, 10), anyShape(80, REACH, 10), anyShape(1_500, REACH, 20));

t.test('any area finds the lots that the plain computation finds', async (t) => {
  const numRuns = runsOf(60);
  let found = 0;
  await holds(numRuns, [areas], async (area) => {
    found += await checkArea(area);
  });
  t.ok(found > 10 * numRuns, `${found} found`);
});

t.test('an area that is a lot finds the lot, its neighbors and those at its corners', async (t) => {
  for (const { polygons } of lots.slice(0, 20)) {
    if (polygons) t.ok((await checkArea(polygons)) > 0);
  }
});

t.test('any circle finds the lots that the plain computation finds', async () => {
  const circle = fc.record({
    center: fc.tuple(fc.integer({ min: 0, max: REACH }), fc.integer({ min: 0, max: REACH })),
    meters: fc.oneof(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 50, max: 2_500 })),
  });
  await holds(runsOf(20), [circle], async ({ center, meters }) => {
    const ids = await byOffset({ near: { ...pointOf(center), meters } });
    const wrong = difference(
      ids,
      (lot) => reaches(lot, center, meters),
      (place) => isNear(place, center, meters),
    );
    if (wrong) throw new Error(`${wrong}: ${center} ${meters}`);
  });
});

t.test('a box finds the same as an equal area', async (t) => {
  const [x, y] = lots.find(({ polygons }) => polygons)!.polygons![0]![0]![0]!;
  for (const [low, high] of [
    [Math.min(x, y), Math.max(x, y)],
    [500, 3_000],
  ] as const) {
    const [west, south] = degreesOf([low, low]);
    const [east, north] = degreesOf([high, high]);
    const bounds = { west, south, east, north };
    const area = areaOf([[boxRing(low, low, high, high).slice(1)]]);
    const ids = await byOffset({ bounds });
    t.ok(ids.length > 0);
    t.same(ids.sort(), (await byOffset({ within: area })).sort());
    const counted = await post('/search/clusters', { bounds, touches: true, zoom: 14 });
    const { data, total } = counted.json() as { data: { count: number }[]; total: number };
    t.equal(total, ids.length, 'clusters count them');
    t.equal(
      data.reduce((sum, { count }) => sum + count, 0),
      ids.length,
    );
  }
});

const MIDDLE: Polygons = madeShape(7, [500, 500], [500, 500], false);
const within = areaOf(MIDDLE);

t.test('without touches, points decide', async (t) => {
  const touching = await byOffset({ within });
  const plain = await byOffset({ within, touches: false });
  t.not(touching.length, plain.length);
  t.same(await byOffset({ within, touches: undefined }), plain);
});

t.test('touches works with orders, pages, cursors and filters', async (t) => {
  const all = await byOffset({ within });
  for (const sort of [undefined, 'assessed_value']) {
    for (const order of ['asc', 'desc']) {
      const body = { within, sort, order };
      const ids = await byOffset(body);
      t.same(ids.toSorted(), all.toSorted(), `${sort} ${order}`);
      t.same(await byOffset(body, 77), ids, 'page by page');
      t.same(await byCursor({ ...body, limit: 53 }), ids, 'by cursor');
    }
  }
  const filtered = await byOffset({ within, filters: { ownerTypes: ['llc'], valueRange: { min: 20_000 } } });
  const matches = (id: string) => {
    const { owner_name, total_assessed_value } = recordOf(lots[0]!, Number(id.slice(8)));
    return owner_name.endsWith('LLC') && (total_assessed_value ?? 0) >= 20_000;
  };
  t.same(filtered.sort(), all.filter(matches).sort());
  t.match(await search({ within, offset: 20_000 }), { data: [], total: all.length }, 'beyond the last row');
});

t.test('a cursor belongs to a search with touches, or to one without', async (t) => {
  const { next_cursor: touching } = await search({ within, limit: 1, cursor: '*' });
  const { next_cursor: plain } = await search({ within, limit: 1, cursor: '*', touches: false });
  const refused = { status: 400, text: /cursor does not belong to this query/ };
  t.match(await post('/search', { within, limit: 1, cursor: touching }), refused);
  t.match(await post('/search', { within, limit: 1, cursor: plain, touches: true }), refused);
  t.equal((await post('/search', { within, limit: 5, cursor: touching, touches: true })).status, 200);
});

async function exported(body: object): Promise<{ id: string; cursor: string }[]> {
  const { status, text } = await post('/search/export', { touches: true, ...body });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return jsonLines(text);
}

t.test('an export has the same parcels, and goes on after a cursor', async (t) => {
  const rows = await exported({ within });
  t.same(rows.map(({ id }) => id).sort(), (await byOffset({ within })).sort());
  const rest = await exported({ within, cursor: rows[99]!.cursor });
  t.same(
    valuesOf(rest, 'id'),
    rows.slice(100).map(({ id }) => id),
  );
  t.match(await post('/search/export', { within, cursor: rows[0]!.cursor }), {
    status: 400,
    text: /cursor does not belong/,
  });
});

t.test('snapshots are closed, except for those of walks', async (t) => {
  const contexts = async () => {
    const index = ['parcels', 'outlines'].map((kind) => `${harness.config.INDEX_PREFIX}-${kind}`);
    const { _all } = await harness.client.indices.stats({ index, metric: 'search' });
    return _all!.primaries!.search!.open_contexts!;
  };
  /** Snapshots of earlier searches may still be about to be closed. */
  const settled = async (most: number) => {
    for (let tries = 0; tries < 1_500 && (await contexts()) > most; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return contexts();
  };
  const before = await contexts();
  await search({ within });
  await search({ within, offset: 10_000 });
  await exported({ within });
  await byCursor({ within, limit: 500 });
  const after = await settled(before);
  t.ok(after <= before, `${after} snapshots are open, ${before} before`);
});

const refusals: [name: string, body: object, why: RegExp][] = [
  ['text', { within, touches: 'true' }, /touches must be true or false/],
  ['null', { within, touches: null }, /touches must be true or false/],
  ['a number', { within, touches: 1 }, /touches must be true or false/],
  ['no region', { touches: true }, /exactly one of bounds, within, near is required/],
  ['an open ring', { touches: true, within: polygon(positions('0 0, 1 0, 1 1, 0 1')) }, /closed rings/],
  ['upside down', { touches: true, bounds: { ...EVERYWHERE, north: 1 } }, /bounds\.south must not be above/],
  [
    'a long border',
    { touches: true, bounds: EVERYWHERE },
    /touches must be asked of a smaller area: the border of this one meets more than 30000 cells/,
  ],
  [
    'a wide circle',
    { touches: true, near: { lat: 40, lon: -96, meters: 3_000_000 } },
    /touches must be asked of a smaller area/,
  ],
];
for (const [name, body, why] of refusals) {
  t.test(`refused: ${name}`, async (t) => {
    for (const path of ['/search', '/search/export']) {
      const answer = await post(path, body);
      t.match(answer, { status: 400, text: why }, path);
      t.equal(answer.json().code, 'invalid_parameter');
    }
  });
}

t.test('lots across the edge of the map, of any size, and half a state wide are found', async (t) => {
  const box = (...edges: Parameters<typeof boxRing>) => polygon(boxRing(...edges));
  const far = [
    ['EAST', box(179.9, 51, 180, 51.1)],
    ['WEST', box(-180, 51, -179.9, 51.1)],
    ['RANCH', box(-150, 60, -140, 66)],
  ] as const;
  await harness.load(
    'parcels',
    far.map(([parcel_id, outline]) => ({ county_fips: '02016', parcel_id, outline })),
  );
  const found = async (body: object) => (await byOffset(body)).map((id) => id.slice(6)).sort();
  const across = { north: 52, south: 50, west: 179.95, east: -179.95 };
  t.same(await found({ bounds: across }), ['EAST', 'WEST']);
  t.same(await found({ near: { lat: 51.05, lon: 179.85, meters: 5_000 } }), ['EAST']);
  t.same(await found({ near: { lat: 51.05, lon: 179.999, meters: 500 } }), ['EAST', 'WEST']);
  t.same(await found({ near: { lat: 63, lon: -145, meters: 1 } }), ['RANCH'], 'inside of a ranch');
  t.same(await found({ within: box(-151, 59, -149, 61) }), ['RANCH']);
  t.same(await found({ within: box(-152, 59, -151, 61) }), []);
  for (const turn of [0, 360, -360, -720]) {
    t.same(await found({ within: box(179.95 + turn, 51, 180.05 + turn, 51.2) }), ['EAST', 'WEST']);
    t.same(await found({ within: box(178 + turn, 51.1, 182 + turn, 51.2) }), ['EAST', 'WEST'], 'at the edge');
    t.same(await found({ bounds: { north: 52, south: 50, west: 179.95 + turn, east: 180.05 + turn } }), [
      'EAST',
      'WEST',
    ]);
    t.same(await found({ near: { lat: 51.05, lon: 179.999 + turn, meters: 500 } }), ['EAST', 'WEST']);
  }
  const twoArms = positions(
    '179 50, 181 50, 181 50.5, 179.5 50.5, 179.5 51.5, 181 51.5, 181 52, 179 52, 179 50',
  );
  t.same(await found({ within: polygon(twoArms) }), [], 'between its arms');
  await deleteRecords(harness.target, { counties: ['02016'] });
  t.same(await found({ bounds: across }), [], 'deleted with their county');
});

/** Lots of another county in the area, in addition to the lots that move. */
const others = Array.from({ length: 60 }, (_, n): Lot => {
  const polygons = madeShape(n, [5, 5], [1_000 + 30 * n, 510], false);
  return { parcel_id: `O-${n}`, polygons, place: null };
});

async function changeEverything(): Promise<void> {
  const moved = lots.map((lot, n) =>
    recordOf({ ...lot, polygons: madeShape(n, [5, 5], [9_000, 9_000], false), place: null }, n),
  );
  await harness.load('parcels', moved);
  await deleteRecords(harness.target, { counties: ['31055'] });
  await harness.load('parcels', [recordOf(lots[0]!, 0), ...moved.slice(1, 600)], {
    replace: true,
    allowShrink: true,
  });
}

async function putBack(t: Test): Promise<string[]> {
  await harness.load(
    'parcels',
    lots.map((lot, n) => recordOf(lot, n)),
  );
  await harness.load(
    'parcels',
    others.map((lot, n) => recordOf(lot, n, '31055')),
  );
  const ids = await byOffset({ within });
  t.ok(ids.some((id) => id.startsWith('31055')) && ids.length > 200, `${ids.length} parcels`);
  return ids;
}

// The last tests: they change what is stored.
t.test('a walk goes on as it began while all that it finds is moved, replaced and deleted', async (t) => {
  const before = await putBack(t);
  t.same(await byCursor({ within, limit: 50 }, changeEverything), before);
  t.not((await byOffset({ within })).length, before.length, 'others see the change');
});

t.test('a walk whose snapshot is gone goes on in another one', async (t) => {
  const before = await putBack(t);
  const { client } = app.services;
  const opened: string[] = [];
  const open = client.openPointInTime.bind(client) as (asked: object) => Promise<{ id: string }>;
  client.openPointInTime = (async (asked: object) => {
    const answer = await open(asked);
    opened.push(answer.id);
    return answer;
  }) as never;
  for (const which of [0, 1]) {
    opened.length = 0;
    const ids = await byCursor({ within, limit: 50 }, async () => {
      t.equal(opened.length, 2, 'one of the parcels and one of the outlines');
      await harness.client.closePointInTime({ id: opened[which]! });
    });
    t.same(ids, before);
    t.equal(opened.length, 4);
  }
});
