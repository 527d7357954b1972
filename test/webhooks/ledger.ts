/**
 * The ledger at any size: `node src/launch/run.mjs test/webhooks/ledger.ts --rounds 200 --seed 7`. It has its own MySQL,
 * which it also kills.
 */
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { createKey } from '../../src/accounts/keys.ts';
import { buildApp } from '../../src/app.ts';
import { PROJECT_ROOT, readConfig } from '../../src/config.ts';
import { loaderClient, readerClient } from '../../src/stores/elastic/client.ts';
import { ensureIndices } from '../../src/stores/elastic/indices.ts';
import { readMemory } from '../../src/stores/local/home.ts';
import { stackDown, stackUp } from '../../src/stores/local/index.ts';
import { mysql as mysqlServer } from '../../src/stores/local/mysql.ts';
import { findProcesses } from '../../src/stores/local/server.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import { migrateDatabase } from '../../src/stores/mysql/migrate.ts';
import { runLedger } from './ledger/run.ts';

const MOST = 1_000_000;

const whole = (value: string) => {
  if (!/^[1-9]\d{0,6}$/.test(value) || Number(value) > MOST) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
  }
  return Number(value);
};

const program = new Command('ledger')
  .description(
    'Kill -9 everything at random while webhooks are sent, and prove that none is lost or sent twice',
  )
  .option('--rounds <number>', 'how many kills', whole, 200)
  .option('--seed <number>', 'repeats the same kinds and moments', whole, randomInt(1, MOST))
  .option('--records <number>', 'new records in each file', whole, 120)
  .option('--calm-every <number>', 'rounds between two looks at how long unsent deliveries wait', whole, 25)
  .option('--mysql-port <number>', 'port of the MySQL that is killed', whole, 3516)
  .option(
    '--elasticsearch-port <number>',
    'port of the Elasticsearch, unless TEST_ELASTICSEARCH_URL is set',
    whole,
    9410,
  )
  .addHelpText(
    'after',
    '\nExit status: 0 when everything adds up, 1 when anything is lost, doubled or unexplained.',
  );

const flags = program.parse().opts();
const home = process.env.TEST_HOME ?? resolve(PROJECT_ROOT, '.terrier-ledger');
const log = (line: string) => console.error(line);
const stackOptions = {
  home,
  ports: { elasticsearch: flags.elasticsearchPort, mysql: flags.mysqlPort },
  elasticsearchUrl: process.env.TEST_ELASTICSEARCH_URL,
  heap: '1g',
};

async function killMysql(): Promise<void> {
  const { place = home } = await readMemory(home);
  const mark = mysqlServer.mark(place);
  for (const { pid } of await findProcesses(mark)) process.kill(pid, 'SIGKILL');
  for (let tries = 0; tries < 500 && (await findProcesses(mark)).length > 0; tries++) await sleep(10);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.log(`Seed ${flags.seed}, ${flags.rounds} rounds`);
const stack = await stackUp({ ...stackOptions, log });
if (stack.started.mysql === 'docker')
  throw new Error('The ledger kills processes: stop Docker, or take it off the PATH.');
const name = `ledger${Date.now()}`;
const url = new URL(stack.databaseUrl);
const first = openDatabase(url.href, 1);
await first.$client.query(`CREATE DATABASE ${name}`);
await first.$client.end();
url.pathname = `/${name}`;
const env = {
  ELASTICSEARCH_URL: stack.elasticsearchUrl,
  DATABASE_URL: url.href,
  INDEX_PREFIX: name,
  TERRIER_HOME: home,
  LOG_LEVEL: 'warn',
  WEBHOOK_SECRET_KEY: 'a1'.repeat(32),
  WEBHOOK_DEV_HOSTS: '127.0.0.1',
};
const config = readConfig(env);
const client = loaderClient(stack.elasticsearchUrl);
const database = openDatabase(env.DATABASE_URL);
await migrateDatabase(database);
await ensureIndices(client, config);
const app = await buildApp({
  config,
  client: readerClient(stack.elasticsearchUrl),
  database: openDatabase(env.DATABASE_URL),
  secretKey: Buffer.from(env.WEBHOOK_SECRET_KEY, 'hex'),
});
const started = Date.now();
try {
  const summary = await runLedger(
    {
      env: { ...(process.env as Record<string, string>), ...env },
      database,
      app,
      key: async (account) => (await createKey(database, { tier: 'scale', name: 'ledger', account })).key,
      mysql: { down: killMysql, up: async () => void (await stackUp({ ...stackOptions, log: () => {} })) },
    },
    {
      ...(flags as { seed: number; rounds: number; records: number; calmEvery: number }),
      patient: true,
      say: log,
    },
  );
  const { wrong, ...rest } = summary;
  console.log(
    JSON.stringify(
      { seed: flags.seed, rounds: flags.rounds, ...rest, seconds: Math.round((Date.now() - started) / 1000) },
      null,
      2,
    ),
  );
  for (const what of wrong.slice(0, 50)) console.log(`WRONG: ${what}`);
  console.log(
    wrong.length === 0 ? 'Everything adds up.' : `${wrong.length} things are wrong (seed ${flags.seed}).`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await app.close();
  const indices = Object.keys(await client.indices.get({ index: `${name}-*` }));
  if (indices.length > 0) await client.indices.delete({ index: indices });
  await client.indices.deleteIndexTemplate({ name: `${name}-*` }, { ignore: [404] });
  await client.close();
  await database.$client.query(`DROP DATABASE ${name}`).catch(() => {});
  await database.$client.end().catch(() => {});
  await stackDown({ home, log: () => {} });
}
