import t from 'tap';
import { call, makeHarness } from '../../helper.ts';
import { valuesOf } from '../../listed.ts';
import { createEndpoint, loadNews } from '../../webhooks/support.ts';
import { parcels } from '../../webhooks/watching.ts';
import { at, COUNTY, reader } from './one-county.ts';

const harness = await makeHarness(t);
const { get } = await reader(harness);
const { app, key } = await harness.api();

const COUNT = 20;
/** More than two batches of deeds that nobody watches. */
const OTHERS = 5_200;
const OWNERS = ['ADLER KIM', 'BRANDT LEE', 'CORVO ANN', 'DELMAR JO', 'ESTES PAT', 'FENNEL SAM'];
const numbers = [...Array(COUNT).keys()];

/** The `step`th transfer of a parcel: the second to fourth are of one day, under numbers of two or three digits. */
const transfer = (n: number, step: number) => ({
  ...at(n),
  document_number: step === 0 || step === 4 ? `${9_000 + n}` : `${n * 10 + 7 + step}`,
  recorded_date: ['2024-01-10', '2024-07-10', '2024-07-10', '2024-07-10', '2025-01-10'][step],
  sale_price_usd: 200_000 + step * 10_000 + n,
  grantor: `${OWNERS[step]} ${n}`,
  grantee: `${OWNERS[step + 1]} ${n}`,
  document_type: 'Warranty Deed',
  source: 'made-up',
});
const transfers = (step: number) => numbers.map((n) => transfer(n, step));
const others = Array.from({ length: OTHERS }, (_, n) => ({
  ...at(`other-${n}`),
  document_number: `${20_000 + n}`,
  recorded_date: '2024-07-10',
  source: 'made-up',
}));

interface News {
  event_type: string;
  parcel_id: string;
  occurred_at: string;
  document_number: string;
}

t.test('the deeds of one day are in the order of their numbers, however a file has them', async (t) => {
  const ids = numbers.map((n) => `31:109:p${n}`);
  await createEndpoint(app, key, { ...parcels(...ids), url: 'http://127.0.0.1:9/' });
  await harness.load('parcels', numbers.map(at));
  // The last of the day comes first, and again, with another price, at the end; the first one is behind many others.
  const early = transfers(3).map((deed) => ({ ...deed, sale_price_usd: 5_000 }));
  const file = [
    ...early,
    ...transfers(2).reverse(),
    ...others,
    ...transfers(1),
    ...transfers(0),
    ...transfers(3),
  ];
  const report = await loadNews(harness, 'deeds', file);
  const created = 4 * COUNT + OTHERS;
  t.match(report, { read: created + COUNT, created, duplicates: COUNT, updated: 0, error: null });
  t.same(report.webhooks, { events: 8 * COUNT, deliveries: 8 * COUNT, over_quota: 0, not_kept: 0 });

  const { data }: { data: News[] } = (await call(app, 'GET', '/api/v1/events?limit=500', { key })).json();
  const days = data.map(({ occurred_at }) => occurred_at);
  t.same(days, [...days].sort(), 'events come out in the order of recording');
  for (const n of numbers) {
    const oldestFirst = [0, 1, 2, 3].map((step) => transfer(n, step));
    const expected = oldestFirst.map(({ document_number }) => document_number);
    for (const type of ['parcel.sold', 'parcel.owner_changed']) {
      const own = data.filter(({ event_type, parcel_id }) => event_type === type && parcel_id === `p${n}`);
      t.same(valuesOf(own, 'document_number'), expected, `${type} of p${n}`);
    }
    const listed = (await get(`${COUNTY}:p${n}`, '/deeds')).data as News[];
    t.same(valuesOf(listed, 'document_number'), expected.toReversed(), 'the list is newest first');
    const sale = { sale_price: 230_000 + n, sale_date: '2024-07-10', sale_arms_length: true };
    t.match(
      await get(`${COUNTY}:p${n}`),
      { ...sale, latest_grantee: `ESTES PAT ${n}` },
      'the sale is the last one',
    );
  }
});

t.test('no flip is lost that begins or ends on such a day', async (t) => {
  await harness.load('deeds', transfers(4));
  const flips = (await call(app, 'GET', '/api/v1/deals/flips?limit=500', { key })).json();
  t.equal(flips.total, 2 * COUNT);
  const wanted = numbers.flatMap((n) => [
    `p${n} ${200_000 + n} ${210_000 + n}`,
    `p${n} ${230_000 + n} ${240_000 + n}`,
  ]);
  const found = flips.data.map(
    (flip: Record<string, unknown>) => `${flip.parcel_id} ${flip.buy_price} ${flip.sell_price}`,
  );
  t.same(found.sort(), wanted.sort());
});

t.test('loading the file in another order changes nothing and sends nothing', async (t) => {
  const report = await loadNews(harness, 'deeds', [0, 1, 2, 3, 4].flatMap(transfers).reverse());
  t.match(report, { unchanged: 5 * COUNT, created: 0, updated: 0 });
  t.equal(report.webhooks!.events, 0);
});

t.test('the events of permits are in the order of their dates, then numbers', async (t) => {
  const another = await harness.key();
  await createEndpoint(app, another, { ...parcels('31:109:p1'), url: 'http://127.0.0.1:9/' });
  const permit = (permit_number: string, filed_date: string | null) => ({
    ...at(1),
    permit_number,
    filed_date,
  });
  const rows = [
    permit('9', null),
    permit('B-10', '2024-05-06'),
    permit('B-9', '2024-05-06'),
    permit('1', '2024-05-07'),
  ];
  await loadNews(harness, 'permits', rows);
  const { data } = (await call(app, 'GET', '/api/v1/events', { key: another })).json();
  t.same(valuesOf(data, 'permit_number'), ['B-9', 'B-10', '1', '9']);
});
