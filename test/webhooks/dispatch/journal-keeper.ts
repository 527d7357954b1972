/**
 * A process that keeps a journal, to be killed: `fork`ed with its task (what to begin and what to mark) as JSON. Tells
 * its parent when that is written.
 */

import type { Unsent } from '../../../src/webhooks/dispatch/claim.ts';
import { markIn, openJournal, originOf } from '../../../src/webhooks/dispatch/journal.ts';

export interface Task {
  folder: string;
  databaseUrl: string;
  begun: Unsent[];
  /** The indices of those that are marked. */
  marked: number[];
}

const { folder, databaseUrl, begun, marked }: Task = JSON.parse(process.argv[2]!);
const journal = await openJournal(folder, await originOf(databaseUrl));
const records = journal.begin(begun)!;
for (const n of marked) if (!markIn(journal.file, records[n]!)) throw new Error('not marked');
// Runs until it is killed, or told to break.
setInterval(() => {}, 1_000);
process.on('message', () => {
  throw new Error('broken');
});
process.send!({ name: journal.name });
