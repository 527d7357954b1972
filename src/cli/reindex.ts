import { Command } from 'commander';
import { reindex } from '../loading/ingest/reindex.ts';
import { print } from './print.ts';
import { withProgress } from './progress.ts';
import { targetOf, withServers } from './services.ts';

export const reindexCommand = new Command('reindex')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
This is needed only after an upgrade: the commands of the new version then say so. The API of the earlier version can
keep serving while it runs; start the new one afterwards. The disk must have room for a second copy of the named indices.

Example:
  terrier reindex`,
  )
  .action(async (flags: { json?: boolean }) => {
    const replaced = await withServers((context) =>
      withProgress('reindex', (onProgress) => reindex(targetOf(context), onProgress)),
    );
    if (flags.json) print(JSON.stringify({ reindexed: replaced.map(({ kind }) => kind) }));
    else if (replaced.length === 0) print('Nothing to do: every index is of the present version.');
    else print(`Indexed again: ${replaced.map(({ kind }) => kind).join(', ')}`);
  });
