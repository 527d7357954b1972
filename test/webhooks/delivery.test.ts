import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import {
  createEndpoint,
  deed,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
  permit,
  verified,
} from './support.ts';

const harness = await makeHarness(t);
const app = await harness.app();
const key = await harness.key();

t.test('a new deed and a new permit reach an endpoint that watches the parcel, signed', async (t) => {
  const receiver = await makeReceiver(t);
  await makeDispatcher(t, harness);
  const endpoint = await createEndpoint(app, key, {
    url: receiver.url,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: ['31:109:R-1'] },
  });
  t.match(endpoint.secret, /^whsec_/);
  const report = await loadNews(harness, 'deeds', [deed('2024001')]);
  t.same(report.webhooks, { events: 2, deliveries: 2, over_quota: 0, not_kept: 0 });
  await loadNews(harness, 'permits', [permit('B-1')]);
  const got = await receiver.until(3);
  t.same(got.map(({ body }) => body.event_type).sort(), [
    'parcel.owner_changed',
    'parcel.permit_filed',
    'parcel.sold',
  ]);
  for (const one of got) t.ok(verified(one, endpoint.secret), 'the signature verifies');
  const deliveries = `/api/v1/webhooks/${endpoint.id}/deliveries`;
  await eventually('all delivered', async () => {
    const { data } = (await call(app, 'GET', deliveries, { key })).json();
    return data.length === 3 && data.every(({ status }: { status: string }) => status === 'delivered');
  });
});
