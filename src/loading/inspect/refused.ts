import { damagedAmong } from '../sources/damaged-numbers.ts';
import { columnsOf } from '../sources/mapping.ts';
import type { Candidate } from './candidates.ts';
import type { Table } from './evidence.ts';
import { figure } from './look.ts';
import type { TableProfile } from './profile.ts';
import type { FieldProposal, Proposal, TableKind } from './proposal.ts';

const NAMED = 0.6;
const MOSTLY = 0.5;

/** Whether the one column of a table is lines of text in columns of fixed widths. */
function isFixedWidth({ values, profile }: Candidate): boolean {
  const lines = [profile.column.name, ...values.filter((value) => value !== null)];
  return lines.filter((line) => /\S {2,}\S/.test(line)).length > lines.length * MOSTLY;
}

const ESRI =
  ' If it is Esri JSON, give the address of its layer, or convert the file: ogr2ogr -f GPKG parcels.gpkg FILE.';

/** Why no column of a table can be the parcel number; null where nothing is known. */
export function numberFault(
  { candidates, refused }: Table,
  { rows, rejected }: TableProfile,
): Proposal['refused'] {
  const fault = (words: string) => ({ words, isOpen: false });
  const plain = candidates.filter(({ made }) => made === null);
  if (plain.length === 1 && isFixedWidth(plain[0]!))
    return fault(
      'The rows are text in columns of fixed widths, which are not read. Convert the file to CSV.',
    );
  if (plain.length === 1)
    return fault(
      'The table has one column only. If it is a table, name with --delimiter what separates its columns.',
    );
  const [reason] = Object.keys(rejected);
  if (rows === 0 && reason !== undefined)
    return fault(`None of the rows can be read (${reason}).${reason === 'not_a_feature' ? ESRI : ''}`);
  if (rows === 0) return fault('The table has no rows.');
  for (const { said, values, profile } of plain) {
    if ((said.scores.get('parcel_id') ?? 0) < NAMED) continue;
    const told = values.filter((value) => value !== null);
    const damaged = damagedAmong(told);
    if (damaged.length > told.length * MOSTLY)
      return fault(
        `${figure(damaged.length)} of ${figure(told.length)} parcel numbers in ${profile.column.name} are such as ${damaged[0]}, which a ` +
          'spreadsheet has changed. Get the file as it was before it was saved in a spreadsheet.',
      );
  }
  const named = refused.find(({ meaning }) => meaning === 'parcel_id');
  return named === undefined
    ? null
    : { words: `${named.words} Name the parcel number as pid in a source file.`, isOpen: true };
}

const NO_NUMBER = 'No column could be the parcel number: name it as pid in a source file.';

/**
 * Why `--auto` loads nothing: there is no likely parcel number.
 * @param fault why no column can be it, if that is known.
 */
export function refusedFor(
  kind: TableKind,
  fields: readonly FieldProposal[],
  fault: Proposal['refused'],
): Proposal['refused'] {
  const number = fields.find(({ field }) => field === 'parcel_id');
  if (kind === 'permits' || (number && number.certainty !== 'guess')) return null;
  if (number === undefined || fault?.isOpen === false) return fault ?? { words: NO_NUMBER, isOpen: true };
  const likeliest = `The likeliest column is ${columnsOf(number.form).join(' + ')}: ${number.reason}.`;
  return { words: `The parcel number is not certain. ${likeliest}`, isOpen: true };
}
