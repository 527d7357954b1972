import { Command } from 'commander';
import { counted } from '../domain/in-words.ts';
import { deriveAgain } from '../loading/ingest/ingest.ts';
import { print } from './print.ts';
import { showProgress } from './progress.ts';
import { connected } from './services.ts';
import { targetOf } from './target.ts';

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
    const derived = await connected(async (context) => {
      const progress = showProgress('derive');
      const target = targetOf(context);
      try {
        return await deriveAgain(target, { all: flags.all, onProgress: progress.show });
      } finally {
        progress.end();
      }
    });
    const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
    print(
      flags.json
        ? JSON.stringify({ derived, seconds })
        : `${counted(derived, 'parcel')} changed; ${seconds} s`,
    );
  });
