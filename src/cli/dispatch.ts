import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import Fastify from 'fastify';
import { type Logger, pino } from 'pino';
import { deleteOldCounters, deleteOldDays } from '../accounts/retention.ts';
import { metricsRoutes } from '../api/features/health/routes.ts';
import { deleteOldAnswers } from '../api/features/webhooks/idempotency.ts';
import { mysqlPool, queuePart } from '../api/metrics/parts.ts';
import { processPart } from '../api/metrics/render.ts';
import { type Config, nameServerList, readConfig } from '../config.ts';
import { counted } from '../domain/in-words.ts';
import { every } from '../domain/repeat.ts';
import { commonCause } from '../loading/cause.ts';
import { cutHungStatements, type Database, openDatabase } from '../stores/mysql/database.ts';
import { codesOf } from '../stores/mysql/retry.ts';
import { developmentHosts } from '../webhooks/destination.ts';
import { startDispatcher } from '../webhooks/dispatch/dispatcher.ts';
import { type Journal, openJournal, originOf } from '../webhooks/dispatch/journal.ts';
import { createWorkerPool } from '../webhooks/dispatch/worker-pool.ts';
import { deleteOldUnsent } from '../webhooks/quota.ts';
import { deleteOldDeliveries } from '../webhooks/retention.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { portError } from './ports.ts';
import { print, tell } from './print.ts';
import { tellProxies } from './proxies.ts';
import { connect, SERVERS_WAIT } from './services.ts';
import { untilStopped } from './stopping.ts';

const HOUR = 3_600_000;
const CONNECTIONS = 8;
/** Longest statement of the dispatcher, in milliseconds. */
const LONGEST_STATEMENT = 15_000;

async function readCertificates({ WEBHOOK_CA_FILE: file }: Config): Promise<string | undefined> {
  if (file === undefined) return undefined;
  return readFile(file, 'utf8').catch((error) => {
    throw new Error(`WEBHOOK_CA_FILE=${file} cannot be read (${error.code}).`);
  });
}

async function retain(database: Database): Promise<void> {
  const counters = await deleteOldCounters(database, new Date());
  if (counters > 0) tell(`${counted(counters, 'usage counter')} of past months deleted`);
  const days = await deleteOldDays(database, new Date());
  if (days > 0) tell(`${counted(days, 'daily count')} of past days deleted`);
  const answers = await deleteOldAnswers(database, new Date());
  if (answers > 0) tell(`${counted(answers, 'answer')} of idempotency keys deleted`);
  await deleteOldUnsent(database, new Date());
  const deliveries = await deleteOldDeliveries(database, new Date());
  if (deliveries > 0)
    tell(`${counted(deliveries, 'delivery or event', 'deliveries and events')} of past weeks deleted`);
}

/** The journal of this process, or undefined when it cannot be kept. Everything works without it. */
async function keepJournal(config: Config, databaseUrl: string, log: Logger): Promise<Journal | undefined> {
  try {
    return await openJournal(join(config.TERRIER_HOME, 'journal'), await originOf(databaseUrl));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn(
      { code },
      'no journal: after a crash, the outcome of all deliveries that had begun will be unknown',
    );
    return undefined;
  }
}

/**
 * Starts what runs next to the API: sending webhooks and deleting expired data. Returns a function that stops it.
 * @param opened gets the databases that are opened.
 * @throws Error when a setting is missing or cannot be used.
 */
export async function startDuties(
  config: Config,
  databaseUrl: string,
  opened: Database[] = [],
): Promise<() => Promise<void>> {
  const key = await secretKey(config);
  const ca = await readCertificates(config);
  const database = openDatabase(databaseUrl, CONNECTIONS);
  cutHungStatements(database, LONGEST_STATEMENT);
  const wakeUps = openDatabase(databaseUrl, 2);
  opened.push(database, wakeUps);
  const log = pino({ level: config.LOG_LEVEL });
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const journal = await keepJournal(config, databaseUrl, log);
  const workerPool = createWorkerPool(threads, {
    devHosts: [...developmentHosts(config.WEBHOOK_DEV_HOSTS)],
    dnsServers: nameServerList(config.WEBHOOK_DNS_SERVERS),
    ca,
    journal: journal?.file,
  });
  tellProxies();
  const dispatcher = startDispatcher({ database, wakeUps, workerPool, journal, secretKey: key, log });
  const sweep = () =>
    retain(database).catch((error) => tell(`retention: ${codesOf(error).code ?? commonCause(error)}`));
  void sweep();
  const stopSweeping = every(HOUR, sweep, (sentence) => log.warn({ what: 'retention' }, sentence));
  return async () => {
    stopSweeping();
    await dispatcher.stop();
    await workerPool.close();
    await journal?.close();
    await wakeUps.$client.end();
    await database.$client.end();
  };
}

async function serveMetrics(
  { METRICS_PORT: port, HOST: host }: Config,
  databaseUrl: string,
  opened: Database[],
) {
  if (port === 0) return async () => {};
  const database = openDatabase(databaseUrl, 1);
  cutHungStatements(database);
  const app = Fastify();
  await app.register(metricsRoutes, { parts: [processPart, mysqlPool(opened), queuePart(database)] });
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw portError(port, error.code, 'METRICS_PORT');
  });
  return async () => {
    await app.close();
    await database.$client.end();
  };
}

export const dispatchCommand = new Command('dispatch')
  .addHelpText(
    'after',
    `
Due deliveries are claimed, signed and sent, and retried on a schedule. It stops on Ctrl-C or SIGTERM within about ten
seconds, after the deliveries in progress have ended. METRICS_PORT=9464 serves Prometheus metrics at /metrics.`,
  )
  .action(async () => {
    const config = readConfig();
    const { stack, close } = await connect(config, SERVERS_WAIT);
    await close();
    const opened: Database[] = [];
    const stopMetrics = await serveMetrics(config, stack.databaseUrl, opened);
    const stop = await startDuties(config, stack.databaseUrl, opened);
    await untilStopped(() => print('The dispatcher is running.'));
    tell('Stopping …');
    await stop();
    await stopMetrics();
  });
