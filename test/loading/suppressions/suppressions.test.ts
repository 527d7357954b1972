import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { RowDataPacket } from 'mysql2';
import t, { type Test } from 'tap';
import { tierLimits } from '../../../src/accounts/tiers.ts';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { withLoadLock } from '../../../src/loading/ingest/alone.ts';
import { deriveAgain, type IngestKind, type IngestOptions } from '../../../src/loading/ingest/ingest.ts';
import { KINDS, VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { layerStates, noteTry } from '../../../src/stores/mysql/source-layers.ts';
import { ask, httpServer } from '../../api/mcp/support.ts';
import { terrierHere } from '../../cli/in-process.ts';
import { listening } from '../../client/support.ts';
import { call, makeHarness } from '../../helper.ts';
import {
  createEndpoint,
  eventually,
  loadNews,
  makeDispatcher,
  makeReceiver,
} from '../../webhooks/support.ts';
import {
  clear,
  contents,
  counted,
  counts,
  csv,
  inputFile,
  ndjson,
  stored,
  writes,
} from '../ingest/support.ts';
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

const harness = await makeHarness(t);
const { database, target } = harness;
const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');
const key = await harness.key();
const app = await harness.app();
const RECORDS_AND_VIEWS = ['parcels', 'deeds', 'permits', ...VIEW_KINDS] as const;

/** All names of the canary: by parcel, by owner everywhere, and with its words in another order. */
const LIST = [{ county_fips: COUNTY, parcel_id: 'c1' }, { owner_name: 'L.L.C. Zzquill Holdings' }];

/** Runs `terrier suppress …`, and checks that it prints no name unless asked to. */
async function suppress(t: Test, ...args: string[]) {
  const ended = await terrierHere(['suppress', ...args], harness.env);
  if (!args.includes('--show')) t.notMatch(ended.out + ended.err, CANARY, 'it prints no names');
  return ended;
}

async function suppressAll(t: Test) {
  const file = await inputFile(t, 'list.ndjson', ndjson(LIST));
  const { status, out, err } = await suppress(t, 'add', '--file', file, '--json');
  t.equal(status, 0, err);
  return JSON.parse(out);
}

async function removeAll() {
  await database.$client.query('DELETE FROM suppressions');
}

async function loadAll(options: IngestOptions = {}) {
  const reports = [];
  for (const [kind, records] of [
    ['parcels', PARCELS],
    ['deeds', DEEDS],
    ['permits', PERMITS],
  ] as const)
    reports.push(
      await harness.load(kind as IngestKind, records as unknown as Record<string, unknown>[], options),
    );
  return reports;
}

async function begin() {
  await removeAll();
  await clear(harness);
  await loadAll();
}

/** The values of all tables of the database, as text. */
async function tables(): Promise<string> {
  const [names] = await database.$client.query<RowDataPacket[]>('SHOW TABLES');
  const found: string[] = [];
  for (const row of names) {
    const [rows] = await database.$client.query<RowDataPacket[]>(
      `SELECT * FROM \`${Object.values(row)[0]}\``,
    );
    for (const one of rows)
      for (const value of Object.values(one))
        found.push(Buffer.isBuffer(value) ? value.toString('latin1') : String(value));
  }
  return found.join('\n');
}

/** Fails for each index and table that contains the canary. */
async function isStoredNowhere(t: Test, when: string) {
  for (const kind of KINDS)
    t.notMatch(JSON.stringify([...(await stored(harness, kind))]), CANARY, `${kind}, ${when}`);
  t.notMatch(await tables(), CANARY, `no table, ${when}`);
}

/** Fails for each place in which the canary can still be found, including all answers. */
async function silent(t: Test, when: string) {
  t.same(await singing(app, key), [], `no answer, ${when}`);
  await isStoredNowhere(t, when);
}

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
  t.same(
    await Promise.all(RECORDS_AND_VIEWS.map((kind) => writes(harness, kind))),
    before,
    'and write nothing',
  );
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
  t.notMatch(
    receiver.got.map(({ raw }) => raw).join('\n'),
    CANARY,
    'what was queued before is sent without names',
  );
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
  const mcp = await (await httpServer(t, api.baseUrl)).client(key);
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
    load: { rows: 1, rejected: 0, columns: [], fingerprints: {} },
  });
  const layers = { [COUNTY]: 'ours', '31000': 'state', '37183': 'other' };
  for (const [county, name] of Object.entries(layers))
    await noteTry(database, { source: name, layer: 'parcels/0' }, source(county));
  const ids = (await suppress(t, 'list', '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  const { status, out } = await suppress(t, 'remove', ...ids.map(String), '--json');
  t.equal(status, 0);
  t.same(JSON.parse(out), { removed: ids, counties: ['31000', OTHER_COUNTY, COUNTY], faults: [] });
  const unchanged = (await layerStates(database)).filter(({ fingerprints }) => fingerprints !== null);
  t.same(
    unchanged.map((layer) => layer.source),
    ['other'],
    'the next sync reads the sources of its counties again',
  );
  await deriveAgain(target, { all: true });
  await isStoredNowhere(t, 'before it is loaded again');
  const reports = await loadAll({ news: tierLimits(harness.config) });
  t.same(
    reports.map(({ updated }) => updated),
    [3, 4, 2],
    'the same files write what was suppressed',
  );
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
  t.notMatch(
    JSON.stringify(parcel),
    /zzquill holdings/i,
    'records under two entries need both to be removed',
  );
});

/** Starts `terrier suppress add` in its own process, which waits for the lock of loads. */
function addElsewhere(t: Test, file: string) {
  const child = spawn(process.execPath, [MAIN, 'suppress', 'add', '--file', file], {
    env: { ...process.env, ...harness.env },
    stdio: 'ignore',
  });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

async function listIsStored() {
  const [rows] = await database.$client.query<RowDataPacket[]>('SELECT COUNT(*) AS n FROM suppressions');
  return Number(rows[0]!.n) === LIST.length;
}

t.test('killed before the records are rewritten, the next load or the same command does it', async (t) => {
  for (const next of ['load', 'command'] as const) {
    await begin();
    const file = await inputFile(t, 'list.ndjson', ndjson(LIST));
    await withLoadLock(
      target,
      () => {},
      async () => {
        const child = addElsewhere(t, file);
        await eventually('the list is stored', listIsStored);
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    );
    t.match((await suppress(t, 'list')).out, 'not yet applied');
    t.match(JSON.stringify(await contents(harness, 'parcels')), CANARY);
    if (next === 'load') await harness.load('permits', [{ county_fips: '02016', permit_number: 'x' }]);
    else t.equal((await suppress(t, 'add', '--file', file)).status, 0);
    await silent(t, `after the next ${next}`);
    t.notMatch((await suppress(t, 'list')).out, 'not yet applied');
  }
});

t.test('a load that runs brings no name in, from the next rows on or at its end', async (t) => {
  await begin();
  const file = await inputFile(t, 'list.ndjson', ndjson(LIST));
  let child: ReturnType<typeof addElsewhere> | undefined;
  async function* prepared() {
    let line = 0;
    const row = (record: object) => ({
      line: ++line,
      raw: JSON.stringify(record),
      record: record as Record<string, unknown>,
    });
    const owner_name = 'ZZQUILL HOLDINGS LLC';
    const some = Array.from({ length: 2_500 }, (_, at) => ({
      county_fips: '02016',
      parcel_id: `f${at}`,
      owner_name,
    }));
    yield { file: 'made up', rows: some.slice(0, 2_500).map(row), share: null };
    child = addElsewhere(t, file);
    await eventually('the list is stored', listIsStored);
    yield {
      file: 'made up',
      rows: [row({ county_fips: '02016', parcel_id: 'late', owner_name })],
      share: null,
    };
  }
  const report = await harness.load('parcels', { name: 'made up', prepared });
  t.equal(report.error, null);
  await once(child!, 'exit');
  await silent(t, 'after both have ended');
});

t.test('bad rows of a list are reported by line and reason, and the others are added', async (t) => {
  await removeAll();
  const rows = [
    { county_fips: COUNTY, parcel_id: 'c1', owner_name: '' },
    { county_fips: '31999', parcel_id: 'c1', owner_name: '' },
    { county_fips: COUNTY, parcel_id: 'c1', owner_name: 'BOTH' },
    { county_fips: '', parcel_id: '', owner_name: '' },
    { county_fips: '', parcel_id: '', owner_name: '...' },
    { county_fips: 'x', parcel_id: '', owner_name: 'ZZQUILL, NOBODY' },
    { county_fips: '', parcel_id: '', owner_name: 'zzquill holdings llc' },
  ];
  const file = await inputFile(t, 'list.csv', csv(rows));
  const { status, out, err } = await suppress(t, 'add', '--file', file, '--json');
  t.equal(status, 3);
  const { added, faults } = JSON.parse(out);
  t.equal(added.length, 2);
  t.same(faults, [
    { line: 3, reason: 'county_fips_unknown', field: 'county_fips' },
    { line: 4, reason: 'parcel_id_and_owner_name' },
    { line: 5, reason: 'parcel_id_or_owner_name_missing' },
    { line: 6, reason: 'owner_name_empty', field: 'owner_name' },
    { line: 7, reason: 'county_fips_unknown', field: 'county_fips' },
  ]);
  t.match(err, 'line 3: county_fips: county_fips_unknown');
  const again = await suppress(t, 'add', '--file', file, '--json');
  t.same(JSON.parse(again.out).added, [], 'what is there stays');

  const wrong = await inputFile(
    t,
    'wrong.ndjson',
    ndjson([{ county_fips: COUNTY, parcel_id: 'never' }, LIST[1]]),
  );
  const removed = await suppress(t, 'remove', '--file', wrong, '--json');
  t.equal(removed.status, 3);
  t.match(JSON.parse(removed.out), { removed: [Number], faults: [{ line: 1, reason: 'not_suppressed' }] });
});

t.test('flags that make no sense are refused', async (t) => {
  for (const [args, message] of [
    [['add'], 'Give one of --parcel, --owner and --file.'],
    [['add', '--parcel', '31109:x', '--owner', 'x'], 'Give one of --parcel, --owner and --file.'],
    [['add', '--parcel', '31109:x', '--county', COUNTY], '--county goes with --owner.'],
    [['add', '--parcel', 'c1'], 'It must be the id of a parcel'],
    [['add', '--parcel', '31999:c1'], 'It must be the id of a parcel'],
    [['add', '--owner', '...'], 'It must have a letter or a digit.'],
    [['add', '--owner', 'x', '--county', '31999'], 'is not the 5-digit FIPS code'],
    [['add', '--owner', 'x', '--by', ' '], 'It must be 1 to 100 characters'],
    [['remove', '99999999'], 'There is no entry 99999999'],
    [['remove', 'x'], 'It must be a number of the list.'],
    [['remove', '1', '--owner', 'x'], 'Give numbers, or one of'],
  ] as const) {
    const { status, err } = await suppress(t, ...args);
    t.equal(status, 1, args.join(' '));
    t.match(err, message);
  }
});

t.test('the list shows names only on request, and the log shows who changed what and when', async (t) => {
  await removeAll();
  await suppress(t, 'add', '--parcel', '31:109:c1', '--by', 'request 2026-114');
  await suppress(t, 'add', '--owner', 'Zzquill Holdings LLC', '--county', COUNTY);
  t.match((await suppress(t, 'list')).out, /parcel +31109 .*request 2026-114 +applied/);
  t.match((await suppress(t, 'list', '--show')).out, /owner +31109 .*Zzquill Holdings LLC/);
  await suppress(t, 'remove', '--owner', 'ZZQUILL HOLDINGS LLC', '--county', COUNTY, '--by', 'counsel');
  const log = (await suppress(t, 'log', '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  t.match(log[0], {
    what: 'removed',
    kind: 'owner',
    county_fips: COUNTY,
    changed_by: 'counsel',
    changed_at: /Z$/,
  });
  t.match(log[1], { what: 'added', kind: 'owner', id: log[0].id });
  t.match(log[2], { what: 'added', kind: 'parcel', changed_by: 'request 2026-114' });
  t.match((await suppress(t, 'log', '--show')).out, 'Zzquill Holdings LLC');
});

t.test('with another key nothing is loaded, and nothing is added', async (t) => {
  await begin();
  await suppressAll(t);
  const other = { ...target, secretKey: async () => Buffer.alloc(32) };
  const { ingest } = await import('../../../src/loading/ingest/ingest.ts');
  const report = await ingest('parcels', { name: 'made up', records: PARCELS }, other);
  t.match(report.error, /encrypted with another WEBHOOK_SECRET_KEY/);
  const env = { ...harness.env, WEBHOOK_SECRET_KEY: '00'.repeat(32) };
  const { status, err } = await terrierHere(['suppress', 'add', '--parcel', '31109:c2'], env);
  t.equal(status, 1);
  t.match(err, /encrypted with another WEBHOOK_SECRET_KEY/);
});
