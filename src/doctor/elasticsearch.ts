import type { Client } from '@elastic/elasticsearch';
import type { Config } from '../config.ts';
import { readLastLoad } from '../elastic/derived-load.ts';
import { aliasOf, compareIndices } from '../elastic/indices.ts';
import { checkClock } from './checks/clock.ts';
import { checkHealth } from './checks/health.ts';
import { checkIndices, checkTemplates } from './checks/indices.ts';
import { checkLoad } from './checks/load.ts';
import { checkNodeDisks } from './checks/node-disks.ts';
import { type Finding, type Verdict, worstOf } from './finding.ts';
import { type Nodes, readClusterSettings, readHealth, readNodes } from './read/elasticsearch.ts';
import { examined } from './verdict.ts';

type IsLoading = () => Promise<boolean | null>;

function clockVerdict({ clocks }: Nodes): Verdict {
  const verdicts = clocks.map(({ node, reading }) => checkClock(`Elasticsearch (${node})`, reading));
  return verdicts.find(({ level }) => level === worstOf(verdicts))!;
}

async function loadVerdict(client: Client, prefix: string, isLoading: IsLoading): Promise<Verdict> {
  const read = () => readLastLoad(client, aliasOf(prefix, 'counties'));
  const before = await read();
  if (!before.unfinished) return checkLoad(before, false);
  const runs = await isLoading();
  // It may have ended, and another one begun, since it was read.
  const last = await read();
  return checkLoad(last, last.begun === before.begun ? runs : true);
}

/**
 * An Elasticsearch that answers: its nodes, its health, and what is stored in it.
 * @param isLoading whether a load runs now; null when that is unknown.
 */
export function examineElasticsearch(
  client: Client,
  config: Config,
  now: () => number,
  isLoading: IsLoading,
): Promise<Finding[]> {
  const prefix = config.INDEX_PREFIX;
  const nodes = readNodes(client, now);
  const states = compareIndices(client, config);
  return Promise.all([
    examined('elasticsearch-clock', async () => clockVerdict(await nodes)),
    examined('elasticsearch-disk', async () =>
      checkNodeDisks((await nodes).disks, await readClusterSettings(client)),
    ),
    examined('health', async () => checkHealth(await readHealth(client, prefix))),
    examined('templates', async () => checkTemplates(await states)),
    examined('indices', async () => checkIndices(await states)),
    examined('load', async () => {
      const hasMarks = (await states).some(({ kind, indices }) => kind === 'counties' && indices.length > 0);
      return hasMarks
        ? loadVerdict(client, prefix, isLoading)
        : checkLoad({ unfinished: false, begun: 0 }, false);
    }),
  ]);
}
