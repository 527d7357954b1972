import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { createEndpoint, eventually, loadNews, makeDispatcher, makeReceiver, permit } from '../support.ts';

const ENDPOINTS = 40;
const WAITING = 30;
const HEALTHY = 200;
/** In milliseconds: attempts that hang free no slots during the test. */
const DEADLINE = 3_600_000;

const harness = await makeHarness(t);
const app = await harness.app();

const watch = (key: string, url: string, county: string) =>
  createEndpoint(app, key, {
    url,
    filter_kind: 'county_fips',
    filter_value: { state_fips: '31', county_fips: county },
    event_types: ['parcel.permit_filed'],
  });

const fill = (county: string, count: number) =>
  loadNews(
    harness,
    'permits',
    Array.from({ length: count }, (_, n) =>
      permit(`${county}-${n}`, { county_fips: `31${county}`, parcel_id: `P-${n}` }),
    ),
  );

t.test('two accounts whose receivers hang do not delay a third', async (t) => {
  const hung = await makeReceiver(t);
  hung.answer = () => {};
  for (const account of ['hung-1', 'hung-2']) {
    const key = await harness.key({ account });
    for (let n = 0; n < ENDPOINTS; n++) await watch(key, `${hung.url}${account}/${n}`, '001');
  }
  const receiver = await makeReceiver(t);
  await watch(await harness.key({ account: 'healthy' }), receiver.url, '003');
  await fill('001', WAITING);
  const dispatcher = await makeDispatcher(t, harness, { deadline: DEADLINE });
  await eventually('the hanging receivers are sent to', () => hung.got.length >= ENDPOINTS);
  await fill('003', HEALTHY);
  await receiver.until(HEALTHY);
  // Each time a healthy delivery took a place, a hanging one could have taken it.
  const held = dispatcher.claimed();
  t.ok(held <= 512, `${held} slots are held by what hangs`);
  await hung.close();
});
