/**
 * `npm run test:chaos [-- --minutes N] [-- --seed N]`: all parts of Terrier run and are used while they are killed,
 * stopped and cut off at random, and a ledger outside proves that nothing is lost, doubled or wrong. Starts its own
 * stores: two Elasticsearch nodes with data, one with a vote, and a MySQL.
 */
import { randomInt } from 'node:crypto';
import { Command } from 'commander';
import { prove } from '../proof/prove.ts';
import { whole } from '../proof/whole.ts';
import { runStorm, type Size } from './storm.ts';

const MOST = 1_000_000;
/** Each kind of fault happens about twice, and a run ends within a quarter of an hour. */
const MINUTES = 8;

const size = new Command('test:chaos')
  .description(
    'Break everything at random while Terrier is used, and prove that nothing is lost, doubled or wrong',
  )
  .option('--minutes <number>', 'how long faults go on', whole(MOST), MINUTES)
  .option('--seed <number>', 'makes the same faults in the same order', whole(MOST), randomInt(1, MOST))
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. What is broken and checked: docs/reliability.md.',
  )
  .parse()
  .opts<Size>();

await prove(async function* (later) {
  console.log(`Seed ${size.seed}, ${size.minutes} minutes`);
  yield await runStorm(size, (line) => console.error(line), later);
}, size.seed);
