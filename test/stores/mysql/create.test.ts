import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import t from 'tap';
import { PROJECT_ROOT, readConfig } from '../../../src/config.ts';
import { createMissingDatabase } from '../../../src/stores/mysql/create.ts';
import { makeHarness } from '../../helper.ts';

const harness = await makeHarness(t, { indices: false });
const unique = randomBytes(6).toString('hex');
const admin = await mysql.createConnection({ uri: harness.env.DATABASE_URL! });
t.teardown(() => admin.end());

function named(name: string, user?: string): string {
  const url = new URL(harness.env.DATABASE_URL!);
  url.pathname = `/${encodeURIComponent(name)}`;
  if (user) Object.assign(url, { username: user, password: 'invented' });
  return url.href;
}

t.test('a command creates the database that DATABASE_URL names, with its tables', async (t) => {
  const name = `new-${unique}`;
  t.teardown(() => admin.query(`DROP DATABASE IF EXISTS \`${name}\``));
  const run = () =>
    spawnSync(process.execPath, [resolve(PROJECT_ROOT, 'src/main.ts'), 'keys', 'list'], {
      env: { ...process.env, ...harness.env, DATABASE_URL: named(name) },
      encoding: 'utf8',
    });
  const first = run();
  t.equal(first.status, 0, first.stderr);
  t.match(first.stderr, /MySQL: created the database/);
  const [rows] = await admin.query<RowDataPacket[]>(
    'SELECT default_character_set_name AS cs FROM information_schema.schemata WHERE schema_name = ?',
    [name],
  );
  t.equal(rows[0]?.cs, 'utf8mb4');
  t.notMatch(run().stderr, /created the database/, 'once');
});

t.test('a quote can be part of a database name', async (t) => {
  const name = `odd\`${unique}`;
  t.teardown(() => admin.query(`DROP DATABASE IF EXISTS \`odd\`\`${unique}\``));
  t.equal(await createMissingDatabase(named(name)), true);
  t.equal(await createMissingDatabase(named(name)), false);
});

t.test('a user who may not create the database is given statements that work', async (t) => {
  const name = `theirs_${unique}`;
  const user = `u${unique}`;
  await admin.query(`CREATE USER '${user}'@'%' IDENTIFIED BY 'invented'`);
  t.teardown(() => admin.query(`DROP DATABASE IF EXISTS ${name}`));
  t.teardown(() => admin.query(`DROP USER '${user}'@'%'`));
  const message = await createMissingDatabase(named(name, user)).catch((error: Error) => error.message);
  t.equal(
    message,
    `The database ${name} that DATABASE_URL names does not exist, or its user may not use it, and that user may not create it. ` +
      `Have a user who may run this:\n  CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4;\n` +
      `  GRANT ALL PRIVILEGES ON \`theirs\\_${unique}\`.* TO '${user}'@'%';`,
  );
  for (const line of String(message).split('\n').slice(1)) await admin.query(line);
  t.equal(await createMissingDatabase(named(name, user)), false, 'then it is there');
  const alike = `theirsx${unique}`;
  await admin.query(`CREATE DATABASE ${alike}`);
  t.teardown(() => admin.query(`DROP DATABASE ${alike}`));
  await t.rejects(
    createMissingDatabase(named(alike, user)),
    { message: /^The database theirsx/ },
    'no other is',
  );
});

t.test('a wrong password and a missing name are other errors', async (t) => {
  await t.rejects(createMissingDatabase(named('x', `nobody${unique}`)), { code: 'ER_ACCESS_DENIED_ERROR' });
  await t.rejects(createMissingDatabase(named('')), { message: /DATABASE_URL names no database/ });
});

t.test('an address with escapes that cannot be decoded is named, and not printed', async (t) => {
  for (const name of ['DATABASE_URL', 'ELASTICSEARCH_URL']) {
    const error = t.throws(() => readConfig({ [name]: 'mysql://me:50%off@127.0.0.1/terrier' })) as Error;
    t.match(error.message, new RegExp(`^${name} cannot be used: .*%25`));
    t.notMatch(error.message, /50/);
  }
  t.ok(readConfig({ DATABASE_URL: 'mysql://me:50%25off@127.0.0.1/terrier' }));
});
