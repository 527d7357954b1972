import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { makeHarness } from '../../helper.ts';
import { createEndpoint, eventually, loadNews, makeDispatcher, makeReceiver, permit } from '../support.ts';

const ENDPOINTS = 40;
const WAITING = 30;
const HEALTHY = 200;
/** Far below the ten seconds after which attempts that hang make room. */
const BOUND = 5_000;

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
  const dispatcher = await makeDispatcher(t, harness);
  await eventually('the hanging receivers are sent to', () => hung.got.length >= ENDPOINTS);
  await sleep(1_000);
  const held = dispatcher.held();
  t.ok(held <= 512, `${held} places are held by what hangs`);
  const began = Date.now();
  await fill('003', HEALTHY);
  await receiver.until(HEALTHY);
  const took = Date.now() - began;
  t.ok(took < BOUND, `the healthy ones all arrived within ${took} ms`);
  await hung.close();
});
