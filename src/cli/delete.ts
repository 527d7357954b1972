import { Command } from 'commander';
import { countyName } from '../domain/geography.ts';
import {
  type Chosen,
  countRecords,
  deleteRecords,
  type KindCounts,
  sumOf,
} from '../loading/ingest/delete.ts';
import { confirmed, print, tell } from './print.ts';
import { withProgress } from './progress.ts';
import { type CommandContext, connected, targetOf } from './services.ts';
import { countyCode } from './values.ts';

export interface DeleteFlags {
  yes?: boolean;
  json?: boolean;
}

const listed = (counts: KindCounts) =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');

function show(deleted: KindCounts, json: boolean | undefined): void {
  print(json ? JSON.stringify({ deleted }) : `Deleted: ${listed(deleted)}`);
}

/**
 * Says what would be deleted, asks, and deletes it. Finding nothing is not a failure.
 * @param what names the records in the question.
 * @returns whether none of the records are left.
 */
export async function askAndDelete(
  context: CommandContext,
  what: string,
  chosen: Chosen,
  flags: DeleteFlags,
): Promise<boolean> {
  const target = targetOf(context);
  const counts = await countRecords(target, chosen);
  if (sumOf(counts) === 0) {
    show(counts, flags.json);
    return true;
  }
  if (!(await confirmed(`This deletes ${what}: ${listed(counts)}. Continue?`, flags.yes))) {
    tell('Nothing was deleted.');
    process.exitCode = 1;
    return false;
  }
  show(await withProgress('delete', (onProgress) => deleteRecords(target, chosen, onProgress)), flags.json);
  return true;
}

const county = new Command('county')
  .description('Delete the parcels, deeds, permits and risks of a county')
  .argument('<fips>', '5-digit FIPS code of the county', countyCode)
  .option('--yes', 'do not ask')
  .option('--json', 'print the result as one JSON object')
  .addHelpText(
    'after',
    `
Figures made from the records, such as those of owners and markets, are updated. While the command runs, readers
find fewer and fewer of the records. Webhook endpoints that watch the county stay. To load it again, use
\`terrier ingest … --no-events\`: otherwise its deeds and permits are sent as new events.

Example:
  terrier delete county 31109`,
  )
  .action(async (fips: string, flags: DeleteFlags) => {
    const chosen = { counties: [fips] };
    await connected((context) =>
      askAndDelete(context, `all records of ${countyName(fips)} (${fips})`, chosen, flags),
    );
  });

export const deleteCommand = new Command('delete').addCommand(county);
