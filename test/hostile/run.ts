/**
 * `npm run test:hostile [-- --seed N] [-- --requests N]`: sends a running Terrier what an attacker would, and proves that
 * it does not break, slow down or reveal anything. Starts the tests' own Elasticsearch and MySQL, or uses those of
 * TEST_ELASTICSEARCH_URL and TEST_DATABASE_URL.
 */
import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { useTestStack } from '../proof/installation.ts';
import { prove } from '../proof/prove.ts';
import { whole } from '../proof/whole.ts';
import { PARTS, type Size } from './parts.ts';
import { makeRig } from './rig.ts';

const MOST = 10_000_000;

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
  .option('--seed <number>', 'makes the same requests again', whole(MOST), randomInt(1, 1_000_000))
  .option('--requests <number>', 'how many requests are generated', whole(MOST), 20_000)
  .option('--only <parts>', `a comma list of ${Object.keys(PARTS).join(', ')}`, parts, Object.keys(PARTS))
  .addHelpText(
    'after',
    '\nExit status: 0 when all holds, 1 when anything falls short. What each part proves: docs/hostile.md.',
  )
  .parse()
  .opts<Size & { only: string[] }>();

await prove(async function* (later) {
  await useTestStack(later);
  console.log(`Seed ${seed}, ${requests} requests`);
  const rig = await makeRig();
  later(rig.close);
  for (const name of only) yield await PARTS[name]!(rig, { seed, requests });
}, seed);
