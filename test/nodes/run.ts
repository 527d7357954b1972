/**
 * `npm run test:nodes [-- FILE…]`: the tests of answers on two Elasticsearch nodes, with every index in three shards and
 * each shard on both nodes; then a node joins during searches, a county is replaced, and the first node of each store is
 * lost. Ends with 1 when something fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Stores, startStores } from '../chaos/stores.ts';
import type { Findings } from '../proof/findings.ts';
import { prove } from '../proof/prove.ts';
import { joining } from './joining.ts';
import { losing } from './losing.ts';
import { replacing } from './replacing.ts';

const HELP = `
npm run test:nodes [-- FILE…]

Starts two Elasticsearch nodes and a MySQL of its own, and runs test files (default test/api/features) with every index in three
shards, each on both nodes. Then all shards are brought to one node, the other joins, and searches go on while shards move:
every answer must be whole and the same. Then a county is replaced: what is sent between the nodes must not grow with what else is
stored. At last the first Elasticsearch node and a MySQL that has a replica are killed during searches, loads and deliveries:
nothing may be lost or sent twice, and searches may fail for ten seconds.`;

const SHARDS = '3';
const log = (line: string) => console.log(line);

async function answers(stores: Stores, files: string[]): Promise<Findings> {
  const env = {
    ...process.env,
    TEST_ELASTICSEARCH_URL: stores.elasticsearchUrl,
    TEST_DATABASE_URL: stores.databaseUrl,
    TEST_INDEX_SHARDS: SHARDS,
    TEST_INDEX_REPLICAS: '1',
  };
  const child = spawn(process.execPath, ['test/run.ts', ...files], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return {
    title: `Answers, with every index in ${SHARDS} shards on two nodes`,
    figures: files,
    faults: code === 0 ? [] : ['tests have failed: see above'],
  };
}

const given = process.argv.slice(2);
if (given.includes('--help')) log(HELP.trim());
else
  await prove(async function* (later) {
    const stores = await startStores(log);
    later(stores.close);
    yield await answers(stores, given.length > 0 ? given : ['test/api/features']);
    yield await joining(stores);
    yield await replacing(stores);
    yield await losing(stores);
  });
