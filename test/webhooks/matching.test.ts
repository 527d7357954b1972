import t from 'tap';
import { makeHarness } from '../helper.ts';
import { conformance, deed, EVERY_TYPE, loadNews, makeDispatcher, makeReceiver, permit } from './support.ts';
import { county, parcels, QUIET, state, typesOf, watching } from './watching.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [
  { county_fips: '31055', parcel_id: 'ALONE' },
  { county_fips: '19153', parcel_id: 'ALONE' },
  { county_fips: '31055', parcel_id: 'TWICE' },
  { county_fips: '31109', parcel_id: 'TWICE' },
]);
const app = await harness.app();
const document = await conformance(app);
const { get, createEndpoint, watch, eventsOf, deliveriesOf } = watching(t, harness, app);
/** The events of a sale and a permit. */
const RECORDED = ['parcel.sold', 'parcel.owner_changed', 'parcel.permit_filed'];

t.test('a placeholder county is kept; a number that only one parcel has finds its county', async (t) => {
  const watchers = {
    alone: await watch(parcels('31:055:ALONE')),
    elsewhere: await watch(parcels('19:153:ALONE')),
    twice: await watch(parcels('31:055:TWICE', '31:109:TWICE', '31:109:NOBODY')),
    county: await watch(county('31', '055')),
    state: await watch(state('31')),
  };
  const receiver = await makeReceiver(t);
  const keys = await harness.key();
  await createEndpoint(keys, { ...parcels('31:055:ALONE'), url: `${receiver.url}parcel` });
  await createEndpoint(keys, { ...state('31'), url: `${receiver.url}state` });
  const places = [
    ['lost-1', '31000', 'ALONE'],
    ['lost-2', '31999', 'ALONE'],
    ['lost-3', '31000', 'TWICE'],
    ['lost-4', '31000', 'NOBODY'],
    ['found-1', '31055', 'ALONE'],
  ] as const;
  await loadNews(
    harness,
    'deeds',
    places.map(([number, county_fips, parcel_id]) =>
      deed(number, { county_fips, parcel_id, document_type: 'Quitclaim Deed' }),
    ),
  );
  const told = Object.fromEntries(
    await Promise.all(
      Object.entries(watchers).map(async ([name, { key }]) => {
        const numbers = (await eventsOf(key)).map(({ document_number }) => document_number);
        return [name, numbers.sort().join(' ')];
      }),
    ),
  );
  t.same(
    told,
    {
      alone: 'found-1 lost-1 lost-2',
      elsewhere: '',
      twice: '',
      county: 'found-1',
      state: 'found-1 lost-1 lost-2 lost-3 lost-4',
    },
    'where two parcels of the state have the number, or none: to the state only',
  );
  const toAlone = await eventsOf(watchers.alone.key);
  const numbered = (number: string) => toAlone.find(({ document_number }) => document_number === number);
  const lost = { canonical_id: '31:055:ALONE', match_basis: 'state_unique_parcel_id' };
  t.match(numbered('lost-1'), { parcel_id: 'ALONE', state_fips: '31', county_fips: '000', ...lost });
  t.match(numbered('lost-2'), { county_fips: '999', ...lost });
  t.match(numbered('found-1'), { county_fips: '055', match_basis: 'state_county_parcel_id' });
  const unplaced = (await eventsOf(watchers.state.key)).filter(({ parcel_id }) => parcel_id !== 'ALONE');
  for (const event of unplaced) {
    t.match(event, { county_fips: '000', canonical_id: null, match_basis: null });
    t.equal(document.payload(event.event_type, { ...event, delivery_attempt: 1 }), '');
  }

  await makeDispatcher(t, harness);
  await receiver.until(8);
  const body = (path: string) =>
    receiver.got.find((one) => one.path === path && one.body.document_number === 'lost-1')!.body;
  t.match(body('/parcel'), { county_fips: '000', ...lost });
  t.notOk('canonical_id' in body('/state') || 'match_basis' in body('/state'));
});

t.test('a permit without a parcel is no event; one on several parcels is one event for each', async (t) => {
  const { key } = await watch(county('31', '109'));
  t.same((await loadNews(harness, 'permits', [permit('nowhere', { parcel_id: null })])).webhooks, QUIET);
  await loadNews(harness, 'permits', [
    permit('both-1', { parcel_id: 'M-1' }),
    permit('both-1', { parcel_id: 'M-2' }),
  ]);
  const told = await eventsOf(key);
  t.same(told.map(({ parcel_id }) => parcel_id).sort(), ['M-1', 'M-2']);
  t.equal(told[0]!.permit_id, told[1]!.permit_id, 'under one permit_id');
  t.not(told[0]!.event_id, told[1]!.event_id);
});

t.test('each endpoint gets what it subscribed to, once; accounts see only their own', async (t) => {
  const [key, other] = [await harness.key(), await harness.key()];
  const make = (of: string, event_types: string[], filter: Record<string, unknown>) =>
    createEndpoint(of, { event_types, ...filter });
  const endpoints: [id: string, key: string, types: string[]][] = [];
  for (const [of, types, filter, expected] of [
    [key, EVERY_TYPE, parcels('31:109:E-1', '31:109:E-2'), RECORDED],
    [key, ['parcel.sold'], parcels('31:109:E-1'), ['parcel.sold']],
    [key, ['parcel.permit_filed'], county('31', '109'), ['parcel.permit_filed']],
    [key, EVERY_TYPE, parcels('31:109:E-9', '31:055:E-1', '19:109:E-1', '31:109:e-1'), []],
    [key, EVERY_TYPE, county('31', '055'), []],
    [other, ['parcel.owner_changed', 'parcel.sold'], state('31'), ['parcel.owner_changed', 'parcel.sold']],
    [other, EVERY_TYPE, state('19'), []],
  ] as const) {
    endpoints.push([(await make(of, [...types], filter)).id, of, [...expected]]);
  }
  await loadNews(harness, 'deeds', [deed('each-1', { parcel_id: 'E-1' })]);
  await loadNews(harness, 'permits', [permit('each-1', { parcel_id: 'E-1' })]);
  for (const [id, of, expected] of endpoints) {
    t.same(typesOf(await deliveriesOf(of, id)), expected.sort(), id);
  }
  t.same(typesOf(await eventsOf(key)), [...RECORDED].sort(), 'an event is listed once for an account');
  t.same(typesOf(await eventsOf(other)), ['parcel.owner_changed', 'parcel.sold']);
  t.equal((await get(key, '/webhooks')).quota.events_per_day.used, 5, 'the quota counts deliveries');
  t.equal((await get(other, '/webhooks')).quota.events_per_day.used, 2);
  await make(key, EVERY_TYPE, parcels('31:109:E-1'));
  t.equal((await eventsOf(key)).length, 3, 'an endpoint that is created later gets no earlier events');
});
