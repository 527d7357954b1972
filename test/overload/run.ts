/**
 * `npm run test:overload [-- --seed N] [-- --seconds N]`: sends a running Terrier three times what it can serve, and
 * stops it under load. Starts the tests' own Elasticsearch and MySQL, or uses those of TEST_ELASTICSEARCH_URL and
 * TEST_DATABASE_URL.
 */
import { randomInt } from 'node:crypto';
import { Command } from 'commander';
import { useTestStack } from '../proof/installation.ts';
import { prove } from '../proof/prove.ts';
import { whole } from '../proof/whole.ts';
import { overloadFindings } from './overload.ts';
import { makePlace } from './place.ts';
import { stopFindings } from './stop.ts';

export interface Size {
  seed: number;
  /** How long the load lasts in total. */
  seconds: number;
}

const LONGEST = 600;

const size = new Command('test:overload')
  .description('Ask a running Terrier for three times what it can serve, and stop it under load')
  .option('--seed <number>', 'makes the same requests again', whole(1_000_000), randomInt(1, 1_000_000))
  .option(
    '--seconds <number>',
    'how long the load lasts, 12 or more; times are judged from 24 on',
    whole(LONGEST, 12),
    40,
  )
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. What it proves: docs/overload.md.',
  )
  .parse()
  .opts<Size>();

await prove(async function* (later) {
  await useTestStack(later);
  console.log(`Seed ${size.seed}, ${size.seconds} seconds`);
  const place = await makePlace();
  later(place.close);
  for (const part of [overloadFindings, stopFindings]) yield await part(place, size);
}, size.seed);
