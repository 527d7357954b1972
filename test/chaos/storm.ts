import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '../../src/accounts/keys.ts';
import { readConfig } from '../../src/config.ts';
import { random } from '../../src/loading/demo/random.ts';
import { poll } from '../../src/stores/local/run.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import { webhookIds } from '../../src/webhooks/ids.ts';
import { secretKey } from '../../src/webhooks/secrets.ts';
import type { Findings } from '../proof/findings.ts';
import type { Later } from '../proof/prove.ts';
import { audit } from '../webhooks/ledger/audit.ts';
import type { Fault as Told } from '../webhooks/ledger/book.ts';
import { WATCHES } from '../webhooks/ledger/records.ts';
import { type Broken, breakThings } from './breaking.ts';
import { hurryRetries, settled } from './deliveries.ts';
import { FAULTS } from './faults.ts';
import { compare, type Reading, read } from './gauges.ts';
import { createLedger } from './ledger.ts';
import { createNews } from './news.ts';
import { createRecords } from './records.ts';
import { sameEnd } from './same-end.ts';
import { createEndpoints, startServices } from './services.ts';
import { type Stores, startStores } from './stores.ts';
import { createFeed } from './traffic/feed.ts';
import { startTraffic } from './traffic/index.ts';
import { createSpender } from './traffic/limit.ts';
import { createLoader, ndjson } from './traffic/loads.ts';
import type { Reader } from './traffic/reads.ts';
import { createTurnover } from './traffic/turnover.ts';
import { createWeather } from './weather.ts';
import { works } from './working.ts';

export interface Size {
  minutes: number;
  seed: number;
  /** The kinds of faults; none for only traffic and checks. */
  kinds?: string[];
}

const MINUTE = 60_000;
const PREFIX = 'storm';
/** A walk may leave its point in time for five minutes, and another one may replace it. */
const WALK_LIFE = 6 * MINUTE;
/** Points in time of loads, and of what a killed process left. */
const OTHERS = 20;
const LIMITED_A_MINUTE = 60;
/** Little memory for counties and tiles, so that it is full long before memory is compared, MiB. */
const CACHES = { MEMORY_MB: process.env.MEMORY_MB ?? '2', TILE_CACHE_MB: '2' };
const MUCH = '1000000000';

const settingsOf = (stores: Stores, limit: number) => ({
  ELASTICSEARCH_URL: stores.elasticsearchProxy.url,
  DATABASE_URL: stores.mysqlProxy.url,
  INDEX_PREFIX: PREFIX,
  INDEX_REPLICAS: '1',
  TERRIER_HOME: join(stores.home, 'terrier'),
  LOG_LEVEL: 'warn',
  WEBHOOK_SECRET_KEY: 'c4'.repeat(32),
  WEBHOOK_DEV_HOSTS: '127.0.0.1',
  LIMIT_SCALE: MUCH,
  LIMIT_STARTER: String(limit),
  BURST_STARTER: MUCH,
  ...CACHES,
});

/**
 * Runs a storm in its own stack, and returns what it finds.
 * @param later takes steps that end what was started.
 */
export async function runStorm(
  { minutes, seed, kinds = Object.keys(FAULTS) }: Size,
  log: (line: string) => void,
  later: Later,
): Promise<Findings> {
  const began = Date.now();
  const say = (line: string) => log(`${((Date.now() - began) / 1_000).toFixed(0).padStart(5)} s: ${line}`);
  const weather = createWeather();
  const early: string[] = [];

  const stores = await startStores(say);
  later(stores.close);
  const limit = LIMITED_A_MINUTE * minutes;
  const own = settingsOf(stores, limit);
  const config = readConfig(own);
  await mkdir(config.TERRIER_HOME);
  const env = { ...process.env, ...own };
  const services = await startServices(env, stores.home, seed, weather, (fault) => early.push(fault));
  later(services.end);
  const { apis, dispatchers, receivers, steady } = services;
  const database = openDatabase(stores.databaseUrl);
  later(() => database.$client.end());
  say('two API processes and two dispatchers run');

  // On a busy machine, the first answers of a process are late.
  const document = await poll(async () => {
    const answer = await fetch(`${apis[0]!.url}/openapi.json`);
    return answer.ok ? await answer.json() : undefined;
  }, MINUTE);
  if (!document) throw new Error('The API does not give its document');
  const ledger = createLedger(weather, document);
  const { find } = ledger;
  const records = createRecords();
  const { endpoints, keys } = await createEndpoints(services, database);
  const { key } = await createKey(database, { tier: 'scale', name: 'storm', account: 'readers' });
  const { key: small } = await createKey(database, { tier: 'starter', name: 'small', account: 'small' });
  const loader = createLoader(env, stores.home, records, weather, find);
  await loader.first();
  say(`${records.first().length} parcels are loaded`);

  let turn = 0;
  const api = () => apis[turn++ % apis.length]!;
  const reader: Reader = { ledger, records, key, roll: random(seed, 0, 1), api };
  const spender = createSpender(reader, small, limit);
  const feeds = ['one', 'two'].map((account) => createFeed(reader, keys[account]!, account));
  const turnover = createTurnover(reader, keys.three!, steady);
  const news = createNews(env, stores.home, random(seed, 0, 2), find);
  later(hurryRetries(database));
  const traffic = startTraffic({ reader, spender, feeds, turnover, loader });

  const told: Told[] = [];
  const scene = { stores, database, services, loader, news, weather, told, prefix: PREFIX, spares: false };
  const gauge = () => read(stores, database, { 'api 0': apis[0]!.process, 'dispatcher 0': dispatchers[0]! });
  let half: Reading = new Map();
  say(`the traffic runs; ${kinds.length} kinds of faults`);
  const broken = await breakThings(scene, {
    seed,
    end: Date.now() + minutes * MINUTE,
    kinds,
    ledger,
    works: () => works(services, keys.one!, records.riskOf),
    async atHalf() {
      half = await gauge();
      scene.spares = true;
      say('read what is in use, at half of the time');
    },
    say,
  });
  const grown = compare(half, await gauge(), traffic.openedSince(Date.now() - WALK_LIFE) + OTHERS);

  await Promise.all([traffic.stop(), news.stop()]);
  say('the traffic has ended');
  await stores.untilGreen().catch((error: Error) => find(error.message));
  for (const one of [...receivers, steady]) await one.order({ calm: true });
  const waiting = await settled(database);
  if (waiting > 0) find(`${waiting} deliveries still wait two minutes after the storm`);
  say('every delivery has come to its end');
  for (const feed of feeds) await feed.judge(news.expected, WATCHES);
  turnover.judge();
  spender.judge();
  for (const one of [...dispatchers, ...apis.map(({ process }) => process)]) {
    const code = await one.stop();
    const last = one.lines.slice(-3).join(' | ');
    if (code !== 0) find(`a process that was asked to stop ended with ${code}: ${last}`);
  }
  say('the processes have stopped; comparing everything');
  const deliveries = await audit(database, {
    ids: webhookIds(await secretKey(config)),
    expected: news.expected,
    endpoints,
    logs: receivers.map((one) => one.log),
    faults: told,
    resendings: [],
    apart: turnover.ids(),
  });
  const { parcels, risks } = records.last();
  const published = { parcels: ndjson(parcels), ...news.published, risks: ndjson(risks) };
  const same = await sameEnd(stores, config, published);
  return {
    title: `Storm: ${minutes} minutes`,
    figures: [
      ...brokenFigures(broken),
      ...ledger.figures(),
      `files of parcels and risks: ${loader.state.files}, ${loader.state.repeated} times again; of deeds and permits: ${news.files()}`,
      `records and figures, the same as after an undisturbed load: ${same.records}`,
      `deliveries: ${Object.entries(deliveries.counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
      ...feeds.map((feed) => feed.figures()),
      turnover.figures(),
      spender.figures(),
      ...grown.figures,
      ...(stores.mysqlDisk ? [] : ['MySQL’s disk was not filled: only root can give it a disk of its own.']),
    ],
    faults: [...early, ...ledger.faults, ...deliveries.wrong, ...same.faults, ...grown.faults],
  };
}

function brokenFigures({ struck, recovery, silence }: Broken): string[] {
  const names = [...struck].sort().map(([name, count]) => `${name} ${count}`);
  const count = [...struck.values()].reduce((sum, one) => sum + one, 0);
  return [
    `${count} faults: ${names.join(', ')}`,
    `longest until everything worked again: ${recovery} ms; without an answer while a node was away: ${silence === null ? 'not measured' : `${silence} ms`}`,
  ];
}
