import { Command, InvalidArgumentError } from 'commander';
import { countyAndState } from '../domain/geography.ts';
import { counted } from '../domain/in-words.ts';
import { withLoadLock } from '../loading/ingest/alone.ts';
import { recordsUnder } from '../loading/ingest/suppress.ts';
import { findEntry, readList, removeEntries } from '../loading/suppressions/list.ts';
import { forgetFingerprints } from '../stores/mysql/source-layers.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { print } from './print.ts';
import { withProgress } from './progress.ts';
import { connected, targetOf } from './services.ts';
import { type ChangeFlags, FILE_HELP, readGiven, tellFaults, withChoice } from './suppress-given.ts';

function number(text: string, before: number[] = []): number[] {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a number of the list.');
  return [...before, Number(text)];
}

const countyText = (fips: string) => {
  const name = countyAndState(fips);
  return name === undefined ? fips : `${fips} (${name})`;
};

export const suppressRemove = withChoice(new Command('remove'), 'no longer suppress')
  .description('Take entries off the list; their names come back with the next load')
  .argument('[ids...]', 'numbers of the entries, as `terrier suppress list` shows them', number)
  .addHelpText(
    'after',
    `
The names are not stored, so they come back when the counties listed are loaded again, with the same files or by
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
      const take = async (): Promise<string[]> => {
        const under = await recordsUnder(target, [...ids]);
        const found = [...new Set([...under.values()].flatMap((each) => [...each.keys()]))].sort();
        await forgetFingerprints(database, found);
        await removeEntries(database, [...ids], { by: flags.by, at: new Date() });
        return found;
      };
      // A running load may still write records under them.
      const counties = await withProgress('suppress', (onProgress) => withLoadLock(target, onProgress, take));
      return { removed: [...ids], counties };
    });
    faults.sort((a, b) => a.line - b.line);
    tellFaults(faults);
    const { removed, counties } = result;
    if (flags.json) print(JSON.stringify({ removed, counties, faults }));
    else {
      print(`${counted(removed.length, 'entry', 'entries')} removed.`);
      if (counties.length > 0) {
        print('The names come back when the parcels, deeds and permits of these counties are loaded again:');
        for (const county of counties) print(`  ${countyText(county)}`);
      } else if (removed.length > 0) print('No loaded record has to be loaded again.');
    }
    if (faults.length > 0) process.exitCode = 3;
  });
