import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startDuties } from '../../../src/cli/dispatch.ts';
import { examine } from '../../../src/cli/doctor/examine.ts';
import type { Finding, Level } from '../../../src/cli/doctor/finding.ts';
import { tooOldFor } from '../../../src/cli/doctor/servers.ts';
import { STATE } from '../../../src/domain/delivery-states.ts';
import { alone } from '../../../src/loading/ingest/alone.ts';
import { deriveAgain } from '../../../src/loading/ingest/ingest.ts';
import { addEntries } from '../../../src/loading/suppressions/list.ts';
import { aliasOf, concreteIndex, prepareIndices } from '../../../src/stores/elastic/indices.ts';
import { openDatabase } from '../../../src/stores/mysql/database.ts';
import { migrateDatabase } from '../../../src/stores/mysql/migrate.ts';
import { noteNext } from '../../../src/stores/mysql/source-layers.ts';
import { secretKey } from '../../../src/webhooks/secrets.ts';
import { countDispatchers, listenForWakeUps } from '../../../src/webhooks/wake-up.ts';
import { call, makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';
import { createEndpoint, eventually } from '../../webhooks/support.ts';
import { terrierHere } from '../in-process.ts';

const harness = await makeHarness(t);
const { client, config, database } = harness;
const app = await harness.app();
const DAY = 86_400_000;
const STATUS: Record<Level, number> = { ok: 0, problem: 1, warning: 3 };
/** Checks whose findings depend on the machine and the cluster of the tests. */
const OF_OTHERS = ['disk', 'health'];

type Findings = Record<string, Finding>;

const byCheck = (findings: Finding[]): Findings =>
  Object.fromEntries(findings.map((finding) => [finding.check, finding]));
/** What `terrier doctor --json` finds, by check. */
async function found(settings: Record<string, string> = {}): Promise<Findings> {
  const { status, out, err } = await terrierHere(['doctor', '--json'], { ...harness.env, ...settings });
  if (out === '') throw new Error(err);
  const { level, findings } = JSON.parse(out) as { level: Level; findings: Finding[] };
  if (status !== STATUS[level]) throw new Error(`${level} ends with ${status}`);
  return byCheck(findings);
}
const query = async (sql: string, values: unknown[] = []) =>
  (await database.$client.query(sql, values))[0] as Record<string, unknown>[];
const folder = mkdtempSync(join(tmpdir(), 'terrier-doctor-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

t.test('a new installation has no key and no dispatcher', async (t) => {
  const { keys, webhooks } = await found();
  t.match(keys, { level: 'warning', finding: /No key can be used/ });
  t.match(webhooks, { level: 'warning', finding: /No dispatcher is seen/, action: /terrier dispatch/ });
});

t.test('it says what proxies are used for, and which cannot be used', async (t) => {
  const proxies = async (settings: Record<string, string>) => (await found(settings)).proxies;
  t.match(await proxies({ https_proxy: 'http://me:secret@127.0.0.1:9' }), {
    level: 'ok',
    finding: 'Downloads and sources use HTTPS_PROXY; webhooks connect directly.',
  });
  const bad = await proxies({ HTTP_PROXY: 'socks5://me:secret@127.0.0.1:9' });
  t.match(bad, { level: 'problem', finding: /^HTTP_PROXY cannot be used: / });
  t.notMatch(JSON.stringify(bad), /secret/);
});

t.test('a healthy installation has one line for each check, and nothing to do', async (t) => {
  await harness.key({ isAdmin: true });
  const stop = await startDuties(config, harness.env.DATABASE_URL!);
  t.teardown(stop);
  await eventually('its dispatcher waits', async () => (await countDispatchers(database)) === 1);
  const findings = await found();
  const names =
    'disk proxies elasticsearch mysql health indices load clock tables keys webhooks sources suppressions';
  t.same(Object.keys(findings), names.split(' '));
  for (const { check, level, finding, action } of Object.values(findings)) {
    t.notMatch(finding, /could not be looked at/, check);
    if (OF_OTHERS.includes(check)) continue;
    t.equal(level, 'ok', `${check}: ${finding}`);
    t.equal(action, null, check);
  }
  const { out, status } = await terrierHere(['doctor'], harness.env);
  const lines = out.trimEnd().split('\n');
  t.match(lines[0], /^STATE +CHECK +FINDING$/);
  t.equal(lines.length, Object.keys(findings).length + 2);
  t.match(out, /^ok +mysql +Version \S+ answers at mysql:\/\/[\w.:]+\/t\w+\.$/m);
  t.match(lines.at(-1), status === 0 ? /^All is well\.$/ : /^\d problems?, \d warnings?\.$/);
  const { password } = new URL(harness.env.DATABASE_URL!);
  if (password !== '') t.notOk(out.includes(password));
});

t.test('MySQL and MariaDB must have a version that Terrier works with', async (t) => {
  for (const version of ['8.0.36', '9.7.0', '10.6.18-MariaDB-log', '11.4.5-MariaDB'])
    t.equal(tooOldFor(version), null, version);
  for (const version of ['5.7.44-log', 'proxy']) t.equal(tooOldFor(version), 'MySQL 8.0', version);
  t.equal(tooOldFor('10.5.9-MariaDB'), 'MariaDB 10.6');
});

/** A proxy in front of a server of the tests. */
async function proxied(t: Test, url: string): Promise<FaultyProxy> {
  const proxy = new FaultyProxy(url);
  await proxy.start();
  t.teardown(() => proxy.stop());
  return proxy;
}

t.test('a server that does not answer is explained, and the other one is still checked', async (t) => {
  const elasticsearch = await proxied(t, harness.env.ELASTICSEARCH_URL!);
  const mysql = await proxied(t, harness.env.DATABASE_URL!);
  const rows = [
    ['refuse', /ECONNREFUSED/],
    ['hang', /timeout|in time/],
  ] as const;
  for (const [mode, cause] of rows) {
    await elasticsearch.set(mode);
    await mysql.set(mode);
    const withoutIndices = await found({ ELASTICSEARCH_URL: elasticsearch.url });
    const away = { level: 'problem', finding: cause } as const;
    t.match(withoutIndices.elasticsearch, { ...away, action: /ELASTICSEARCH_URL/ }, mode);
    t.match(withoutIndices, { mysql: { level: 'ok' }, webhooks: {} });
    t.notOk(withoutIndices.health);
    const withoutTables = await found({ DATABASE_URL: mysql.url });
    t.match(withoutTables.mysql, { ...away, action: /DATABASE_URL/ }, mode);
    t.match(withoutTables, { health: {}, load: { level: 'ok' } });
    t.notOk(withoutTables.webhooks);
    const text = JSON.stringify([withoutIndices, withoutTables]);
    for (const { url } of [elasticsearch, mysql]) {
      const { password } = new URL(url);
      if (password !== '') t.notOk(text.includes(password), 'no password is shown');
    }
  }
});

t.test('of several servers, it says which is away, and goes on with the others', async (t) => {
  const elasticsearch = new FaultyProxy(harness.env.ELASTICSEARCH_URL!);
  await elasticsearch.start();
  t.teardown(() => elasticsearch.stop());
  const mysql = new FaultyProxy(harness.env.DATABASE_URL!);
  await mysql.start();
  t.teardown(() => mysql.stop());
  const real = new URL(harness.env.DATABASE_URL!);
  const hosts = `${new URL(mysql.url).host},${real.host}`;
  const both = {
    ELASTICSEARCH_URL: `${elasticsearch.url},${harness.env.ELASTICSEARCH_URL}`,
    DATABASE_URL: real.href.replace(real.host, hosts),
  };
  const there = await found(both);
  t.match(there, {
    elasticsearch: { level: 'ok', finding: / and / },
    mysql: { level: 'ok', finding: / and / },
  });
  await elasticsearch.set('refuse');
  await mysql.set('refuse');
  const away = await found(both);
  for (const [check, setting] of [
    ['elasticsearch', 'ELASTICSEARCH_URL'],
    ['mysql', 'DATABASE_URL'],
  ] as const)
    t.match(away[check], {
      level: 'warning',
      finding: /^Version \S+ answers at .*\. It cannot be used at /,
      action: `Start it, or correct ${setting}.`,
    });
  t.match(away, { health: {}, tables: { level: 'ok' } }, 'what depends on them is looked at');
  await elasticsearch.set('pass');
  await mysql.set('pass');
});

t.test('a wrong user, a missing database and another kind of server are recognized', async (t) => {
  const wrong = new URL(harness.env.DATABASE_URL!);
  wrong.username = 'nobody_here';
  wrong.password = 'not-the-password';
  const refused = await found({ DATABASE_URL: wrong.href });
  t.match(refused.mysql, { level: 'problem', finding: /Access denied/ });
  t.notOk(JSON.stringify(refused).includes('not-the-password'));

  const missing = new URL(harness.env.DATABASE_URL!);
  missing.pathname = '/no_such_database';
  t.match((await found({ DATABASE_URL: missing.href })).mysql, { finding: /Unknown database/ });
  t.match((await found({ DATABASE_URL: 'nonsense' })).mysql, { finding: /DATABASE_URL is not a URL/ });

  const answers = ['{"version":{"number":"8.19.0"}}', '<html>'];
  const server = createServer((_request, response) => void response.end(answers.shift()));
  const port = await portOf(server);
  t.teardown(() => server.close());
  const ELASTICSEARCH_URL = `http://elastic:not-the-password@127.0.0.1:${port}`;
  const earlier = await found({ ELASTICSEARCH_URL });
  t.match(earlier.elasticsearch, { level: 'problem', finding: /8\.19\.0/, action: /Use Elasticsearch 9/ });
  t.notOk(earlier.health, 'its indices are not looked at');
  t.match((await found({ ELASTICSEARCH_URL })).elasticsearch, { finding: /not Elasticsearch/ });
});

t.test('what does not exist is reported, and not made', async (t) => {
  const home = join(folder, 'home', 'of', 'nobody');
  const nowhere = await found({ ELASTICSEARCH_URL: '', DATABASE_URL: '', TERRIER_HOME: home });
  for (const check of ['elasticsearch', 'mysql'])
    t.match(nowhere[check], { level: 'problem', finding: /There is none yet/, action: /terrier stack up/ });
  t.match(nowhere.disk, { finding: /has [\d.]+ GiB free/ }, 'of the disk that it would be on');
  t.same(readdirSync(folder), []);

  const name = `t${randomBytes(6).toString('hex')}`;
  await query(`CREATE DATABASE ${name}`);
  t.teardown(() => query(`DROP DATABASE ${name}`));
  const empty = new URL(harness.env.DATABASE_URL!);
  empty.pathname = `/${name}`;
  const findings = await found({ DATABASE_URL: empty.href, INDEX_PREFIX: name });
  t.match(findings.tables, { level: 'problem', finding: /0000_keys_and_usage/ });
  t.notOk(findings.keys);
  t.match(findings.indices, { level: 'problem', finding: /missing: .*parcels/ });
  t.match(findings.load, { level: 'ok', finding: /Nothing was loaded/ });
  t.same(await query('SELECT * FROM information_schema.tables WHERE table_schema = ?', [name]), []);
  t.same(await client.indices.get({ index: `${name}-*` }), {});
});

t.test('a wrong clock is reported', async (t) => {
  for (const [ahead, told] of [
    [60_000, /\d\d\.\d s behind this machine/],
    [-60_000, /\d\d\.\d s ahead of/],
  ] as const) {
    const { clock } = byCheck(await examine(config, () => Date.now() + ahead));
    t.match(clock, { level: 'problem', finding: told, action: /NTP/ });
  }
});

t.test('templates and indices of another version are reported', async (t) => {
  const prefix = config.INDEX_PREFIX;
  const template = aliasOf(prefix, 'deeds');
  await client.indices.putIndexTemplate({
    name: template,
    index_patterns: [`${template}-*`],
    template: { settings: { number_of_replicas: 0 } },
  });
  t.match((await found()).indices, { level: 'warning', finding: /: the template of deeds\.$/ });

  const risks = aliasOf(prefix, 'risks');
  await client.indices.delete({ index: await concreteIndex(client, risks) });
  t.match((await found()).indices, { level: 'problem', finding: /missing: .*risks/ });
  // A name that matches no template.
  const earlier = `${prefix}-earlier`;
  const make = (properties: Record<string, { type: 'boolean' | 'keyword' }>) =>
    client.indices.create({
      index: earlier,
      aliases: { [risks]: { is_write_index: true } },
      settings: { number_of_replicas: 0 },
      mappings: { properties },
    });
  await make({ county_fips: { type: 'boolean' } });
  t.match((await found()).indices, {
    level: 'problem',
    finding: /-earlier \(county_fips\)/,
    action: /terrier reindex/,
  });
  await client.indices.delete({ index: earlier });
  await make({ county_fips: { type: 'keyword' } });
  t.match((await found()).indices, { level: 'warning', finding: /-earlier, the template of deeds\.$/ });
  await prepareIndices(client, config);
  t.match((await found()).indices, { level: 'ok' }, 'it has the fields that it lacked');
  await client.indices.delete({ index: earlier });

  await prepareIndices(client, config);
  t.match((await found()).indices, { level: 'ok' });
});

t.test('for replicas without a place, Elasticsearch’s reason is shown', async (t) => {
  const index = await concreteIndex(client, aliasOf(config.INDEX_PREFIX, 'trends'));
  const replicas = (count: number) =>
    client.indices.putSettings({ index, settings: { 'index.number_of_replicas': count } });
  const { number_of_data_nodes: nodes } = await client.cluster.health();
  await replicas(nodes);
  // For some seconds, it says that they are being made.
  const isTold = async () => (await found()).health!.finding.includes(index);
  await eventually('it is told', isTold);
  t.match((await found()).health, { level: 'warning', action: /number of (nodes|replica)/ });
  await replicas(0);
});

t.test('a running load and an interrupted one are reported', async (t) => {
  const { target } = harness;
  await alone(
    target,
    () => {},
    async () => t.match((await found()).load, { level: 'ok', finding: /is running/ }),
  );
  const killed = () => Promise.reject(new Error('killed'));
  await t.rejects(
    alone(target, () => {}, killed),
    /killed/,
  );
  t.match((await found()).load, { level: 'problem', finding: /was interrupted:/, action: /terrier derive/ });
  await deriveAgain(target);
  t.match((await found()).load, { level: 'ok', finding: /has ended/ });
});

t.test('tables of an earlier or a later version are reported', async (t) => {
  await query('DELETE FROM __drizzle_migrations ORDER BY created_at DESC LIMIT 1');
  const { tables, keys } = await found();
  t.match(tables, { level: 'problem', finding: /were not applied yet: \d{4}_\w+\./ });
  t.notOk(keys, 'what is in the tables is not looked at');
  await migrateDatabase(database);
  t.match((await found()).tables, { level: 'ok' });
  const later = Date.now() + 1_000 * DAY;
  await query('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)', ['later', later]);
  t.match((await found()).tables, { level: 'warning', finding: /later version/ });
  await query('DELETE FROM __drizzle_migrations WHERE created_at = ?', [later]);
});

t.test('keys that end, and accounts that cannot manage theirs, are named without the key', async (t) => {
  const within = (days: number) => new Date(Date.now() + days * DAY);
  const key = await harness.key({ name: 'ends soon', expiresAt: within(13.9) });
  await harness.key({ name: 'ended lately', expiresAt: within(-1) });
  await harness.key({ name: 'ends later', expiresAt: within(14.1) });
  await harness.key({ name: 'ended long ago', expiresAt: within(-14.1) });
  const rotated = await harness.key({ name: 'has a successor' });
  const sql = 'SELECT CONVERT(id USING utf8mb4) AS id FROM api_keys WHERE name = ?';
  const [old] = await query(sql, ['has a successor']);
  const { status } = await terrierHere(['keys', 'rotate', String(old!.id)], harness.env);
  t.equal(status, 0);
  const { keys } = await found();
  t.match(keys, { level: 'warning', finding: /^2 keys ended lately, or soon will: key_/ });
  for (const name of ['ends soon', 'ended lately']) t.match(keys!.finding, name);
  for (const secret of [key, rotated]) t.notOk(keys!.finding.includes(secret.slice(8)));

  await harness.key({ account: 'acc_left', isAdmin: true, expiresAt: within(-100) });
  await harness.key({ account: 'acc_left' });
  t.match((await found()).keys, { level: 'warning', finding: /: acc_left\.$/ });
});

t.test('deliveries that wait or have an unknown outcome are reported', async (t) => {
  const key = await harness.key({ tier: 'pro', account: 'acc_hooks' });
  const url = 'http://127.0.0.1:9/hook?token=secret-of-a-customer';
  const { id } = await createEndpoint(app, key, {
    url,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: ['31:109:D-1'] },
  });
  const sent = await call(app, 'POST', `/api/v1/webhooks/${id}/test`, { key });
  t.equal(sent.status, 202, sent.text);
  await query('UPDATE webhook_deliveries SET due_at = ?', [new Date(Date.now() - 3_660_000)]);
  t.match((await found()).webhooks, {
    level: 'problem',
    finding: /No dispatcher is seen.*due for 61 minutes/,
  });

  const asleep = openDatabase(harness.env.DATABASE_URL!, 2);
  const leave = listenForWakeUps(asleep, () => {});
  await eventually('a dispatcher that does nothing', async () => (await countDispatchers(database)) === 1);
  t.match((await found()).webhooks, { level: 'problem', finding: /^1 dispatcher seen\. .*due for 61/ });

  await query('UPDATE webhook_deliveries SET state = ?, due_at = NULL', [STATE.unknown]);
  const { webhooks } = await found();
  t.match(webhooks, { level: 'warning', finding: /^1 delivery of unknown outcome/, action: /settle/ });
  await leave();
  await asleep.$client.end();
  t.notMatch(JSON.stringify(await found()), /secret-of-a-customer/);
});

t.test('a source that failed, and one with no schedule, are reported', async (t) => {
  const roll = join(folder, 'roll.csv');
  const source = {
    schema: 2,
    coverage: { 'US Census': { geoid: '31109' }, country: 'us', state: 'ne' },
    layers: {
      parcels: [{ name: 'roll', protocol: 'file', data: roll, conform: { format: 'csv', pid: 'APN' } }],
    },
  };
  const kept = join(config.TERRIER_HOME, 'sources');
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, 'lancaster.json'), JSON.stringify(source));
  t.equal((await terrierHere(['sync'], harness.env)).status, 3);
  t.match((await found()).sources, { level: 'warning', finding: /: lancaster \(parcels\/0\) failed\.$/ });

  writeFileSync(roll, 'APN,OWNER\nD-1,ANN\nD-2,BEN\n');
  const synced = await terrierHere(['sync'], harness.env);
  t.equal(synced.status, 0, synced.out + synced.err);
  t.match((await found()).sources, { level: 'ok' });
  await noteNext(database, 'lancaster', new Date(Date.now() - DAY));
  t.match((await found()).sources, { level: 'warning', finding: /: lancaster\.$/, action: /--schedule/ });
});

t.test('suppressions that wait to be applied are reported', async (t) => {
  const key = await secretKey(config);
  const entry = { kind: 'parcel', county_fips: '31109', parcel_id: 'D-1' } as const;
  await addEntries(database, [entry], { key, by: 'tester', at: new Date() });
  t.match((await found()).suppressions, { level: 'problem', finding: /^1 suppression listed and not yet/ });
  await alone(
    harness.target,
    () => {},
    async () => t.match((await found()).suppressions, { level: 'warning', finding: /while a load/ }),
  );
  t.equal((await terrierHere(['derive'], harness.env)).status, 0);
  t.match((await found()).suppressions, { level: 'ok' }, 'what it says to do is enough');
});
