import { Command } from 'commander';
import type { Suppressed } from '../domain/suppression.ts';
import { openEntry, readChanges, readList } from '../loading/suppressions/list.ts';
import type { Database } from '../stores/mysql/database.ts';
import { secretKey } from '../webhooks/secrets.ts';
import { minute, print, table } from './print.ts';
import { connected } from './services.ts';
import { suppressAdd } from './suppress-add.ts';
import { suppressRemove } from './suppress-remove.ts';

interface ShowFlags {
  show?: boolean;
  json?: boolean;
}

const secret = (entry: Suppressed) => (entry.kind === 'parcel' ? entry.parcel_id : entry.owner_name);

const where = (county: string | null) => (county === null ? 'everywhere' : county);
const SHOW = ['--show', 'decrypt the list: parcel numbers and names of owners'] as const;

/** Rows of the list or of its log; with `show`, including what they suppress. */
const shown = <R extends { entry: Buffer }>(read: (database: Database) => Promise<R[]>, show?: boolean) =>
  connected(async ({ database, config }) => {
    const key = show ? await secretKey(config) : null;
    return (await read(database)).map(({ entry, ...row }) => ({
      ...row,
      suppressed: key ? secret(openEntry(entry, key)) : undefined,
    }));
  });

const list = new Command('list')
  .description('List what is suppressed: number, kind, county, when and by whom (times are UTC)')
  .option(...SHOW)
  .option('--json', 'print one JSON object for each entry')
  .action(async ({ show, json }: ShowFlags) => {
    const entries = await shown(readList, show);
    if (json) for (const entry of entries) print(JSON.stringify(entry));
    else if (entries.length === 0) print('Nothing is suppressed.');
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
      print(table(header, rows));
    }
  });

const log = new Command('log')
  .description('List every change to the list, newest first: when, by whom and what (times are UTC)')
  .option(...SHOW)
  .option('--json', 'print one JSON object for each change')
  .action(async ({ show, json }: ShowFlags) => {
    const changes = await shown(readChanges, show);
    if (json) for (const change of changes) print(JSON.stringify(change));
    else if (changes.length === 0) print('The list was never changed.');
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
      print(table(header, rows));
    }
  });

export const suppressCommand = new Command('suppress')
  .addCommand(suppressAdd)
  .addCommand(suppressRemove)
  .addCommand(list)
  .addCommand(log);
