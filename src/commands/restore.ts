import { Command } from 'commander';
import type { Manifest } from '../backup/manifest.ts';
import { checkBackup, restore, sealedSecrets } from '../backup/restore.ts';
import { type Config, readConfig } from '../config.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { printBackup, summaryOf } from './backup-summary.ts';
import { showProgress } from './progress.ts';
import { type CommandContext, ensureIndicesAlone, tell, withServers } from './services.ts';
import { targetOf } from './target.ts';
import { counted } from './words.ts';

/** As of `terrier doctor`: all is done, and something is to be looked at. */
const WARNED = 3;

const keyOrNull = (config: Config): Promise<Buffer | null> => secretKey(config).catch(() => null);

function sealedWords(sealed: number, config: Config): string {
  const where =
    config.DATABASE_URL === undefined && config.WEBHOOK_SECRET_KEY === undefined
      ? 'Copy the file webhook-key of the earlier TERRIER_HOME into this one'
      : 'Set the WEBHOOK_SECRET_KEY of the installation that was backed up';
  return (
    `The signing secrets of ${counted(sealed, 'endpoint')} cannot be decrypted with the present WEBHOOK_SECRET_KEY. ` +
    `${where}: until then nothing is sent to them, and their deliveries wait.`
  );
}

async function restoreInto(context: CommandContext, folder: string, manifest: Manifest): Promise<boolean> {
  const progress = showProgress('restore');
  return restore(targetOf(context), folder, manifest, {
    prepare: () => ensureIndicesAlone(context),
    onProgress: progress.show,
  }).finally(progress.end);
}

async function restoreFrom(folder: string, json?: boolean): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  tell(`Checking the files of ${folder}`);
  const manifest = await checkBackup(folder);
  const sealed = await sealedSecrets(folder, manifest, await keyOrNull(config));
  const done = await withServers((context) => restoreInto(context, folder, manifest));
  const summary = summaryOf(folder, manifest, started);
  if (json) console.log(JSON.stringify({ ...summary, restored: done, sealed_secrets: sealed }));
  else if (done) printBackup(`Restored ${folder}`, summary);
  else console.log(`Nothing to do: this installation holds ${folder} already.`);
  if (manifest.unfinished)
    tell('A load was interrupted before the backup: the next load or `terrier derive` completes it.');
  if (sealed === 0) return;
  tell(sealedWords(sealed, config));
  process.exitCode = WARNED;
}

export const restoreCommand = new Command('restore')
  .argument('<folder>', 'what `terrier backup` has written')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
The installation must be empty: any other is refused before anything is written. Every file is checked first. Records,
keys, endpoints and the numbers of events are as they were; INDEX_PREFIX, INDEX_SHARDS and the servers can be
different. If it is killed, run the same command again. Start API and dispatchers when it has ended.

Set the WEBHOOK_SECRET_KEY of the installation that was backed up. Deliveries that were pending then are sent after
the restore, even those that were delivered since: receivers recognize them by their event_id.

Exit status: 0 restored, 3 restored, but signing secrets cannot be decrypted with the present key, 1 refused or failed.

Examples:
  terrier restore /backups/2026-01-31
  INDEX_PREFIX=trial DATABASE_URL=mysql://user:password@host/trial terrier restore /backups/2026-01-31`,
  )
  .action((folder: string, flags: { json?: boolean }) => restoreFrom(folder, flags.json));
