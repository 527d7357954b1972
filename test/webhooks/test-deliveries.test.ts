import t from 'tap';
import { call, makeHarness } from '../helper.ts';
import { checkError } from '../refusals.ts';
import { endpointRoutes, HOOKS } from './endpoint-routes.ts';
import {
  conformance,
  createEndpoint,
  eventually,
  makeDispatcher,
  makeReceiver,
  verified,
} from './support.ts';
import { county, parcels, state } from './watching.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const document = await conformance(app);
const { get, post, deliveriesOf } = endpointRoutes(app);
await makeDispatcher(t, harness);

t.test('a test delivery is signed, marked as a test, and free', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const filters: [Record<string, unknown>, Record<string, unknown>][] = [
    [
      parcels('31:109:T-9', '31:109:R-1'),
      { state_fips: '31', county_fips: '109', parcel_id: 'T-9', canonical_id: '31:109:T-9' },
    ],
    [county('42', '101'), { state_fips: '42', county_fips: '101' }],
    [state('42'), { state_fips: '42' }],
  ];
  for (const [at, [filter, place]] of filters.entries()) {
    const wanted = { ...filter, url: receiver.url, event_types: ['parcel.permit_filed'] };
    const endpoint = await createEndpoint(app, key, wanted);
    const answer = await post(key, `/${endpoint.id}/test`, at === 0 ? {} : undefined);
    t.equal(answer.status, 202);
    t.equal(document.answer(`post ${HOOKS}/{id}/test`, 202, answer.json()), '');
    t.match(answer.json(), {
      status: 'pending',
      attempt: 0,
      event_type: 'parcel.permit_filed',
      endpoint_id: endpoint.id,
    });
    const got = (await receiver.until(at + 1)).at(-1)!;
    t.ok(verified(got, endpoint.secret));
    t.equal(got.headers['x-terrier-event-type'], 'parcel.permit_filed');
    t.equal(document.payload('parcel.permit_filed', got.body), '', 'the body is what the endpoint asked for');
    t.match(got.body, { ...place, test: true, delivery_attempt: 1, event_id: answer.json().event_id });
    t.equal('canonical_id' in got.body, at === 0, 'canonical_id to parcel endpoints only');
    await eventually(
      'delivered',
      async () => (await deliveriesOf(key, endpoint.id))[0]!.status === 'delivered',
    );
  }
  t.equal((await get(key, '')).json().quota.events_per_day.used, 0, 'counts toward no quota');
  t.same((await call(app, 'GET', '/api/v1/events', { key })).json().data, [], 'and is not an event');
});

t.test('a test has a type that the endpoint subscribes to', async (t) => {
  const key = await harness.key();
  const receiver = await makeReceiver(t);
  const filter = state('31');
  const both = ['parcel.permit_filed', 'parcel.owner_changed'];
  const { id } = await createEndpoint(app, key, { url: receiver.url, event_types: both, ...filter });
  const rows: [what: string, body: unknown, type: string][] = [
    ['no body: the first', undefined, 'parcel.permit_filed'],
    ['an empty body', {}, 'parcel.permit_filed'],
    ['the first', { event_type: 'parcel.permit_filed' }, 'parcel.permit_filed'],
    ['the other', { event_type: 'parcel.owner_changed' }, 'parcel.owner_changed'],
  ];
  const sent = new Map<string, string>();
  for (const [what, body, type] of rows) {
    const answer = await post(key, `/${id}/test`, body);
    t.match([answer.status, answer.json().event_type], [202, type], what);
    sent.set(answer.json().id, type);
  }
  for (const { headers, body } of await receiver.until(rows.length)) {
    const type = sent.get(String(headers['x-terrier-delivery-id']))!;
    t.equal(body.event_type, type);
    t.equal(document.payload(type, body), '', 'as documented');
    t.equal(body.test, true);
  }
  const json = { 'content-type': 'application/json' };
  const empty = await call(app, 'POST', `${HOOKS}/${id}/test`, { key, headers: json });
  t.equal(empty.status, 202, 'a type and no body');
  for (const [what, body, names] of [
    ['not subscribed to', { event_type: 'parcel.sold' }, /parcel\.permit_filed, parcel\.owner_changed/],
    ['one that there is not', { event_type: 'parcel.listed' }, /event_type must be one of/],
    ['null', { event_type: null }, /event_type/],
    ['an unknown key', { type: 'parcel.sold' }, /type is not a known field/],
    ['a list', [], /body must be an object/],
  ] as const) {
    const refused = await post(key, `/${id}/test`, body);
    checkError(t, refused, 400, 'invalid_parameter', names, what);
  }
});
