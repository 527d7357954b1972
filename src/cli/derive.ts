import { Command } from 'commander';
import { counted } from '../domain/in-words.ts';
import { deriveAgain } from '../loading/ingest/ingest.ts';
import { print } from './print.ts';
import { withProgress } from './progress.ts';
import { connected, targetOf } from './services.ts';

export const deriveCommand = new Command('derive')
  .option('--all', 'everything as of today, not only what changed since the figures were last complete')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
Every load derives what it changed, so this is needed only after an interrupted load, to bring deal scores up to
today (--all), or after an upgrade that says so. Readers see the old figures until the new ones are complete.

Examples:
  terrier derive
  terrier derive --all`,
  )
  .action(async (flags: { all?: boolean; json?: boolean }) => {
    const started = performance.now();
    const derived = await connected((context) =>
      withProgress('derive', (onProgress) => deriveAgain(targetOf(context), { all: flags.all, onProgress })),
    );
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    print(
      flags.json
        ? JSON.stringify({ derived, seconds })
        : `${counted(derived, 'parcel')} changed; ${seconds} s`,
    );
  });
