import { hash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Client } from '@elastic/elasticsearch';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { backup } from '../../src/backup/backup.ts';
import type { Manifest } from '../../src/backup/manifest.ts';
import { BytesConnection } from '../../src/elastic/connection.ts';
import { terrierHere } from '../commands/in-process.ts';
import { call, EVERYWHERE, type Harness, makeHarness } from '../helper.ts';
import {
  createEndpoint,
  deed,
  loadNews,
  makeDispatcher,
  makeReceiver,
  verified,
} from '../webhooks/support.ts';
import { countsOf, loadRecords, makeFolder, makeTarget, records } from './support.ts';

const source = await makeHarness(t);
const folder = await makeFolder(t);
const whole = join(folder, 'whole');
const at = Date.now();
const key = await source.key();
const sourceApp = await source.app({}, () => at);
/** The manifest with changes, as a version that made them would have written it. */
function changed(changes: Partial<Manifest>): string {
  const { sha256: _, ...content } = { ...manifest(), ...changes };
  return JSON.stringify({ ...content, sha256: hash('sha256', JSON.stringify(content)) });
}
const manifest = (): Manifest => JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8'));

await loadRecords(source);
const receiver = await makeReceiver(t);
const watched = records.parcels[0]! as { county_fips: string; parcel_id: string };
const news = (number: string) => deed(number, { ...watched });
const endpoint = await createEndpoint(sourceApp, key, {
  url: receiver.url,
  filter_kind: 'county_fips',
  filter_value: { state_fips: watched.county_fips.slice(0, 2), county_fips: watched.county_fips.slice(2) },
});
await loadNews(source, 'deeds', [news('delivered before')]);
const dispatcher = await makeDispatcher(t, source);
await receiver.until(2);
await dispatcher.stop();
await loadNews(source, 'deeds', [news('pending')]);

const parcel = `${watched.county_fips}:${watched.parcel_id}`;
const { lat, lon } = records.parcels[0]!.location as { lat: number; lon: number };
const tile = (zoom: number) => {
  const x = Math.floor(((lon + 180) / 360) * 2 ** zoom);
  const radians = (lat * Math.PI) / 180;
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** zoom);
  return `/api/v1/tiles/${zoom}/${x}/${y}.mvt`;
};
const county = `county_fips=${watched.county_fips}`;
const QUESTIONS: [string, object?][] = [
  [`/api/v1/parcels/${parcel}`],
  [`/api/v1/parcels/${parcel}/outline`],
  [`/api/v1/parcels/${parcel}/owner`],
  [`/api/v1/parcels/${parcel}/deeds`],
  [`/api/v1/parcels/${parcel}/permits`],
  [`/api/v1/parcels/${parcel}/risks`],
  [`/api/v1/parcels/at?lat=${lat}&lon=${lon}`],
  ['/api/v1/parcels/suggest?q=1'],
  ['/api/v1/search', { bounds: EVERYWHERE, limit: 500 }],
  ['/api/v1/search', { bounds: EVERYWHERE, sort: 'deal_score', offset: 700 }],
  ['/api/v1/search', { filters: { updatedSince: '2020-01-01T00:00:00Z' }, sort: 'updated_at', order: 'asc' }],
  ['/api/v1/search/count', { bounds: EVERYWHERE }],
  ['/api/v1/search/facets', { bounds: EVERYWHERE, by: ['land_use'], figures: ['deal_score'] }],
  ['/api/v1/search/clusters', { bounds: EVERYWHERE, zoom: 5 }],
  ['/api/v1/search/export', { bounds: EVERYWHERE }],
  [tile(14)],
  [tile(17)],
  ['/api/v1/coverage'],
  ['/api/v1/deals/absentee'],
  ['/api/v1/deals/flips'],
  ['/api/v1/deals/flips?view=flippers'],
  ['/api/v1/deals/contractors'],
  [`/api/v1/deals/entities?${county}`],
  ['/api/v1/market/counties'],
  [`/api/v1/market/trends?${county}`],
  ['/api/v1/owners/search?q=llc'],
  ['/api/v1/events'],
  ['/api/v1/webhooks'],
  [`/api/v1/webhooks/${endpoint.id}/deliveries`],
];
/** Every answer as it leaves, with its ETag. */
async function answers(app: FastifyInstance) {
  const found: Record<string, unknown> = {};
  for (const [url, body] of QUESTIONS) {
    const { status, headers, text } = await call(app, body ? 'POST' : 'GET', url, { key, body });
    // The rows of an export have cursors, which are encrypted in another way each time.
    const same = text.replaceAll(/"cursor":"[^"]*"/g, '');
    found[`${url} ${JSON.stringify(body ?? '')}`] = { status, etag: headers.etag, text: same };
  }
  return found;
}
/** The questions with other answers. */
const differing = (found: Record<string, unknown>, wanted: Record<string, unknown>) =>
  Object.keys(wanted).filter((question) => !isDeepStrictEqual(found[question], wanted[question]));
const events = async (app: FastifyInstance, after = '0') =>
  (await call(app, 'GET', `/api/v1/events?after=${after}`, { key })).json();

const before = await answers(sourceApp);
// The app writes use by day every 15 seconds: that could add a row in the middle of a backup.
await sourceApp.history.flush();
const { next: lastSeen } = await events(sourceApp);
const target = await makeTarget(t, source);
const restoreInto = (harness: Harness, from = whole, settings: Record<string, string> = {}) =>
  terrierHere(['restore', from, '--json'], { ...harness.env, ...settings });

t.test('terrier backup writes a folder that only its owner reads, and says what it holds', async (t) => {
  for (const [question, answer] of Object.entries(before)) t.match(answer, { status: 200 }, question);
  const { status, out, err } = await terrierHere(['backup', whole, '--json'], source.env);
  t.equal(status, 0, err);
  const { documents, rows } = await countsOf(source);
  t.match(JSON.parse(out), { folder: whole, documents, rows });
  t.equal(documents.parcels, 1_500);
  t.equal(rows.webhook_deliveries, 4);
  t.match(manifest(), { prefix: source.config.INDEX_PREFIX, unfinished: false, terrier: /^\d+\.\d+\.\d+$/ });
  t.equal(statSync(whole).mode & 0o777, 0o700);
  for (const name of readdirSync(whole)) t.equal(statSync(join(whole, name)).mode & 0o777, 0o600, name);
  t.same(readdirSync(folder), ['whole'], 'nothing of another name is left');
  t.same(differing(await answers(sourceApp), before), [], 'it changes nothing');
});

t.test('it holds no key, no signing secret and no key of them', async (t) => {
  const text = readFileSync(join(whole, 'manifest.json'), 'utf8');
  for (const secret of [key, endpoint.secret, source.env.WEBHOOK_SECRET_KEY!]) {
    t.notOk(text.includes(secret));
    for (const name of readdirSync(whole).filter((one) => one.endsWith('.gz'))) {
      t.notOk(gunzipSync(readFileSync(join(whole, name))).includes(secret), name);
    }
  }
});

t.test('a folder that is there already is refused, as is an installation without anything', async (t) => {
  const again = await terrierHere(['backup', whole], source.env);
  t.equal(again.status, 1);
  t.match(again.err, /is there already: name a new folder/);
  const nothing = await terrierHere(['backup', join(folder, 'none')], {
    ...source.env,
    INDEX_PREFIX: 'nobody',
  });
  t.equal(nothing.status, 1);
  t.match(nothing.err, /no index nobody-parcels\. Look at INDEX_PREFIX/);
  t.same(readdirSync(folder), ['whole']);
});

t.test('what is damaged is refused by its name, before anything is written', async (t) => {
  const DAMAGE: [string, (folder: string) => void, RegExp][] = [
    [
      'a flipped bit',
      (copy) => {
        const file = join(copy, 'deeds.ndjson.gz');
        const bytes = readFileSync(file);
        bytes[bytes.length >> 1]! ^= 1;
        writeFileSync(file, bytes);
      },
      /deeds\.ndjson\.gz is damaged: its SHA-256/,
    ],
    [
      'a short file',
      (copy) => truncateSync(join(copy, 'webhook_events.rows.gz'), 30),
      /webhook_events\.rows\.gz is damaged: it has 30 bytes/,
    ],
    [
      'a missing file',
      (copy) => rmSync(join(copy, 'owners.ndjson.gz')),
      /owners\.ndjson\.gz cannot be read \(ENOENT\)/,
    ],
    [
      'a broken manifest',
      (copy) => truncateSync(join(copy, 'manifest.json'), 100),
      /manifest\.json is damaged/,
    ],
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json')), /is not a backup of Terrier/],
    [
      'a count that is not that of the backup',
      (copy) => {
        const file = join(copy, 'manifest.json');
        writeFileSync(file, readFileSync(file, 'utf8').replace('"documents": 1500', '"documents": 1501'));
      },
      /manifest\.json is damaged/,
    ],
    [
      'a later form',
      (copy) => writeFileSync(join(copy, 'manifest.json'), changed({ format: 2, terrier: '9.9.9' })),
      /was made by Terrier 9\.9\.9: restore it with that version or a later one/,
    ],
    [
      'later tables',
      (copy) =>
        writeFileSync(join(copy, 'manifest.json'), changed({ migration: { name: 'x', when: 2 ** 42 } })),
      /restore it with that version or a later one/,
    ],
  ];
  const empty = await countsOf(target);
  for (const [name, damage, words] of DAMAGE) {
    const copy = join(folder, 'copy');
    cpSync(whole, copy, { recursive: true });
    damage(copy);
    const { status, err } = await restoreInto(target, copy);
    t.equal(status, 1, name);
    t.match(err, words, name);
    rmSync(copy, { recursive: true });
  }
  t.same(await countsOf(target), empty);
});

t.test('terrier restore: every answer is the same, byte for byte, with its ETag', async (t) => {
  const { status, out, err } = await restoreInto(target);
  t.equal(status, 0, err);
  const { indices, tables } = manifest();
  t.match(JSON.parse(out), { restored: true, sealed_secrets: 0 });
  const { documents, rows } = await countsOf(target);
  t.same(documents, Object.fromEntries(indices.map((part) => [part.kind, part.documents])));
  t.same(rows, Object.fromEntries(tables.map((part) => [part.table, part.rows])));
  t.same(differing(await answers(await target.app({}, () => at)), before), []);
});

t.test('the same command again has nothing to do', async (t) => {
  const before = await countsOf(target);
  const { status, out } = await terrierHere(['restore', whole], target.env);
  t.equal(status, 0);
  t.match(out, /Nothing to do/);
  t.same(await countsOf(target), before);
});

t.test('loading the same records again changes nothing', async (t) => {
  for (const kind of ['parcels', 'deeds', 'permits', 'risks'] as const)
    t.match(await target.load(kind, records[kind]), { created: 0, updated: 0, error: null }, kind);
});

t.test(
  'what was pending is sent, and a new record is one event, numbered beyond those of before',
  async (t) => {
    const seen = receiver.got.length;
    const sourceDispatcher = await makeDispatcher(t, source);
    await receiver.until(seen + 2);
    await sourceDispatcher.stop();
    const delivered = receiver.got
      .slice(seen)
      .map(({ body }) => body.event_id)
      .sort();

    const dispatcher = await makeDispatcher(t, target);
    await receiver.until(seen + 4);
    const again = receiver.got.slice(seen + 2);
    t.same(again.map(({ body }) => body.event_id).sort(), delivered, 'receivers know them by their id');
    for (const received of again) t.ok(verified(received, endpoint.secret));

    const app = await target.app();
    t.same((await events(app, lastSeen)).data, []);
    const made = news('new');
    t.match(await loadNews(target, 'deeds', [made]), { created: 1 });
    await loadNews(target, 'deeds', [made]);
    await receiver.until(seen + 6);
    const fresh = await events(app, lastSeen);
    t.same(fresh.data.map(({ event_type }: { event_type: string }) => event_type).sort(), [
      'parcel.owner_changed',
      'parcel.sold',
    ]);
    // Events that the source made after the backup had numbers from here on.
    const beyond = String(Number(lastSeen) + 1_000_000);
    t.equal((await events(app, beyond)).data.length, 2, 'a reader who had seen later ones misses none');
    await dispatcher.stop();
    t.equal(receiver.got.length, seen + 6);
  },
);

t.test('an installation that holds anything is refused, with what it holds', async (t) => {
  const other = await makeTarget(t, source);
  await other.key();
  const { status, err } = await restoreInto(other);
  t.equal(status, 1);
  t.match(err, /not empty: rows: 1 in api_keys\. Nothing was restored\. .*DATABASE_URL.*INDEX_PREFIX/);
  await other.load('parcels', records.parcels.slice(0, 3));
  t.match((await restoreInto(other)).err, /not empty: 3 parcels, .*rows: 1 in api_keys/);
  const own = await restoreInto(target);
  t.equal(own.status, 1, 'also where the backup was restored, and loads came after it');
  t.match(own.err, /not empty: 1500 parcels/);
  t.equal((await countsOf(other)).documents.parcels, 3);
});

t.test('a place that has neither database nor indices gets both', async (t) => {
  const name = `t${randomBytes(6).toString('hex')}`;
  const url = new URL(source.env.DATABASE_URL!);
  url.pathname = `/${name}`;
  const place = { DATABASE_URL: url.href, INDEX_PREFIX: `${target.config.INDEX_PREFIX}-fresh` };
  t.teardown(() => source.database.$client.query(`DROP DATABASE IF EXISTS ${name}`));
  const { status, err } = await restoreInto(target, whole, place);
  t.equal(status, 0, err);
  const app = await target.app(place, () => at, true);
  t.same(differing(await answers(app), before), []);
});

t.test('with another WEBHOOK_SECRET_KEY it says so, and nothing is lost', async (t) => {
  const other = await makeTarget(t, source);
  const wrong = await restoreInto(other, whole, { WEBHOOK_SECRET_KEY: randomBytes(32).toString('hex') });
  t.equal(wrong.status, 3);
  t.match(
    wrong.err,
    /secrets of 1 endpoint cannot be decrypted .*Set the WEBHOOK_SECRET_KEY of the installation/,
  );
  t.match(JSON.parse(wrong.out), { restored: true, sealed_secrets: 1 });
  t.match(await restoreInto(other, whole), { status: 0 }, 'with the right one all is well');
});

t.test('loads go on while a backup is written, and it shows the moment before them', async (t) => {
  let loads = 0;
  /** Its first page of documents comes after a load has ended. */
  class Late extends BytesConnection {
    override async bytes(...asked: Parameters<BytesConnection['bytes']>) {
      if (asked[2]?.includes('"pit"') && loads++ === 0) {
        const parcels = records.parcels.map((one) => ({ ...one, owner_name: 'MAPLE LAND LLC' }));
        t.match(await loadNews(source, 'parcels', parcels), { updated: 1_500, error: null });
        await loadNews(source, 'deeds', [news('while it was written')]);
      }
      return super.bytes(...asked);
    }
  }
  const client = new Client({ node: source.env.ELASTICSEARCH_URL!, Connection: Late });
  t.teardown(() => client.close());
  const moment = join(folder, 'moment');
  const { documents, rows } = await countsOf(source);
  const made = await backup({ ...source.target, client }, moment, () => {});
  t.ok(loads > 1, 'the load came between');
  t.same(Object.fromEntries(made.indices.map((part) => [part.kind, part.documents])), documents);
  t.same(Object.fromEntries(made.tables.map((part) => [part.table, part.rows])), rows);
  t.equal((await countsOf(source)).rows.webhook_events, rows.webhook_events! + 2);

  const other = await makeTarget(t, source);
  t.match(await restoreInto(other, moment), { status: 0 });
  const app = await other.app({}, () => at);
  const question = `/api/v1/search ${JSON.stringify({ bounds: EVERYWHERE, limit: 500 })}`;
  t.same((await answers(app))[question], before[question]);
  t.notOk(existsSync(`${moment}.partial`));
});
