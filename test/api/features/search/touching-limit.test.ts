import t from 'tap';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { call, makeHarness } from '../../../helper.ts';
import { square } from '../../../squares.ts';

/** The most outlines that may be on the border of an area. */
const MOST = 10_000;
const [WEST, SOUTH, SIZE] = [-96.7, 40.8, 0.0004];

const outline = square(WEST, SOUTH, SIZE);

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: MOST }, (_, n) => ({
    county_fips: '31109',
    parcel_id: `UNIT-${n}`,
    total_assessed_value: n,
    outline,
  })),
);
await harness.load('parcels', [{ county_fips: '31055', parcel_id: 'ONE-MORE', outline }]);
const { app, key } = await harness.api({ tier: 'license' });
const search = (body: object) =>
  call(app, 'POST', '/api/v1/search', {
    key,
    body: { touches: true, fields: ['total_assessed_value'], ...body },
  });

/** Inside the lot: its border is on the lot. */
const inside = { near: { lat: SOUTH + SIZE / 2, lon: WEST + SIZE / 2, meters: 1 } };
/** The lot is inside it, with no border near. */
const around = { bounds: { north: 41, south: 40.6, east: -96.5, west: -96.9 } };

t.test('more outlines on the border than can be tested are refused; inside, any are found', async (t) => {
  t.match(await search(inside), {
    status: 400,
    text: /touches must be asked of a smaller area: more than 10000 outlines lie on the border of this one/,
  });
  const answer = await search({ ...around, limit: 1 });
  t.match(answer, { status: 200 });
  t.equal(answer.json().total, MOST + 1);
});

t.test('as many outlines as can be tested are found, on far pages too', async (t) => {
  await deleteRecords(harness.target, { counties: ['31055'] });
  for (const region of [inside, around]) {
    const page = { ...region, sort: 'assessed_value', order: 'asc', limit: 3 };
    for (const offset of [0, 7_345, MOST - 1]) {
      const answer = await search({ ...page, offset });
      t.equal(answer.status, 200, answer.text);
      const values = [offset, offset + 1, offset + 2].filter((value) => value < MOST);
      t.same(answer.json(), {
        data: values.map((total_assessed_value) => ({ total_assessed_value })),
        total: MOST,
        limit: 3,
        offset,
      });
    }
  }
});
