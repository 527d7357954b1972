import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { isCounty } from '../domain/geography.ts';
import { ownerWordsOf } from '../domain/owner-name.ts';
import { parseParcelId } from '../domain/parcel-id.ts';
import type { Suppressed } from '../domain/suppression.ts';
import { type ReadList, readSuppressed } from '../loading/ingest/suppression-input.ts';
import { tell } from './print.ts';
import { countyCode, oneLine } from './values.ts';

interface Given {
  parcel?: Suppressed;
  owner?: string;
  county?: string;
  file?: string;
}

export interface ChangeFlags extends Given {
  by: string;
  json?: boolean;
}

function me(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have no name.
    return `uid ${process.getuid?.()}`;
  }
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

/** Reports the rows that were refused. */
export function tellFaults(faults: ReadList['faults']): void {
  for (const fault of faults) tell(named(fault));
}

/** What the flags or the file name. */
export async function readGiven({ parcel, owner, county, file }: Given): Promise<ReadList> {
  const given = [parcel, owner, file].filter((one) => one !== undefined);
  if (given.length !== 1) throw new Error('Give one of --parcel, --owner and --file.');
  if (county !== undefined && owner === undefined) throw new Error('--county goes with --owner.');
  if (file !== undefined) return readSuppressed(file);
  const entry = parcel ?? { kind: 'owner', county_fips: county ?? null, owner_name: owner! };
  return { entries: [{ line: 1, entry }], faults: [] };
}

/** Adds the options that say what is suppressed, and who does it. */
export const withChoice = (command: Command, what: string) =>
  command
    .option('--parcel <id>', `${what} a parcel, by its id`, parcel)
    .option('--owner <name>', `${what} the name of an owner, in any spelling`, ownerName)
    .option('--county <fips>', 'with --owner: in this county only', countyCode)
    .option('--file <file>', `${what} what an NDJSON or CSV file lists, or - for standard input`)
    .option('--by <name>', 'who does it, for the log (default: the system’s user)', oneLine(100), me())
    .option('--json', 'print the result as one JSON object');

/** Help about files with a list. */
export const FILE_HELP = `
A file has one row per entry: county_fips and parcel_id, or owner_name with or without county_fips. Rows that
cannot be read are reported with their line and the reason, and the others are used. A name in a file does not get into
the shell’s history.`;
