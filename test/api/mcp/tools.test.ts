import t from 'tap';
import { MOST_BYTES } from '../../../src/api/mcp/answer.ts';
import { listening } from '../../client/support.ts';
import { makeHarness } from '../../helper.ts';
import { each, valuesOf } from '../../listed.ts';
import { DEEDS, PARCELS, PERMITS, RISKS } from './records.ts';
import { ask, overHttp, overStdio } from './support.ts';

const harness = await makeHarness(t);
await harness.load('parcels', PARCELS);
await harness.load('deeds', DEEDS);
await harness.load('permits', PERMITS);
await harness.load('risks', RISKS);
const api = await listening(harness);
const client = await overHttp(t, api.baseUrl, await harness.key());
const BOUNDS = { north: 41, south: 40, east: -96, west: -97 };

t.test('the tools are described, with units, and only read', async (t) => {
  const { tools } = await client.listTools();
  t.same(
    valuesOf(tools, 'name'),
    each(`
      coverage parcel_find parcel_match parcel_lookup parcel_search parcel_value parcel_comparables owner_search owner_profile owner_properties
      market_counties market_trends market_accuracy deals_absentee deals_flips deals_contractors deals_entities
    `),
  );
  for (const { name, description, inputSchema, annotations } of tools) {
    const unit =
      { coverage: /percent/, parcel_find: /degrees/, parcel_match: /0 to 1/, market_accuracy: /percent/ }[
        name
      ] ?? /USD/;
    t.match(description, unit, `${name}: units`);
    t.same(annotations, { readOnlyHint: true, openWorldHint: false });
    t.equal(inputSchema.additionalProperties, false);
    const { limit, offset } = (inputSchema.properties ?? {}) as Record<
      string,
      { maximum: number } | undefined
    >;
    t.equal(offset, undefined);
    if (limit) t.ok(limit.maximum <= 50, `${name}: no more rows than a model can read`);
  }
  const search = tools.find(({ name }) => name === 'parcel_search')!.inputSchema.properties as object;
  t.match(search, { bounds: { type: 'object' }, filters: { type: 'object' }, sort: {}, cursor: {} });
  t.match(client.getInstructions(), /USD/);
});

t.test('a parcel is found by its address', async (t) => {
  const { rows } = (await ask(client, 'parcel_find', { q: '103 north oak street' })).json();
  t.match(rows, [{ id: '31109:R-3/1', address: /^103 N OAK ST/ }]);
  const { failed, text } = await ask(client, 'parcel_find', { q: '103', limit: 21 });
  t.ok(failed);
  t.match(text, /limit must be at most 20/);
});

t.test('a list is matched', async (t) => {
  const rows = [
    { county_fips: '31109', parcel_id: 'r 3 1' },
    { address: '1 Nowhere St', zip: '68508' },
  ];
  const answer = (await ask(client, 'parcel_match', { rows })).json();
  t.same(answer.rows, [
    { match: 'exact', score: 0.99, id: '31109:R-3/1' },
    { match: 'none', score: 0 },
  ]);
});

t.test('a parcel is shown with everything that belongs to it', async (t) => {
  const id = '31109:R-0/1';
  const plain = (await ask(client, 'parcel_lookup', { id })).json();
  t.match(plain.parcel, { id, owner_name: 'OAK STREET HOLDINGS LLC', total_assessed_value: 100_000 });
  t.same(Object.keys(plain), ['parcel']);
  t.notOk(JSON.stringify(plain).includes('null'), 'what is unknown is left out');

  const include = ['owner', 'deeds', 'permits', 'risks'];
  const whole = (await ask(client, 'parcel_lookup', { id, include, limit: 3 })).json();
  t.match(whole, {
    owner: { owner_name: 'OAK STREET HOLDINGS LLC', portfolio_summary: { property_count: 24 } },
    risks: { flood: { score: 41 } },
    deed_count: 2,
    permit_count: 14,
  });
  t.match(whole.deeds[0], { sale_price_usd: 210_000, grantee: 'CRANE, OTTO' });
  t.equal(whole.permits.length, 3);
  t.equal(whole.permits[0].description.length, 301, 'long texts are cut');
  t.equal(whole.owner_properties.length, 3);
});

t.test('a search has the exact total, a few rows, and how to go on', async (t) => {
  const first = (await ask(client, 'parcel_search', { bounds: BOUNDS, sort: 'assessed_value' })).json();
  t.equal(first.total, 30);
  t.equal(first.rows.length, 10);
  t.match(first.rows[0], { id: '31109:R-29/1', total_assessed_value: 129_000 });
  t.match(first.notes, [/cursor/]);
  const ids = new Set(first.rows.map(({ id }: { id: string }) => id));
  let cursor = first.next_cursor;
  for (let page = 2; page <= 3; page++) {
    const next = (
      await ask(client, 'parcel_search', { bounds: BOUNDS, sort: 'assessed_value', cursor })
    ).json();
    for (const { id } of next.rows) ids.add(id);
    cursor = next.next_cursor;
  }
  t.equal(ids.size, 30);
  t.equal(cursor, undefined, 'the last page says nothing of a next one');

  const near = { lat: 40.8, lon: -96.7, meters: 1 };
  t.match((await ask(client, 'parcel_search', { near })).json(), { total: 1, rows: [{ id: '31109:R-0/1' }] });

  const filtered = { bounds: BOUNDS, filters: { ownerTypes: ['individual'] }, limit: 50 };
  t.match((await ask(client, 'parcel_search', filtered)).json(), { total: 6, rows: { length: 6 } });
});

t.test('owners are found by name and shown with their parcels', async (t) => {
  const found = (await ask(client, 'owner_search', { q: 'oak str' })).json();
  t.match(found.rows, [{ owner_name: 'OAK STREET HOLDINGS LLC', property_count: 24 }]);
  const name = 'Oak Street Holdings, L.L.C.';
  const { owner } = (await ask(client, 'owner_profile', { name })).json();
  t.match(owner, { property_count: 24, states: ['NE'] });
  const owned = (await ask(client, 'owner_properties', { name, limit: 20 })).json();
  t.match(owned, { total: 24, rows: { length: 20 }, next_cursor: String });
  const rest = (await ask(client, 'owner_properties', { name, limit: 20, cursor: owned.next_cursor })).json();
  t.equal(rest.rows.length, 4);
});

t.test('a parcel without a value says why', async (t) => {
  const { rows, ...value } = (await ask(client, 'parcel_value', { id: '31109:R-0/1' })).json();
  t.match(value, { id: '31109:R-0/1', estimate: null, reason: 'few_sales', error: null });
  t.same(rows, []);
  const asked = { id: '31109:R-0/1', months: 12, same: 'class' };
  t.same((await ask(client, 'parcel_comparables', asked)).json().rows, []);
  t.same((await ask(client, 'market_accuracy', { state_fips: '31' })).json().rows, []);
});

t.test('markets are listed by county and over time', async (t) => {
  const counties = (await ask(client, 'market_counties', { quarter: '2024Q2' })).json();
  t.match(counties, { total: 1, rows: [{ county_fips: '31109', median_price: 210_000, low_sample: true }] });
  const trends = (await ask(client, 'market_trends', { county_fips: '31109', quarters: 2 })).json();
  t.same(valuesOf(trends.rows[0].quarters, 'quarter'), ['2024Q4', '2025Q2']);
});

t.test('deals are listed', async (t) => {
  const absentee = (await ask(client, 'deals_absentee', { state_fips: '31', out_of_state: true })).json();
  t.equal(absentee.total, 15);
  const flips = (await ask(client, 'deals_flips', {})).json();
  t.match(flips, {
    total: 2,
    rows: [{ profit: 60_000, buyer_name: 'OAK STREET HOLDINGS LLC' }, { profit: 60_000 }],
  });
  const flippers = (await ask(client, 'deals_flips', { view: 'flippers' })).json();
  t.match(flippers, { total: 1, rows: [{ rank: 1, flip_count: 2, total_profit: 120_000 }] });
  const contractors = (await ask(client, 'deals_contractors', { search: 'alder' })).json();
  t.match(contractors.rows, [{ permit_count: 14, permit_types: { Roofing: 7, Electrical: 7 } }]);
  const entities = (await ask(client, 'deals_entities', { state_fips: '31', limit: 2 })).json();
  t.match(entities, { total: 24, rows: { length: 2 } });
  const ranking = (await ask(client, 'deals_entities', { top: true })).json();
  t.match(ranking, { total: 1, summary: { entity_count: 1 }, rows: [{ property_count: 24 }] });
});

t.test('where there is data', async (t) => {
  t.match((await ask(client, 'coverage')).json(), { total_parcels: 30, rows: [{ state_fips: '31' }] });
  t.match((await ask(client, 'coverage', { state: 'NE' })).json(), { rows: [{ county_fips: '31109' }] });
});

t.test('no answer is longer than promised', async (t) => {
  const long = 'X'.repeat(290);
  const wide = PARCELS.map((parcel) => ({
    ...parcel,
    county_fips: '31055',
    city: long,
    owner_name: `${long} LLC`,
    land_use: long,
  }));
  await harness.load('parcels', [
    ...wide,
    ...wide.map((parcel) => ({ ...parcel, parcel_id: `S-${parcel.parcel_id}` })),
  ]);
  const { text, json } = await ask(client, 'deals_absentee', { county_fips: '31055', limit: 50 });
  t.ok(Buffer.byteLength(text) <= MOST_BYTES, `${Buffer.byteLength(text)} bytes`);
  const { total, rows, notes, next_cursor } = json();
  t.equal(total, 60);
  t.ok(rows.length > 5 && rows.length < 50);
  t.match(notes, [new RegExp(`only the first ${rows.length} of 50`)]);
  t.equal(next_cursor, undefined, 'a cursor would skip the rows that were left out');
  const again = (await ask(client, 'deals_absentee', { county_fips: '31055', limit: rows.length })).json();
  t.equal(again.rows.length, rows.length, 'as many as fitted fit again');
  t.type(again.next_cursor, 'string');
});

t.test('an error tells a model what to do', async (t) => {
  const rows: [string, Record<string, unknown>, RegExp][] = [
    ['parcel_lookup', { id: '31109:none' }, /^404 not_found: There is no parcel 31109:none/],
    ['parcel_lookup', { id: '..' }, /path\.id cannot be/],
    ['parcel_lookup', {}, /id is required/],
    ['parcel_lookup', { id: '31109:R-0/1', include: ['all'] }, /include\.0 must be one of owner, deeds/],
    ['owner_profile', { name: 'Nobody At All' }, /^404 not_found: There is no owner/],
    ['parcel_search', { bounds: { ...BOUNDS, south: 45 } }, /^400 invalid_parameter: bounds\.south/],
    ['parcel_search', {}, /^400 invalid_parameter: /],
    ['parcel_search', { bounds: BOUNDS, near: { lat: 1, lon: 1, meters: 1 } }, /^400 invalid_parameter: /],
    ['parcel_search', { bounds: BOUNDS, fields: ['id'] }, /fields is not a known field/],
    ['parcel_search', { bounds: BOUNDS, offset: 5 }, /offset is not a known field/],
    ['parcel_search', { bounds: BOUNDS, limit: 51 }, /limit must be at most 50/],
    ['deals_absentee', { state_fips: '99' }, /^400 invalid_parameter: state_fips/],
    ['deals_absentee', { cursor: 'altered' }, /^400 invalid_parameter: cursor/],
    ['deals_entities', {}, /^400 invalid_parameter: at least one of/],
    ['market_trends', {}, /^400 invalid_parameter: county_fips or state_fips/],
  ];
  for (const [name, args, complaint] of rows) {
    const { failed, text } = await ask(client, name, args);
    t.ok(failed, `${name} ${JSON.stringify(args)}`);
    t.match(text, complaint);
  }
  await t.rejects(client.callTool({ name: 'drop_tables', arguments: {} }), /drop_tables not found/);
  const away = await overStdio(t, 'http://127.0.0.1:9', await harness.key());
  const { failed, text } = await ask(away, 'coverage');
  t.ok(failed);
  t.match(text, /The Terrier API at http:\/\/127\.0\.0\.1:9 cannot be reached/);
});

t.test('the caller’s own limits apply, and an error says how long to wait', async (t) => {
  const limited = await listening(harness, { BURST_PRO: '2' }, () => Date.UTC(2031, 4, 15, 12, 0, 10));
  const clientOf = (own: string) => overHttp(t, limited.baseUrl, own);
  const first = await clientOf(await harness.key({ tier: 'pro' }));
  const second = await clientOf(await harness.key({ tier: 'pro' }));
  for (let times = 0; times < 2; times++) t.notOk((await ask(first, 'coverage')).failed);
  const refused = await ask(first, 'coverage');
  t.ok(refused.failed);
  t.match(refused.text, /^429 burst_limit: .*Try again in 50 seconds/);
  t.notOk((await ask(second, 'coverage')).failed, 'another caller is not concerned');
  const stranger = 'terrier_unknown';
  const unknown = await clientOf(stranger).catch((error: Error) => error.message);
  t.match(unknown, /401|invalid_key/);
  t.notMatch(unknown, stranger);
});
