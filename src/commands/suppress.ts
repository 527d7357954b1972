import { userInfo } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { countyAndState, isCounty } from '../domain/geography.ts';
import { ownerWordsOf } from '../domain/owner-name.ts';
import { parseParcelId } from '../domain/parcel-id.ts';
import type { Suppressed } from '../domain/suppression.ts';
import { withLoadLock } from '../ingest/alone.ts';
import { type Applied, applySuppressions, recordsUnder } from '../ingest/suppress.ts';
import { type ReadList, readSuppressed } from '../ingest/suppression-input.ts';
import { forgetFingerprints } from '../mysql/source-layers.ts';
import {
  addEntries,
  findEntry,
  openEntry,
  readChanges,
  readList,
  removeEntries,
} from '../suppressions/list.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { countyCode } from './counties.ts';
import { showProgress } from './progress.ts';
import { connected, tell } from './services.ts';
import { targetOf } from './target.ts';
import { counted, table } from './words.ts';

interface Given {
  parcel?: Suppressed;
  owner?: string;
  county?: string;
  file?: string;
}

interface ChangeFlags extends Given {
  by: string;
  json?: boolean;
}

interface ShowFlags {
  show?: boolean;
  json?: boolean;
}

const LONGEST_NAME = 100;
const MOST_NAMED = 20;

function me(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have no name.
    return `uid ${process.getuid?.()}`;
  }
}

function person(name: string): string {
  if (name.trim() === '' || /\p{Cc}/u.test(name) || Array.from(name).length > LONGEST_NAME)
    throw new InvalidArgumentError(`It must be 1 to ${LONGEST_NAME} characters on one line.`);
  return name.trim();
}

function parcel(text: string): Suppressed {
  const found = parseParcelId(text);
  if (!found || !isCounty(found.county_fips))
    throw new InvalidArgumentError('It must be the id of a parcel, such as 31109:0109109006000.');
  const { county_fips, parcel_id } = found;
  return { kind: 'parcel', county_fips, parcel_id };
}

function ownerName(name: string): string {
  if (ownerWordsOf(name) === null) throw new InvalidArgumentError('It must have a letter or a digit.');
  return name;
}

const named = ({ line, reason, field }: ReadList['faults'][number]) =>
  `line ${line}: ${field === undefined ? '' : `${field}: `}${reason}`;

function tellFaults(faults: ReadList['faults']): void {
  for (const fault of faults) tell(named(fault));
}

/** What the flags or the file name. */
async function readGiven({ parcel, owner, county, file }: Given): Promise<ReadList> {
  const given = [parcel, owner, file].filter((one) => one !== undefined);
  if (given.length !== 1) throw new Error('Give one of --parcel, --owner and --file.');
  if (county !== undefined && owner === undefined) throw new Error('--county goes with --owner.');
  if (file !== undefined) return readSuppressed(file);
  const entry = parcel ?? { kind: 'owner', county_fips: county ?? null, owner_name: owner! };
  return { entries: [{ line: 1, entry }], faults: [] };
}

const changed = ({ parcels, deeds, permits, events }: Applied) =>
  [
    counted(parcels, 'parcel'),
    counted(deeds, 'deed'),
    counted(permits, 'permit'),
    counted(events, 'stored event'),
  ].join(', ');

const withChoice = (command: Command, what: string) =>
  command
    .option('--parcel <id>', `${what} a parcel, by its id`, parcel)
    .option('--owner <name>', `${what} the name of an owner, in any spelling`, ownerName)
    .option('--county <fips>', 'with --owner: in this county only', countyCode)
    .option('--file <file>', `${what} what an NDJSON or CSV file lists, or - for standard input`)
    .option('--by <name>', 'who does it, for the log (default: the user of the system)', person, me())
    .option('--json', 'print the result as one JSON object');

const FILE_HELP = `
A file has a row for each entry: county_fips and parcel_id, or owner_name with or without county_fips. Rows that
cannot be read are told with their line and the reason, and the others go on. A name in a file does not get into the
history of the shell.`;

const add = withChoice(new Command('add'), 'suppress')
  .description('Suppress the names of parcels or owners, in all that is stored and in all later loads')
  .addHelpText(
    'after',
    `
Owners, mailing addresses, the parties of deeds and the applicants of permits of these records become null for
everybody, also in stored events. While a load runs, this waits for it. If it is killed, run it again: the next load
completes it, too. No webhook event is made of it.
${FILE_HELP}

Examples:
  terrier suppress add --parcel 31109:0109109006000
  terrier suppress add --owner "Doe, Jane Q" --county 34013
  terrier suppress add --file daniels-law.csv --by "request 2026-114"

Exit status: 0 all is suppressed, 3 some rows were refused, 1 it failed.`,
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
      const progress = showProgress('suppress');
      const applied = await applySuppressions(target, progress.show).finally(progress.end);
      const under = await recordsUnder(target, [...new Set(ids)]);
      return { ids, added, applied, without: [...new Set(ids)].filter((id) => !under.has(id)) };
    });
    const { ids, added, applied, without } = result;
    if (flags.json) console.log(JSON.stringify({ ids, added, ...applied, no_records: without, faults }));
    else {
      const there = new Set(ids).size - added.length;
      const before = there > 0 ? `, ${there} already there` : '';
      console.log(`${counted(added.length, 'entry', 'entries')} added${before}.`);
      console.log(`Names taken out of ${changed(applied)}.`);
      if (without.length > 0) {
        const some = without.slice(0, MOST_NAMED).join(', ');
        const more = without.length > MOST_NAMED ? ', …' : '';
        console.log(`No loaded record falls under ${some}${more}: is the id or the spelling right?`);
      }
    }
    if (faults.length > 0) process.exitCode = 3;
  });

function number(text: string, before: number[] = []): number[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a number of the list.');
  return [...before, Number(text)];
}

const countyText = (fips: string) => {
  const name = countyAndState(fips);
  return name === undefined ? fips : `${fips} (${name})`;
};

const remove = withChoice(new Command('remove'), 'no longer suppress')
  .description('Take entries off the list; their names come back with the next load')
  .argument('[ids...]', 'numbers of the entries, as `terrier suppress list` shows them', number)
  .addHelpText(
    'after',
    `
The names are not stored, so they come back when what is told is loaded again, with the same files or by
\`terrier sync\`.
${FILE_HELP}

Examples:
  terrier suppress remove 12
  terrier suppress remove --owner "Doe, Jane Q" --county 34013

Exit status: 0 all were removed, 3 some rows were refused, 1 it failed.`,
  )
  .action(async (numbers: number[], flags: ChangeFlags) => {
    if (numbers.length > 0 && (flags.parcel ?? flags.owner ?? flags.file) !== undefined)
      throw new Error('Give numbers, or one of --parcel, --owner and --file.');
    const { entries, faults } = numbers.length > 0 ? { entries: [], faults: [] } : await readGiven(flags);
    const result = await connected(async (context) => {
      const { config, database } = context;
      const known = new Set((await readList(database)).map(({ id }) => id));
      const unknown = numbers.find((id) => !known.has(id));
      if (unknown !== undefined)
        throw new Error(
          `There is no entry ${unknown}: \`terrier suppress list\` shows all. Nothing was removed.`,
        );
      const ids = new Set(numbers);
      const key = entries.length > 0 ? await secretKey(config) : null;
      for (const { line, entry } of entries) {
        const id = await findEntry(database, entry, key!);
        if (id === null) faults.push({ line, reason: 'not_suppressed' });
        else ids.add(id);
      }
      const target = targetOf(context);
      const progress = showProgress('suppress');
      // A load that runs may still write records under them.
      const counties = await withLoadLock(target, progress.show, async () => {
        const under = await recordsUnder(target, [...ids]);
        const found = [...new Set([...under.values()].flatMap((each) => [...each.keys()]))].sort();
        await forgetFingerprints(database, found);
        await removeEntries(database, [...ids], { by: flags.by, at: new Date() });
        return found;
      }).finally(progress.end);
      return { removed: [...ids], counties };
    });
    faults.sort((a, b) => a.line - b.line);
    tellFaults(faults);
    const { removed, counties } = result;
    if (flags.json) console.log(JSON.stringify({ removed, counties, faults }));
    else {
      console.log(`${counted(removed.length, 'entry', 'entries')} removed.`);
      if (counties.length > 0) {
        console.log(
          'The names come back when the parcels, deeds and permits of these counties are loaded again:',
        );
        for (const county of counties) console.log(`  ${countyText(county)}`);
      } else if (removed.length > 0) console.log('No loaded record has to be loaded again.');
    }
    if (faults.length > 0) process.exitCode = 3;
  });

const secret = ({ kind, ...entry }: Suppressed) =>
  'parcel_id' in entry ? entry.parcel_id : (entry as { owner_name: string }).owner_name;

const minute = (time: string) => time.slice(0, 16).replace('T', ' ');
const where = (county: string | null) => (county === null ? 'everywhere' : county);
const SHOW = ['--show', 'decrypt the list: parcel numbers and names of owners'] as const;

const list = new Command('list')
  .description('List what is suppressed: number, kind, county, when and by whom (times are UTC)')
  .option(...SHOW)
  .option('--json', 'print one JSON object for each entry')
  .action(async ({ show, json }: ShowFlags) => {
    const entries = await connected(async ({ database, config }) => {
      const key = show ? await secretKey(config) : null;
      return (await readList(database)).map(({ entry, ...listed }) => ({
        ...listed,
        ...(key && { suppressed: secret(openEntry(entry, key)) }),
      }));
    });
    if (json) for (const entry of entries) console.log(JSON.stringify(entry));
    else if (entries.length === 0) console.log('Nothing is suppressed.');
    else {
      const header = ['ID', 'KIND', 'COUNTY', 'ADDED', 'BY', 'STATE', ...(show ? ['SUPPRESSED'] : [])];
      const rows = entries.map(
        ({ id, kind, county_fips, created_at, created_by, applied_at, suppressed }) => [
          String(id),
          kind,
          where(county_fips),
          minute(created_at),
          created_by,
          applied_at === null ? 'not yet applied' : 'applied',
          ...(suppressed === undefined ? [] : [suppressed]),
        ],
      );
      console.log(table(header, rows));
    }
  });

const log = new Command('log')
  .description('List every change of the list, newest first: when, by whom and what (times are UTC)')
  .option(...SHOW)
  .option('--json', 'print one JSON object for each change')
  .action(async ({ show, json }: ShowFlags) => {
    const changes = await connected(async ({ database, config }) => {
      const key = show ? await secretKey(config) : null;
      return (await readChanges(database)).map(({ entry, ...change }) => ({
        ...change,
        ...(key && { suppressed: secret(openEntry(entry, key)) }),
      }));
    });
    if (json) for (const change of changes) console.log(JSON.stringify(change));
    else if (changes.length === 0) console.log('The list was never changed.');
    else {
      const header = ['WHEN', 'BY', 'WHAT', 'ID', 'KIND', 'COUNTY', ...(show ? ['SUPPRESSED'] : [])];
      const rows = changes.map(({ id, what, kind, county_fips, changed_at, changed_by, suppressed }) => [
        minute(changed_at),
        changed_by,
        what,
        String(id),
        kind,
        where(county_fips),
        ...(suppressed === undefined ? [] : [suppressed]),
      ]);
      console.log(table(header, rows));
    }
  });

export const suppressCommand = new Command('suppress')
  .addCommand(add)
  .addCommand(remove)
  .addCommand(list)
  .addCommand(log);
