/**
 * `npm run test:overload [-- --seed N] [-- --seconds N]`: asks a running Terrier for three times what it can serve, and
 * stops it under load. Brings up the tests' own Elasticsearch and MySQL, or uses those of TEST_ELASTICSEARCH_URL and
 * TEST_DATABASE_URL.
 */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { shown } from '../hostile/findings.ts';
import { stopTestStack, testStack } from '../servers.ts';
import { overloadFindings } from './overload.ts';
import { makePlace } from './place.ts';
import { stopFindings } from './stop.ts';

export interface Size {
  seed: number;
  /** How long the load lasts in all. */
  seconds: number;
}

const LONGEST = 600;
const log = (line: string) => console.error(line);

function whole(most: number, least = 1) {
  return (value: string): number => {
    if (!/^[1-9]\d{0,7}$/.test(value) || Number(value) > most || Number(value) < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return Number(value);
  };
}

const size = new Command('test:overload')
  .description('Ask a running Terrier for three times what it can serve, and stop it under load')
  .option('--seed <number>', 'makes the same requests again', whole(1_000_000), randomInt(1, 1_000_000))
  .option('--seconds <number>', 'how long the load lasts, 12 or more', whole(LONGEST, 12), 40)
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. What it proves: docs/overload.md.',
  )
  .parse()
  .opts<Size>();

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
    console.log(`Seed ${size.seed}, ${size.seconds} seconds`);
    const place = await makePlace();
    undo.push(place.close);
    let faults = 0;
    for (const part of [overloadFindings, stopFindings]) {
      const findings = await part(place, size);
      console.log(shown(findings));
      faults += findings.faults.length;
    }
    console.log(faults === 0 ? 'All holds.' : `${faults} things fall short (seed ${size.seed}).`);
    process.exitCode = faults === 0 ? 0 : 1;
  } finally {
    await undone();
  }
}

await main().catch((error: Error) => {
  console.error(error.stack ?? error.message);
  process.exitCode = 1;
});
