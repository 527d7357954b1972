import { createHash } from 'node:crypto';
import t from 'tap';
import { makeHarness } from '../helper.ts';
import { conformance, deed, loadNews, makeDispatcher, makeReceiver, permit, verified } from './support.ts';
import { county, type Event, parcels, state, typesOf, watching } from './watching.ts';

const harness = await makeHarness(t);
await harness.load('parcels', [{ county_fips: '31109', parcel_id: 'S-1' }]);
const app = await harness.app();
const document = await conformance(app);
const { get, createEndpoint, watch, eventsOf, deliveriesOf } = watching(t, harness, app);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

t.test('a sale sends every documented key to a parcel, a county and a state endpoint', async (t) => {
  const receiver = await makeReceiver(t);
  const key = await harness.key();
  const made = {
    parcel: await createEndpoint(key, {
      ...parcels('31:109:S-1', '31:109:S-2'),
      url: `${receiver.url}parcel`,
    }),
    county: await createEndpoint(key, { ...county('31', '109'), url: `${receiver.url}county` }),
    state: await createEndpoint(key, { ...state('31'), url: `${receiver.url}state` }),
  };
  const report = await loadNews(harness, 'deeds', [
    deed('2024-77', { parcel_id: 'S-1', grantor: 'ŁUKASZ "Q" O’NEIL 🏠', source: 'county recorder' }),
  ]);
  t.same(report.webhooks, { events: 2, deliveries: 6, over_quota: 0, not_kept: 0 });
  await makeDispatcher(t, harness);
  await receiver.until(6);
  const [{ id }] = (await get(key, '/parcels/31109:S-1/deeds')).data;
  const envelope = (type: string) => ({
    event_id: sha256(`county recorder\n${id}\n${type}`),
    event_type: type,
    occurred_at: '2024-06-20T00:00:00.000Z',
    occurred_at_basis: 'recording_date',
    delivery_attempt: 1,
    parcel_id: 'S-1',
    state_fips: '31',
    county_fips: '109',
  });
  const own: Record<string, Event> = {
    'parcel.sold': {
      sale_date: '2024-06-14',
      sale_price_usd: 241_000,
      grantor: 'ŁUKASZ "Q" O’NEIL 🏠',
      grantee: 'OAK STREET HOLDINGS LLC',
      recorded_date: '2024-06-20',
      is_arm_length: true,
      document_type: 'warranty_deed',
      document_number: '2024-77',
    },
    'parcel.owner_changed': {
      recorded_date: '2024-06-20',
      document_type: 'warranty_deed',
      document_number: '2024-77',
      prior_owner: 'ŁUKASZ "Q" O’NEIL 🏠',
      new_owner: 'OAK STREET HOLDINGS LLC',
      is_sale: true,
      sale_date: '2024-06-14',
    },
  };
  for (const [kind, endpoint] of Object.entries(made)) {
    for (const [type, fields] of Object.entries(own)) {
      const got = receiver.got.filter(({ path, body }) => path === `/${kind}` && body.event_type === type);
      t.equal(got.length, 1, `${type} to the ${kind} endpoint, once`);
      const match = { canonical_id: '31:109:S-1', match_basis: 'state_county_parcel_id' };
      const expected = {
        ...envelope(type),
        ...(kind === 'parcel' ? match : {}),
        source_run_id: null,
        ...fields,
      };
      const [{ raw, body, headers }] = got as [(typeof got)[number]];
      t.same(body, expected, `${type} to the ${kind} endpoint`);
      t.same(Object.keys(body), Object.keys(expected), 'in this order');
      t.equal(document.payload(type, body), '', 'as documented');
      t.match(headers, {
        'content-type': 'application/json',
        'user-agent': 'Terrier-Webhooks/1.0',
        'x-terrier-event-id': body.event_id,
        'x-terrier-event-type': type,
        'x-terrier-attempt': '1',
      });
      const delivery = (await deliveriesOf(key, endpoint.id)).find(({ event_type }) => event_type === type)!;
      t.equal(headers['x-terrier-delivery-id'], delivery.id, 'the id of the delivery in the list');
      t.equal(delivery.event_id, body.event_id);
      t.equal(delivery.canonical_id, kind === 'parcel' ? '31:109:S-1' : null);
      t.ok(verified(got[0]!, endpoint.secret), 'signed');
      t.notOk(verified({ ...got[0]!, raw: JSON.stringify(body, null, 1) }, endpoint.secret), 'another text');
      t.notOk(verified({ ...got[0]!, raw: `${raw} ` }, endpoint.secret), 'a space more: not');
    }
  }
  t.equal(receiver.got.length, 6);
});

t.test('a permit sends every documented key', async (t) => {
  const receiver = await makeReceiver(t);
  const key = await harness.key();
  await createEndpoint(key, { ...parcels('31:109:P-1'), url: receiver.url });
  await loadNews(harness, 'permits', [
    permit('B-77', {
      parcel_id: 'P-1',
      permit_id: 'own-id-77',
      issued_date: '2024-03-09',
      description: 'TEAR OFF\nAND REROOF',
      contractor_license: 'C-1',
      applicant_name: 'WREN, ODETTE',
    }),
  ]);
  await makeDispatcher(t, harness);
  const [got] = await receiver.until(1);
  const expected = {
    event_id: sha256('\nown-id-77:31109:P-1\nparcel.permit_filed'),
    event_type: 'parcel.permit_filed',
    occurred_at: '2024-03-01T00:00:00.000Z',
    occurred_at_basis: 'filed_date',
    delivery_attempt: 1,
    parcel_id: 'P-1',
    state_fips: '31',
    county_fips: '109',
    canonical_id: '31:109:P-1',
    match_basis: 'state_county_parcel_id',
    source_run_id: null,
    permit_id: 'own-id-77',
    permit_number: 'B-77',
    permit_type: 'Roofing',
    permit_status: 'issued',
    filed_date: '2024-03-01',
    issued_date: '2024-03-09',
    description: 'TEAR OFF\nAND REROOF',
    estimated_cost: 8_200,
    contractor_name: 'ALDERS ROOFING, INC.',
    contractor_license: 'C-1',
    applicant_name: 'WREN, ODETTE',
    jurisdiction_id: 'lincoln-ne',
  };
  t.same(got!.body, expected, 'without a source, the first line of the hashed text is empty');
  t.same(Object.keys(got!.body), Object.keys(expected), 'in this order');
  t.equal(document.payload('parcel.permit_filed', got!.body), '');
});

t.test('a record with almost no values still sends every key, as null', async (t) => {
  const { key } = await watch(parcels('31:109:N-1'));
  const before = new Date().toISOString();
  await loadNews(harness, 'deeds', [{ county_fips: '31109', parcel_id: 'N-1' }]);
  await loadNews(harness, 'permits', [{ county_fips: '31109', parcel_id: 'N-1' }]);
  const after = new Date().toISOString();
  const [changed, filed] = await eventsOf(key);
  t.match(changed, {
    event_type: 'parcel.owner_changed',
    recorded_date: null,
    document_type: null,
    document_number: null,
    prior_owner: null,
    new_owner: null,
    is_sale: null,
  });
  t.match(filed, {
    permit_number: null,
    permit_status: null,
    estimated_cost: null,
    jurisdiction_id: '31109',
  });
  t.match(filed!.permit_id, /\w/);
  for (const event of [changed!, filed!]) {
    const { occurred_at, occurred_at_basis } = event;
    t.ok(occurred_at >= before && occurred_at <= after, 'dated by the load');
    t.equal(occurred_at_basis, 'ingested_at');
    t.equal(document.payload(event.event_type, { ...event, delivery_attempt: 1 }), '');
  }
});

t.test('every deed is a change of owner; a price above 0 at arm’s length is a sale too', async (t) => {
  const { key } = await watch(county('31', '109'));
  const rows: [what: string, more: Event, isSale: boolean | null][] = [
    ['a price at arm’s length', {}, true],
    ['a price of 0', { sale_price_usd: 0 }, false],
    ['no price', { sale_price_usd: null }, null],
    ['a price that the source calls unqualified', { is_arm_length: false }, false],
    ['several parcels under one price', { parcel_count: 3 }, true],
  ];
  await loadNews(
    harness,
    'deeds',
    rows.map(([, more], at) => deed(`kind-${at}`, { parcel_id: `K-${at}`, ...more })),
  );
  const all = await eventsOf(key);
  for (const [at, [what, , isSale]] of rows.entries()) {
    const told = all.filter(({ parcel_id }) => parcel_id === `K-${at}`);
    const expected = isSale ? ['parcel.owner_changed', 'parcel.sold'] : ['parcel.owner_changed'];
    t.same(typesOf(told), expected, what);
    t.equal(told.find(({ event_type }) => event_type === 'parcel.owner_changed')!.is_sale, isSale, what);
  }
});
