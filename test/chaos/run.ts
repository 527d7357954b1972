/**
 * `npm run test:chaos [-- --minutes N] [-- --seed N]`: everything that Terrier consists of runs and is used, while it is
 * killed, stopped and cut at random, and a ledger outside proves that nothing is lost, doubled or wrong. Brings up stores
 * of its own: two Elasticsearch nodes with data, one with a vote, and a MySQL.
 */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { shown } from '../hostile/findings.ts';
import { runStorm, type Size } from './storm.ts';

const MOST = 1_000_000;

function number(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value) || Number(value) > MOST)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
  return Number(value);
}

const size = new Command('test:chaos')
  .description(
    'Break everything at random while Terrier is used, and prove that nothing is lost, doubled or wrong',
  )
  .option('--minutes <number>', 'how long faults go on', number, 30)
  .option('--seed <number>', 'makes the same faults in the same order', number, randomInt(1, MOST))
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. What is broken and checked: docs/reliability.md.',
  )
  .parse()
  .opts<Size>();

const undo: (() => unknown)[] = [];
async function undone(): Promise<void> {
  for (const step of undo.splice(0).reverse())
    await Promise.resolve(step()).catch((error: Error) => console.error(error.message));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void undone().finally(() => process.exit(130)));

try {
  console.log(`Seed ${size.seed}, ${size.minutes} minutes`);
  const findings = await runStorm(size, (line) => console.error(line), undo);
  console.log(shown(findings));
  console.log('MySQL’s disk was not filled: that needs a file system of its own, which only root can make.');
  const { length } = findings.faults;
  console.log(length === 0 ? 'All holds.' : `${length} things fall short (seed ${size.seed}).`);
  process.exitCode = length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
} finally {
  await undone();
}
