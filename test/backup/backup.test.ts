/** The commands of docs/backup.md, run as they are on the page. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../../src/loading/demo/generate.ts';
import { terrierHere } from '../cli/in-process.ts';
import { call, EVERYWHERE, makeHarness } from '../helper.ts';
import { testHome } from '../servers.ts';
import {
  createEndpoint,
  deed,
  idsOf,
  loadNews,
  makeDispatcher,
  makeReceiver,
  verified,
} from '../webhooks/support.ts';

const folder = await mkdtemp(join(tmpdir(), 'terrier-backup-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));

/** MySQL's programs under the names on the page: those on the PATH, else MariaDB's on the PATH or in the local stack. */
const places = [...(process.env.PATH ?? '').split(delimiter), ...globSync(join(testHome(), 'servers/*/bin'))];
const programs = { mysqldump: ['mysqldump', 'mariadb-dump'], mysql: ['mysql', 'mariadb'] };
let skip: string | false = false;
for (const [name, names] of Object.entries(programs)) {
  const found = names.flatMap((one) => places.flatMap((place) => globSync(join(place, one))))[0];
  if (found) await symlink(found, join(folder, name));
  else skip = `no ${name}`;
}

const page = await readFile(resolve(PROJECT_ROOT, 'docs/backup.md'), 'utf8');
/** The commands of the page, in order. */
const [, snapshot, dump, restore] = [...page.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(
  ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
);

const harness = await makeHarness(t);
const ids = await idsOf(harness);
const url = new URL(harness.env.DATABASE_URL!);
const password = decodeURIComponent(url.password);
const config = `[client]\nhost = ${url.hostname}\nport = ${url.port}\nuser = ${url.username}\npassword = ${password}\n`;
await writeFile(join(folder, 'backup.cnf'), config, { mode: 0o600 });
/** Snapshots are named by their prefix here, since other tests may use the repository. */
const { INDEX_PREFIX, ELASTICSEARCH_URL } = harness.env as Record<string, string>;
const DAY = INDEX_PREFIX!;
const database = url.pathname.slice(1);
const later = `${database}r`;
t.teardown(async () => {
  await harness.client.snapshot.delete({ repository: 'backups', snapshot: DAY }).catch(() => {});
  await harness.database.$client.query(`DROP DATABASE IF EXISTS ${later}`);
});
const run = (commands: string, DATABASE: string) =>
  promisify(execFile)('bash', ['-euc', commands.replace('DAY=$(date -u +%F)', `DAY=${DAY}`)], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      ELASTICSEARCH_URL,
      INDEX_PREFIX,
      DATABASE,
      DAY,
    },
  });

function first(records: Iterable<object>, count: number): Record<string, unknown>[] {
  const taken: object[] = [];
  for (const record of records) if (taken.push(record) === count) break;
  return taken as Record<string, unknown>[];
}
const parcels = first(demoParcels(), 600);
const watched = parcels[0]! as { county_fips: string; parcel_id: string };
const news = (number: string) => deed(number, { ...watched });
const id = `${watched.county_fips}:${watched.parcel_id}`;
const QUESTIONS: [string, object?][] = [
  [`/api/v1/parcels/${id}`],
  [`/api/v1/parcels/${id}/owner`],
  [`/api/v1/parcels/${id}/deeds`],
  ['/api/v1/search', { bounds: EVERYWHERE, limit: 500 }],
  ['/api/v1/search/facets', { bounds: EVERYWHERE, by: ['land_use'], figures: ['deal_score'] }],
  ['/api/v1/coverage'],
  ['/api/v1/deals/flips?view=flippers'],
  ['/api/v1/market/counties'],
  ['/api/v1/owners/search?q=llc'],
];
const ACCOUNT = ['/api/v1/events', '/api/v1/webhooks'];

t.test('a snapshot and a later dump can be restored', { skip }, async (t) => {
  await harness.load('parcels', parcels);
  await harness.load('deeds', first(demoDeeds(), 1_000));
  await harness.load('permits', first(demoPermits(), 300));
  await harness.load('risks', first(demoRisks(), 20));
  const at = Date.now();
  const key = await harness.key();
  const source = await harness.app({}, () => at);
  const receiver = await makeReceiver(t);
  const state_fips = watched.county_fips.slice(0, 2);
  const { secret } = await createEndpoint(source, key, {
    url: receiver.url,
    filter_kind: 'county_fips',
    filter_value: { state_fips, county_fips: watched.county_fips.slice(2) },
  });
  const place = { ...harness.env, DATABASE_URL: Object.assign(new URL(url), { pathname: `/${later}` }).href };
  /** Every answer as it is sent, with its ETag. */
  const answers = async (app: FastifyInstance, questions: [string, object?][]) =>
    Promise.all(
      questions.map(async ([path, body]) => {
        const { status, headers, text } = await call(app, body ? 'POST' : 'GET', path, { key, body });
        return { path, status, etag: headers.etag, text };
      }),
    );
  const before = await answers(source, QUESTIONS);
  for (const { path, status } of before) t.equal(status, 200, path);

  await run(snapshot!, database);
  // Between the two, a load whose events are not sent yet, and a suppression.
  t.match(await loadNews(harness, 'deeds', [news('between')]), { created: 1 });
  const suppressed = `${watched.county_fips}:${parcels[1]!.parcel_id}`;
  t.match(await terrierHere(['suppress', 'add', '--parcel', suppressed], harness.env), { status: 0 });
  const account = await answers(
    source,
    ACCOUNT.map((path) => [path]),
  );
  await run(dump!, database);
  const { next: lastSeen } = (await call(source, 'GET', '/api/v1/events', { key })).json();

  const indices = await harness.client.indices.get({ index: `${INDEX_PREFIX}-*` });
  await harness.client.indices.delete({ index: Object.keys(indices) });
  await run(restore!, later);

  const restored = await harness.app({ DATABASE_URL: place.DATABASE_URL }, () => at, true);
  const differing = (given: object[], wanted: object[]) =>
    given.filter((one, n) => !isDeepStrictEqual(one, wanted[n]));
  t.same(differing(await answers(restored, QUESTIONS), before), [], 'the records of the snapshot');
  t.same(
    differing(
      await answers(
        restored,
        ACCOUNT.map((path) => [path]),
      ),
      account,
    ),
    [],
    'dumped tables',
  );

  t.ok(JSON.parse((await answers(restored, [[`/api/v1/parcels/${suppressed}`]]))[0]!.text).owner_name);
  const derived = await terrierHere(['derive'], place);
  t.equal(derived.status, 0, derived.err);
  const { text } = (await answers(restored, [[`/api/v1/parcels/${suppressed}`]]))[0]!;
  t.equal(JSON.parse(text).owner_name, null, 'what was suppressed in between is withheld');

  const file = join(folder, 'between.ndjson');
  const load = async (...numbers: string[]) => {
    await writeFile(file, numbers.map((number) => `${JSON.stringify(news(number))}\n`).join(''));
    return terrierHere(['ingest', 'deeds', file], place);
  };
  const again = await load('between');
  t.match(again, { status: 0 }, again.err);
  const eventsAfter = async (after: string) =>
    (await call(restored, 'GET', `/api/v1/events?after=${after}`, { key })).json().data;
  t.same(await eventsAfter(lastSeen), [], 'loading it again completes the records and makes no second event');
  t.match((await call(restored, 'GET', `/api/v1/parcels/${id}/deeds`, { key })).text, /between/);
  t.match(await load('new'), { status: 0 });
  const further = ids.position(ids.positionNumber(lastSeen)! + 1_000_000);
  t.equal((await eventsAfter(further)).length, 2, 'a reader who is further on misses none');

  const dispatcher = await makeDispatcher(t, { ...harness, env: place });
  await receiver.until(4);
  await dispatcher.stop();
  t.equal(receiver.got.length, 4, 'what was pending is sent, once');
  for (const received of receiver.got) t.ok(verified(received, secret));
});
