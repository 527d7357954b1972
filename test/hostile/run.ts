/**
 * `npm run test:hostile [-- --seed N] [-- --requests N]`: asks a running Terrier what an attacker would, and proves that
 * it neither breaks, nor slows, nor tells. Brings up the tests' own Elasticsearch and MySQL, or uses those of
 * TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL.
 */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { stopTestStack, testStack } from '../servers.ts';
import { shown } from './findings.ts';
import { PARTS, type Size } from './parts.ts';
import { makeRig } from './rig.ts';

const MOST = 10_000_000;
const log = (line: string) => console.error(line);

function whole(value: string): number {
  if (!/^[1-9]\d{0,7}$/.test(value) || Number(value) > MOST)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
  return Number(value);
}

function parts(value: string): string[] {
  const names = value.split(',');
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) throw new InvalidArgumentError(`Parts are ${Object.keys(PARTS).join(', ')}.`);
  return names;
}

const { seed, requests, only } = new Command('test:hostile')
  .description(
    'Ask a running Terrier what an attacker would, and prove that it neither breaks, nor slows, nor tells',
  )
  .option('--seed <number>', 'makes the same requests again', whole, randomInt(1, 1_000_000))
  .option('--requests <number>', 'how many requests are generated', whole, 20_000)
  .option('--only <parts>', `a comma list of ${Object.keys(PARTS).join(', ')}`, parts, Object.keys(PARTS))
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. What each part proves: docs/hostile.md.',
  )
  .parse()
  .opts<Size & { only: string[] }>();

const undo: (() => unknown)[] = [];
async function undone(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void undone().finally(() => process.exit(130)));

async function main(): Promise<void> {
  const stack = await testStack(log);
  undo.push(() => stopTestStack(stack, log));
  try {
    process.env.ELASTICSEARCH_URL = stack.elasticsearchUrl;
    process.env.DATABASE_URL = stack.databaseUrl;
    console.log(`Seed ${seed}, ${requests} requests`);
    let faults = 0;
    const rig = await makeRig();
    undo.push(rig.close);
    for (const name of only) {
      const findings = await PARTS[name]!(rig, { seed, requests });
      console.log(shown(findings));
      faults += findings.faults.length;
    }
    console.log(faults === 0 ? 'All holds.' : `${faults} things fall short (seed ${seed}).`);
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await undone();
  }
}

await main().catch((error: Error) => {
  console.error(error.stack ?? error.message);
  process.exitCode = 1;
});
