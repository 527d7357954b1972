import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { isLoading } from '../../loading/ingest/alone.ts';
import { checkingClient } from '../../stores/elastic/client.ts';
import { stackUrls } from '../../stores/local/index.ts';
import { cutHungStatements, openDatabase } from '../../stores/mysql/database.ts';
import { aboutProxies } from '../proxies.ts';
import { examineElasticsearch } from './elasticsearch.ts';
import { examined, type Finding, ok, problem, type Verdict, warning } from './finding.ts';
import { examineMysql } from './mysql.ts';
import { meet } from './servers.ts';

const LONGEST_STATEMENT = 10_000;
/** How much should be free where a Terrier started on this machine keeps its files, in GiB. */
const ROOM = 5;

async function checkDisk(home: string): Promise<Verdict> {
  let folder = resolve(home);
  // The folder is created only when something is kept in it.
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / 2 ** 30;
  const finding = `The disk of TERRIER_HOME (${home}) has ${free.toFixed(1)} GiB free.`;
  if (free >= ROOM) return ok(finding);
  return warning(finding, `Free some space, or move it to a larger disk: it should have ${ROOM} GiB.`);
}

async function checkProxies(): Promise<Verdict> {
  try {
    return ok(aboutProxies() ?? 'Downloads and sources use no proxy.');
  } catch (error) {
    return problem((error as Error).message, 'Correct or unset it: nothing is downloaded until then.');
  }
}

/**
 * Checks everything that Terrier needs, and changes nothing.
 * @param now this machine's clock, in epoch milliseconds.
 */
export async function examine(config: Config, now: () => number = Date.now): Promise<Finding[]> {
  const { ELASTICSEARCH_URL, DATABASE_URL, TERRIER_HOME: home } = config;
  const urls = await stackUrls({ home, elasticsearchUrl: ELASTICSEARCH_URL, databaseUrl: DATABASE_URL });
  const [disk, proxies, elasticsearch, mysql] = await Promise.all([
    examined('disk', () => checkDisk(home)),
    examined('proxies', checkProxies),
    meet('elasticsearch', urls.elasticsearchUrl, ELASTICSEARCH_URL !== undefined),
    meet('mysql', urls.databaseUrl, DATABASE_URL !== undefined),
  ]);
  const findings = [disk, proxies, elasticsearch, mysql];
  const database = mysql.level !== 'problem' ? openDatabase(urls.databaseUrl!) : null;
  if (database) cutHungStatements(database, LONGEST_STATEMENT);
  try {
    if (elasticsearch.level !== 'problem') {
      const client = checkingClient(urls.elasticsearchUrl!);
      const loads = async () => (database === null ? null : isLoading(database));
      findings.push(...(await examineElasticsearch(client, config, loads)));
      await client.close();
    }
    if (database) findings.push(...(await examineMysql(database, now)));
  } finally {
    await database?.$client.end();
  }
  return findings;
}
