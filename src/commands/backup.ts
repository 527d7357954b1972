import { Command } from 'commander';
import { backup } from '../backup/backup.ts';
import { printBackup, summaryOf } from './backup-summary.ts';
import { showProgress } from './progress.ts';
import { tell, withServers } from './services.ts';
import { targetOf } from './target.ts';

export const backupCommand = new Command('backup')
  .argument('<folder>', 'a new folder')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
The folder shows Elasticsearch and MySQL at one moment between two loads, so that they agree. The backup waits for a
running load; API, dispatchers and later loads continue while the folder is written. It is called FOLDER.partial until
it is complete. It needs no space on the servers, and changes nothing there.

It has hashes of keys, personal records and encrypted signing secrets: keep it as safe as the servers. It does not have
WEBHOOK_SECRET_KEY, nor the home folder (TERRIER_HOME) with its sources: keep copies of them elsewhere.

Examples:
  terrier backup /backups/2026-01-31
  terrier restore /backups/2026-01-31`,
  )
  .action(async (folder: string, flags: { json?: boolean }) => {
    const started = performance.now();
    const progress = showProgress('backup');
    const manifest = await withServers((context) => backup(targetOf(context), folder, progress.show)).finally(
      progress.end,
    );
    const summary = summaryOf(folder, manifest, started);
    if (flags.json) console.log(JSON.stringify(summary));
    else printBackup(`Backed up into ${folder}`, summary);
    if (manifest.unfinished)
      tell(
        'A load was interrupted before. It is in the backup as it is; the next load or `terrier derive` completes it.',
      );
  });
