import t from 'tap';
import { makeHarness } from '../../../helper.ts';

/** The id orders rows that share a number: pages of any size have all of them, once, in the same order. */
const ROWS = 120;

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: ROWS }, (_, n) => ({
    county_fips: '31109',
    parcel_id: `W-${n}`,
    location: { lat: 40.7 + n * 0.0001, lon: -96.8 },
  })),
);
const index = `${harness.config.INDEX_PREFIX}-parcels`;
const app = await harness.app({ MEMORY_MB: '0' });
const headers = { authorization: `Bearer ${await harness.key({ tier: 'license' })}` };

t.test('rows that share a number keep their order, and none is left out or repeated', async (t) => {
  for (let n = 50; n < 54; n++)
    await harness.client.update({
      index,
      id: `31109:W-${n}`,
      doc: { internal: { seq: 2 ** 52 } },
      refresh: true,
    });
  const { hits } = await harness.client.search<{ id: string }>({
    index,
    size: ROWS,
    sort: [{ 'internal.seq': 'desc' }, { id: 'desc' }],
  });
  const expected = hits.hits.map(({ _source }) => _source!.id);
  for (const limit of [1, 2, 3, 7, ROWS]) {
    const ids: string[] = [];
    for (let offset = 0; offset < ROWS; offset += limit) {
      const payload = { bounds: { south: 40, west: -97, north: 41, east: -96 }, limit, offset };
      const answer = await app.inject({ method: 'POST', url: '/api/v1/search', headers, payload });
      const { data, total } = answer.json<{ data: { id: string }[]; total: number }>();
      if (total !== ROWS) t.fail(`${total} rows`);
      ids.push(...data.map(({ id }) => id));
    }
    t.same(ids, expected, `pages of ${limit}`);
  }
});
