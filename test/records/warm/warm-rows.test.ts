import t from 'tap';
import { sortClauses, TIEBREAK } from '../../../src/records/paging/paging.ts';
import { storedRows } from '../../../src/records/read-rows.ts';
import { createRowCache } from '../../../src/records/warm/row-cache.ts';
import { warmRows } from '../../../src/records/warm/warm-rows.ts';
import { readerClient } from '../../../src/stores/elastic/client.ts';
import { makeHarness } from '../../helper.ts';

const harness = await makeHarness(t);
await harness.load(
  'parcels',
  Array.from({ length: 60 }, (_, n) => ({ county_fips: '31109', parcel_id: `R-${n}` })),
);
const client = readerClient(harness.env.ELASTICSEARCH_URL!);
t.teardown(() => client.close());
const index = `${harness.config.INDEX_PREFIX}-parcels`;
const page = (from: number) => ({
  index,
  source: { index },
  search: {
    size: 20,
    from,
    track_total_hits: true,
    sort: sortClauses({ keys: [{ field: TIEBREAK, order: 'desc' }], tie: 'id' }),
  },
});

t.test('a page is made of rows from memory once most of them are there', async (t) => {
  const cache = createRowCache(2 ** 20);
  let fromMemory = 0;
  const counting = {
    ...cache,
    refresh(versions: Parameters<typeof cache.refresh>[0]) {
      fromMemory++;
      cache.refresh(versions);
    },
  };
  const [stored, warm] = [storedRows(client), warmRows(client, counting)];
  for (let round = 0; round < 40; round++) {
    const [wanted, found] = await Promise.all([stored(page(round % 30)), warm(page(round % 30))]);
    t.same([found.rows.toString(), found.total], [wanted.rows.toString(), wanted.total], `round ${round}`);
  }
  t.ok(fromMemory > 0, `${fromMemory} pages needed no row of Elasticsearch`);
  // The last pages are half old: a row that memory lacks is read beside those that it has.
  const [wanted, found] = await Promise.all([stored(page(40)), warm(page(40))]);
  t.same(found.rows.toString(), wanted.rows.toString());
});
