import type { Config } from '../config.ts';
import { checkingClient } from '../elastic/client.ts';
import { isLoading } from '../ingest/alone.ts';
import { cutHungStatements, type Database, openDatabase } from '../mysql/database.ts';
import { stackUrls } from '../stack/index.ts';
import { notStarted, reached, type Server, unreached } from './checks/reached.ts';
import { checkElasticsearchVersion, checkMysqlVersion } from './checks/versions.ts';
import { examineElasticsearch } from './elasticsearch.ts';
import type { Finding, Verdict } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineMysql } from './mysql.ts';
import type { Asked } from './read/asked.ts';
import { askElasticsearch } from './read/elasticsearch.ts';
import { askMysql } from './read/mysql.ts';

const LONGEST_STATEMENT = 10_000;

/** A URL as it may be shown. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
}

interface Met {
  findings: Finding[];
  /** Where it is, when it can be used; may hold a password. */
  url: string | null;
}

/** Asks a server for its version: the first thing to know of it, and all when it does not answer. */
async function meet(
  name: Server['name'],
  setting: string,
  { url, isGiven }: { url: string | null; isGiven: boolean },
  ask: (url: string) => Promise<Asked>,
  checkVersion: (version: string) => Verdict,
): Promise<Met> {
  const check = name.toLowerCase();
  const only = (verdict: Verdict): Met => ({ findings: [{ check, ...verdict }], url: null });
  if (url === null) return only(notStarted(name, setting));
  const server = { name, setting: isGiven ? setting : null };
  if (!URL.canParse(url)) return only(unreached({ ...server, address: setting }, 'that is not a URL'));
  const shown = { ...server, address: withoutSecrets(url) };
  const asked = await ask(url);
  if ('trouble' in asked) return only(unreached(shown, asked.trouble, asked.hint));
  const version = checkVersion(asked.version);
  return {
    findings: [
      { check, ...reached(shown) },
      { check: `${check}-version`, ...version },
    ],
    url: version.level === 'problem' ? null : url,
  };
}

/**
 * Looks at everything that Terrier needs, and changes nothing.
 * @param now this machine's clock, epoch milliseconds.
 */
export async function examine(config: Config, now: () => number = Date.now): Promise<Finding[]> {
  const { ELASTICSEARCH_URL: elasticsearchUrl, DATABASE_URL: databaseUrl, TERRIER_HOME: home } = config;
  const urls = await stackUrls({ home, elasticsearchUrl, databaseUrl });
  const [machine, elasticsearch, mysql] = await Promise.all([
    examineMachine(config),
    meet(
      'Elasticsearch',
      'ELASTICSEARCH_URL',
      { url: urls.elasticsearchUrl, isGiven: elasticsearchUrl !== undefined },
      askElasticsearch,
      checkElasticsearchVersion,
    ),
    meet(
      'MySQL',
      'DATABASE_URL',
      { url: urls.databaseUrl, isGiven: databaseUrl !== undefined },
      askMysql,
      checkMysqlVersion,
    ),
  ]);
  const findings = [...machine, ...elasticsearch.findings, ...mysql.findings];
  const database: Database | null = mysql.url === null ? null : openDatabase(mysql.url);
  if (database) cutHungStatements(database, LONGEST_STATEMENT);
  try {
    if (elasticsearch.url !== null) {
      const client = checkingClient(elasticsearch.url);
      const loads = async () => (database === null ? null : isLoading(database));
      findings.push(...(await examineElasticsearch(client, config, now, loads)));
      await client.close();
    }
    if (database) findings.push(...(await examineMysql(database, now)));
  } finally {
    await database?.$client.end();
  }
  return findings;
}
