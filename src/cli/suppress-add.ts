import { Command } from 'commander';
import { counted } from '../domain/in-words.ts';
import { type Applied, applySuppressions, recordsUnder } from '../loading/ingest/suppress.ts';
import { addEntries } from '../loading/suppressions/list.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { print } from './print.ts';
import { withProgress } from './progress.ts';
import { connected, targetOf } from './services.ts';
import { type ChangeFlags, FILE_HELP, readGiven, tellFaults, withChoice } from './suppress-given.ts';

const MOST_NAMED = 20;

const changed = ({ parcels, deeds, permits, events }: Applied) =>
  [
    counted(parcels, 'parcel'),
    counted(deeds, 'deed'),
    counted(permits, 'permit'),
    counted(events, 'stored event'),
  ].join(', ');

export const suppressAdd = withChoice(new Command('add'), 'suppress')
  .description('Suppress the names of parcels or owners in all stored records and all later loads')
  .addHelpText(
    'after',
    `
Owners, mailing addresses, the parties of deeds and the applicants of permits of these records become null for
everyone, also in stored events. If a load is running, this waits for it. If it is killed, run it again; the next load
also completes it. It sends no webhook events.
${FILE_HELP}

Examples:
  terrier suppress add --parcel 31109:0109109006000
  terrier suppress add --owner "Doe, Jane Q" --county 34013
  terrier suppress add --file daniels-law.csv --by "request 2026-114"

Exit status: 0 everything is suppressed, 3 some rows were refused, 1 it failed.`,
  )
  .action(async (flags: ChangeFlags) => {
    const { entries, faults } = await readGiven(flags);
    tellFaults(faults);
    const result = await connected(async (context) => {
      const target = targetOf(context);
      const key = await secretKey(context.config);
      const change = { key, by: flags.by, at: new Date() };
      const list = entries.map(({ entry }) => entry);
      const { ids, added } = await addEntries(context.database, list, change);
      const applied = await withProgress('suppress', (onProgress) => applySuppressions(target, onProgress));
      const under = await recordsUnder(target, [...new Set(ids)]);
      return { ids, added, applied, without: [...new Set(ids)].filter((id) => !under.has(id)) };
    });
    const { ids, added, applied, without } = result;
    if (flags.json) print(JSON.stringify({ ids, added, ...applied, no_records: without, faults }));
    else {
      const there = new Set(ids).size - added.length;
      const before = there > 0 ? `, ${there} already there` : '';
      print(`${counted(added.length, 'entry', 'entries')} added${before}.`);
      print(`Names taken out of ${changed(applied)}.`);
      if (without.length > 0) {
        const some = without.slice(0, MOST_NAMED).join(', ');
        const more = without.length > MOST_NAMED ? ', …' : '';
        print(`No loaded record falls under ${some}${more}: is the id or the spelling right?`);
      }
    }
    if (faults.length > 0) process.exitCode = 3;
  });
