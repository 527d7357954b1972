import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { EVENT_TYPES, type EventfulKind } from '../../src/domain/events.ts';
import { aliasOf, concreteIndex, templateOf } from '../../src/stores/elastic/indices.ts';
import { terrierHere } from '../cli/in-process.ts';
import { call, makeHarness } from '../helper.ts';
import { jsonLines } from '../listed.ts';
import { contents } from '../loading/ingest/support.ts';
import { createEndpoint, loadNews } from '../webhooks/support.ts';
import { county, type Json, QUIET } from '../webhooks/watching.ts';

/**
 * Deeds and permits with numbers that begin again each year, and what the version stored that identified them without the
 * year: documents, and the events that it sent.
 */
const FOLDER = join(import.meta.dirname, 'numbers');
const lines = async (name: string) => jsonLines(await readFile(join(FOLDER, name), 'utf8'));
const records: Record<EventfulKind, Record<string, Json>[]> = { deeds: [], permits: [] };
for (const [kind, record] of await lines('records.ndjson')) records[kind as EventfulKind].push(record);
const stored: [kind: string, id: string, document: Json][] = await lines('stored.ndjson');
const KINDS = ['deeds', 'permits'] as const;

const harness = await makeHarness(t);
const { client, database, config } = harness;
const { app, key } = await harness.api();
const ask = async (path: string) => (await call(app, 'GET', `/api/v1${path}`, { key })).json();
const events = async (): Promise<Json[]> => (await ask('/events?limit=500')).data;
const terrier = (...args: string[]) => terrierHere(args, harness.env);
await createEndpoint(app, key, { ...county('31', '109'), url: 'http://127.0.0.1:9/' });

/** Its load was killed after their events were committed, before they were stored. */
const isLost = ({ parcel_id, document_number }: Json) => document_number === '000010' || parcel_id === 'Y-7';

async function goBack(kind: EventfulKind): Promise<void> {
  const alias = aliasOf(config.INDEX_PREFIX, kind);
  const present = await concreteIndex(client, alias);
  const fields = templateOf(kind).mappings.properties;
  const { order: _, ...internal } = fields.internal!.properties as Json;
  // A name that matches no index template.
  const index = `${config.INDEX_PREFIX}-earlier-${kind}`;
  const properties = { ...fields, internal: { properties: internal } } as Json;
  await client.indices.create({ index, mappings: { dynamic: 'strict', properties } });
  await client.indices.delete({ index: present });
  await client.indices.putAlias({ index, name: alias, is_write_index: true });
  const documents = stored.filter(([of, , document]) => of === kind && !isLost(document));
  const operations = documents.flatMap(([, _id, document]) => [{ index: { _index: index, _id } }, document]);
  const { errors } = await client.bulk({ operations, refresh: true });
  if (errors) throw new Error('Elasticsearch refused a document of the earlier version');
}

async function storeEvents(): Promise<void> {
  const insert = async (table: string, row: object) =>
    database.$client.query('INSERT INTO ?? SET ?', [table, row]);
  const [[account]] = (await database.$client.query('SELECT id FROM webhook_accounts')) as Json;
  for (const [kind, event_id, { body, canonical_id, match_basis }] of stored) {
    if (kind !== 'events') continue;
    const { event_type } = body;
    const event = { event_id, event_type, body: JSON.stringify(body), canonical_id, match_basis };
    const [{ insertId }] = (await insert('webhook_events', { ...event, created_at: new Date() })) as Json;
    await insert('webhook_account_events', { account_id: account.id, event_id: insertId });
  }
}

for (const kind of KINDS) await goBack(kind);
await storeEvents();
const sent = await events();

t.test('reindex and derive store what a first load would have stored', async (t) => {
  t.match((await terrier('keys', 'list')).err, /deeds.*the form of its records.*Run `terrier reindex`/);
  const reindexed = await terrier('reindex', '--json');
  t.same(JSON.parse(reindexed.out), { reindexed: [...KINDS] }, reindexed.err);
  t.match(await terrier('derive', '--all'), { status: 0 });
  const fresh = await makeHarness(t);
  for (const kind of KINDS) {
    await fresh.load(
      kind,
      records[kind].filter((record) => !isLost(record)),
    );
    t.same(await contents(harness, kind), await contents(fresh, kind), kind);
  }
  t.match(await terrier('reindex'), { status: 0, out: /Nothing to do/ });
});

t.test('deeds of several years are no longer one sale of several parcels', async (t) => {
  await harness.load(
    'parcels',
    records.deeds.map(({ county_fips, parcel_id }) => ({ county_fips, parcel_id })),
  );
  const usable = async (parcel: string) =>
    (await ask(`/parcels/31109:${parcel}/deeds`)).data.map((deed: Json) => deed.usable_for_stats);
  for (const [parcel, expected] of [
    ['Y-1', [true]],
    ['Y-2', [true]],
    ['Y-8', [false]],
    ['Y-9', [false]],
  ] as const)
    t.same(await usable(parcel), expected, parcel);
});

t.test('the same files loaded again send no event twice, and change nothing the second time', async (t) => {
  for (const kind of KINDS) {
    const lost = records[kind].filter(isLost).length;
    t.ok(lost > 0);
    const report = await loadNews(harness, kind, records[kind]);
    t.match(report, { created: lost, rejected: 0, error: null }, kind);
    t.same(report.webhooks, QUIET, 'not even of those whose load was killed');
    // Records are written once more where this version reads them in another way.
    t.match(await loadNews(harness, kind, records[kind]), { unchanged: records[kind].length, updated: 0 });
  }
  t.same(await events(), sent);
});

t.test('the same number in another year is news', async (t) => {
  const [{ ...deed }, [permit]] = [records.deeds[0]!, records.permits];
  const next = { ...deed, recorded_date: '2021-03-01', sale_date: '2021-03-01' };
  t.match((await loadNews(harness, 'deeds', [next])).webhooks, { events: 2 });
  t.match((await loadNews(harness, 'permits', [{ ...permit, filed_date: '2021-03-01' }])).webhooks, {
    events: 1,
  });
  t.equal((await events()).length, sent.length + EVENT_TYPES.length);
});
