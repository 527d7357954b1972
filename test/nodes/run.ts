/**
 * `npm run test:nodes [-- FILE…]`: the tests of answers on two Elasticsearch nodes, with every index in three shards and each
 * shard on both nodes; then a node joins while searches go on. Ends with 1 when something fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Stores, startStores } from '../chaos/stores.ts';
import { joining } from './joining.ts';

const HELP = `
npm run test:nodes [-- FILE…]

Starts two Elasticsearch nodes and a MySQL of its own, and runs test files (default test/features) with every index in three
shards, each on both nodes. Then all shards are brought to one node, the other joins, and searches go on while shards move:
every answer must be whole and the same.`;

const SHARDS = '3';
const log = (line: string) => console.log(line);

/** Returns whether all of the files pass. */
async function answers(stores: Stores, files: string[]): Promise<boolean> {
  const env = {
    ...process.env,
    TEST_ELASTICSEARCH_URL: stores.elasticsearchUrl,
    TEST_DATABASE_URL: stores.databaseUrl,
    TEST_INDEX_SHARDS: SHARDS,
    TEST_INDEX_REPLICAS: '1',
  };
  const child = spawn(process.execPath, ['test/run.ts', ...files], { env, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}

const given = process.argv.slice(2);
if (given.includes('--help')) log(HELP.trim());
else {
  const stores = await startStores(log);
  try {
    const passed = await answers(stores, given.length > 0 ? given : ['test/features']);
    const findings = await joining(stores, log);
    for (const finding of findings) log(finding);
    if (!passed || findings.length > 0) process.exitCode = 1;
    else log('All holds');
  } finally {
    await stores.close();
  }
}
