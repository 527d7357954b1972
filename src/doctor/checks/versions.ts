import { tooOldFor } from '../../mysql/version.ts';
import { ok, problem, type Verdict } from '../finding.ts';

const NODE = 24;
const ELASTICSEARCH = 9;

const majorOf = (version: string) => Number(/^v?(\d+)/.exec(version)?.[1]);

/** The version of Node that runs Terrier. */
export function checkNode(version: string): Verdict {
  if (majorOf(version) >= NODE) return ok(`Node is ${version}.`);
  return problem(`Node is ${version}.`, `Use Node ${NODE}: \`npx terrier\` brings its own.`);
}

/** The version of Elasticsearch: its client needs the same major. */
export function checkElasticsearchVersion(version: string): Verdict {
  if (majorOf(version) === ELASTICSEARCH) return ok(`Elasticsearch is ${version}.`);
  return problem(
    `Elasticsearch is ${version}. Its indices were not checked.`,
    `Use Elasticsearch ${ELASTICSEARCH}, or another ELASTICSEARCH_URL.`,
  );
}

/** The version that a MySQL or MariaDB server tells. */
export function checkMysqlVersion(version: string): Verdict {
  const oldest = tooOldFor(version);
  if (oldest === null) return ok(`MySQL is ${version}.`);
  return problem(`MySQL is ${version}. Its tables were not checked.`, `Use ${oldest} or later.`);
}
