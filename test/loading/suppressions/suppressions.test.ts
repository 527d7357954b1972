import type { RowDataPacket } from 'mysql2';
import t from 'tap';
import { tierLimits } from '../../../src/accounts/tiers.ts';
import { deriveAgain } from '../../../src/loading/ingest/ingest.ts';
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { layerStates, noteTry } from '../../../src/stores/mysql/source-layers.ts';
import { ask, overHttp } from '../../api/mcp/support.ts';
import { listening } from '../../client/support.ts';
import { call } from '../../helper.ts';
import { jsonLines, valuesOf } from '../../listed.ts';
import { createEndpoint, loadNews, makeDispatcher, makeReceiver } from '../../webhooks/support.ts';
import { clear, contents, counted, counts, writes } from '../ingest/support.ts';
import {
  CANARY,
  COUNTY,
  DEEDS,
  LOT_TILE,
  OTHER_COUNTY,
  operationsOf,
  PARCELS,
  PERMITS,
  REQUESTS,
  SHOWING,
  singing,
} from './everywhere.ts';
import { suppressing } from './suppressing.ts';

const { harness, app, key, suppress, suppressAll, loadAll, begin, tables, isStoredNowhere, silent } =
  await suppressing(t);
const { database, target } = harness;
const RECORDS_AND_VIEWS = ['parcels', 'deeds', 'permits', ...VIEW_KINDS] as const;

t.test('every GET and POST of the document is requested, or has a reason to show no names', async (t) => {
  t.same(Object.keys(REQUESTS).sort(), await operationsOf(app));
});

t.test('a suppressed canary is in no answer, table or index, and in nothing that is sent', async (t) => {
  const receiver = await makeReceiver(t);
  const endpoint = await createEndpoint(app, key, {
    url: receiver.url,
    filter_kind: 'state_fips',
    filter_value: { state_fips: '31' },
  });
  await loadAll({ news: tierLimits(harness.config) });
  const cursorOf = (cursor: string) =>
    call(app, 'POST', '/api/v1/search', {
      key,
      body: { filters: { stateFips: '31' }, sort: 'assessed_value', order: 'asc', limit: 1, cursor },
    });
  const first = (await cursorOf('*')).json();
  t.same(await singing(app, key), SHOWING, 'before, it is found where names are shown');
  t.match(await tables(), CANARY, 'and in what waits to be sent');
  const tile = () => call(app, 'GET', LOT_TILE, { key });
  t.match((await tile()).text, /entity_class.*llc/s, 'its lot shows its class');
  const etag = (await call(app, 'GET', '/api/v1/parcels/31109%3Ac1', { key })).headers.etag as string;

  const { added, parcels, deeds, permits, events } = await suppressAll(t);
  t.same({ added: added.length, parcels, deeds, permits }, { added: 2, parcels: 3, deeds: 4, permits: 2 });
  t.ok(events > 0, 'stored events lost their names');
  await silent(t, 'after it was suppressed');
  const renewed = await call(app, 'GET', '/api/v1/parcels/31109%3Ac1', {
    key,
    headers: { 'if-none-match': etag },
  });
  t.equal(renewed.status, 200, 'who has the answer of before gets the new one');
  t.match(renewed.json(), {
    owner_name: null,
    owner_id: null,
    entity_class: null,
    mailing_address: null,
    absentee_owner: null,
    latest_grantee: null,
    total_assessed_value: 265_000,
    sale_price: 150_000,
  });
  const lot = await tile();
  t.equal(lot.status, 200);
  t.notMatch(lot.text, /entity_class/, 'its lot is drawn without its class');
  const other = await call(app, 'GET', '/api/v1/parcels/31109%3Aother', { key });
  t.match(other.json(), {
    owner_name: 'OAK STREET HOLDINGS LLC',
    mailing_address: /PIER/i,
    latest_grantee: null,
  });

  let walked = '';
  for (let cursor = first.next_cursor; cursor; ) {
    const page = await cursorOf(cursor);
    walked += page.text;
    cursor = page.json().next_cursor;
  }
  t.match(walked, '31109:c1', 'a walk that began before comes to the parcel');
  t.notMatch(walked, CANARY, 'and does not see the names');

  const before = await Promise.all(RECORDS_AND_VIEWS.map((kind) => writes(harness, kind)));
  const again = await loadAll({ news: tierLimits(harness.config) });
  t.same(
    again.map(counts),
    [PARCELS, DEEDS, PERMITS].map(({ length }) => counted({ read: length, unchanged: length })),
    'the same files are unchanged',
  );
  t.same(await Promise.all(RECORDS_AND_VIEWS.map((kind) => writes(harness, kind))), before, 'nor write');
  await isStoredNowhere(t, 'after the same load');

  const queued = async () =>
    Number(
      (await database.$client.query<RowDataPacket[]>('SELECT COUNT(*) AS n FROM webhook_deliveries'))[0][0]!
        .n,
    );
  const waiting = await queued();
  const changed = PARCELS.map((parcel) => ({ ...parcel, total_assessed_value: 300_000 }));
  await loadNews(harness, 'parcels', changed);
  await loadNews(harness, 'deeds', [
    { ...DEEDS[0]!, document_number: '9', sale_date: '2023-01-10', grantee: 'ZZQUILL HOLDINGS LLC' },
  ]);
  t.ok((await queued()) > waiting, 'new events are queued');
  await isStoredNowhere(t, 'after new events');
  await deriveAgain(target, { all: true });
  await isStoredNowhere(t, 'after everything is derived again');
  const replaced = await harness.load('parcels', changed, { replace: true });
  t.equal(replaced.error, null);
  await silent(t, 'after the counties were replaced');

  const test = await call(app, 'POST', `/api/v1/webhooks/${endpoint.id}/test`, { key, body: {} });
  t.equal(test.status, 202);
  const deliveries = await queued();
  await makeDispatcher(t, harness);
  await receiver.until(deliveries);
  t.notMatch(receiver.got.map(({ raw }) => raw).join('\n'), CANARY, 'queued before, sent without names');
  t.ok(receiver.got.some(({ body }) => body.event_type === 'parcel.sold' && body.grantee === null));
  const list = await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries?limit=100`, { key });
  t.notMatch(list.text, CANARY);
  for (const { id } of list.json().data)
    t.notMatch(
      (await call(app, 'GET', `/api/v1/webhooks/${endpoint.id}/deliveries/${id}`, { key })).text,
      CANARY,
    );
  await call(app, 'DELETE', `/api/v1/webhooks/${endpoint.id}`, { key });
});

t.test('language models get no suppressed names', async (t) => {
  await begin();
  const api = await listening(harness);
  const mcp = await overHttp(t, api.baseUrl, key);
  const said = async () => {
    const texts: string[] = [];
    for (const [tool, args] of [
      ['parcel_find', { q: '1200 north oak' }],
      ['parcel_lookup', { id: '31109:c1' }],
      ['parcel_search', { filters: { countyFips: COUNTY } }],
      ['owner_search', { q: 'hawthorne' }],
      ['owner_search', { q: 'holdings' }],
      ['deals_absentee', {}],
      ['deals_flips', {}],
      ['deals_contractors', { min_permits: 1 }],
      ['deals_entities', { county_fips: COUNTY }],
    ] as const)
      texts.push((await ask(mcp, tool, args)).text);
    return texts.filter((text) => CANARY.test(text)).length;
  };
  t.ok((await said()) > 4);
  await suppressAll(t);
  t.equal(await said(), 0);
});

t.test('what is removed comes back when it is loaded again, and only then', async (t) => {
  await begin();
  await suppressAll(t);
  const source = (county_fips: string) => ({
    county_fips,
    publisher: null,
    outcome: 'loaded' as const,
    message: null,
    at: new Date(),
    load: { rows: 1, rejected: 0, left_out: [], columns: [], fingerprints: {} },
  });
  const layers = { [COUNTY]: 'ours', '31000': 'state', '37183': 'other' };
  for (const [county, name] of Object.entries(layers))
    await noteTry(database, { source: name, layer: 'parcels/0' }, source(county));
  const ids = jsonLines((await suppress(t, 'list', '--json')).out).map(({ id }) => id);
  const { status, out } = await suppress(t, 'remove', ...ids.map(String), '--json');
  t.equal(status, 0);
  t.same(JSON.parse(out), { removed: ids, counties: ['31000', OTHER_COUNTY, COUNTY], faults: [] });
  const unchanged = (await layerStates(database)).filter(({ fingerprints }) => fingerprints !== null);
  t.same(valuesOf(unchanged, 'source'), ['other'], 'the next sync reads the sources of its counties again');
  await deriveAgain(target, { all: true });
  await isStoredNowhere(t, 'before it is loaded again');
  const reports = await loadAll({ news: tierLimits(harness.config) });
  t.same(valuesOf(reports, 'updated'), [3, 4, 2], 'the same files write what was suppressed');
  t.equal(
    reports.reduce((sum, { webhooks }) => sum + webhooks.events, 0),
    0,
    'which is no news',
  );
  t.same(
    (await singing(app, key)).filter((operation) => operation !== 'get /api/v1/events'),
    SHOWING.filter((operation) => operation !== 'get /api/v1/events'),
  );
});

t.test('suppressing an owner in one county keeps the names in others', async (t) => {
  await begin();
  const { status, out } = await suppress(
    t,
    'add',
    '--owner',
    'zzquill HOLDINGS, l.l.c',
    '--county',
    OTHER_COUNTY,
  );
  t.equal(status, 0);
  t.match(out, 'Names taken out of 1 parcel, 0 deeds, 0 permits');
  const parcels = (await contents(harness, 'parcels')) as Record<string, { owner_name: string | null }>;
  t.equal(parcels['31055:c3']!.owner_name, null);
  t.equal(parcels['31109:c1']!.owner_name, 'ZZQUILL HOLDINGS LLC');
  const owner = (await call(app, 'GET', '/api/v1/owners/ZZQUILL%20HOLDINGS%20LLC', { key })).json();
  t.equal(owner.property_count, 1, 'the profile has the rest');
});

t.test('a list added before a load or after it gives the same records, figures and sales', async (t) => {
  await begin();
  const shown = async () => {
    const found = (await contents(harness, 'deeds')) as Record<string, Record<string, unknown>>;
    return Object.values(found).map(({ id, is_arm_length, is_sale, usable_for_stats }) => ({
      id,
      is_arm_length,
      is_sale,
      usable_for_stats,
    }));
  };
  const all = () => Promise.all(RECORDS_AND_VIEWS.map((kind) => contents(harness, kind)));
  const [deeds, market] = [await shown(), await contents(harness, 'market')];
  await suppressAll(t);
  t.same(await shown(), deeds, 'sales stay as they are');
  t.same(await contents(harness, 'market'), market, 'and figures');
  const rewritten = await all();
  await clear(harness);
  await loadAll();
  const loaded = await all();
  for (const [at, kind] of RECORDS_AND_VIEWS.entries()) t.same(loaded[at], rewritten[at], kind);

  await suppress(t, 'remove', '--parcel', '31109:c1');
  await loadAll();
  const { '31109:c1': parcel } = await contents(harness, 'parcels');
  t.notMatch(JSON.stringify(parcel), /zzquill holdings/i, 'under two entries, both must be removed');
});
