import { countyAndState, countyName, findCountyByName, isCounty } from '../../domain/geography.ts';
import { listed } from '../../domain/in-words.ts';
import { readNumber } from '../../domain/written-number.ts';
import { damagedAmong } from '../sources/damaged-numbers.ts';
import { columnsOf } from '../sources/mapping.ts';
import { type Candidate, plainOf, says } from './candidates.ts';
import type { Table } from './evidence.ts';
import { figure } from './look.ts';
import { readNames } from './names.ts';
import type { TableProfile } from './profile.ts';
import type { FieldProposal, Proposal, TableKind } from './proposal.ts';
import { evidenceOf } from './values.ts';
import type { Field, Meaning } from './vocabulary.ts';

const NOT_PARCELS =
  /^(?:ROW|PRIV_ROW|RAIL_?ROW|R\/?O\/?W|WATER|ROAD|STREET|RIGHT[ _-]OF[ _-]WAY|RAIL(?:ROAD)?|HYDRO|LAKE|RIVER|ALLEY)S?$/i;

const RETIRED =
  /^(?:RETIRED|INACTIVE|HISTORIC(?:AL)?|DELETED?|DEAD|CANCELL?ED|KILLED|VOID(?:ED)?|OBSOLETE)(?: PARCELS?)?$/i;
const IN_USE = /^(?:ACTIVE|CURRENT|LIVE)(?: PARCELS?)?$/i;
/** What the name of a column may say that tells whether a parcel is in use: `PARCEL_STATUS`, `STAT_CD`. */
const OF_PARCELS = new Set(['STATUS', 'PARCEL', 'ACCOUNT', 'CODE', 'DESCRIPTION', 'TYPE', 'RECORDED']);

/** What marks rows that are not parcels, or are no longer: the values, and whether a column can have them. */
const MARKS: readonly (readonly [
  gone: RegExp,
  what: string,
  isIn: (candidate: Candidate, has: (marks: RegExp) => boolean) => boolean,
])[] = [
  [NOT_PARCELS, 'not', () => true],
  [
    RETIRED,
    'no longer',
    ({ said: { concepts } }, has) => concepts.has('STATUS') && concepts.isSubsetOf(OF_PARCELS) && has(IN_USE),
  ],
];

/** The columns that mark rows that are not parcels, such as streets and retired numbers, and their values in the other rows. */
export function onlyParcels(
  { kind, candidates }: Table,
  { rows }: TableProfile,
): Pick<Proposal, 'only' | 'remarks'> {
  const plain = plainOf(candidates).filter(({ profile }) => (profile.values?.length ?? 16) <= 15);
  const columns = (kind === 'parcels' ? MARKS : []).flatMap(([gone, what, isIn]) => {
    const marked = plain.flatMap((candidate) => {
      const { column, values, filled } = candidate.profile;
      // The codes of a publisher in words.
      const told = values!.map(([value, count]) => ({ value, count, words: column.codes?.[value] ?? value }));
      const others = told.filter(({ words }) => gone.test(words));
      const count = others.reduce((sum, other) => sum + other.count, 0);
      const isMark = isIn(candidate, (marks) => told.some(({ words }) => marks.test(words)));
      if (count === 0 || count > rows / 2 || !isMark) return [];
      const kept = told.flatMap(({ value, words }) => (gone.test(words) ? [] : [value]));
      const kinds = others.map(({ words, count }) => `${words} ${figure(count)}`).join(', ');
      const some =
        count === 1 ? `a row that is ${what} a parcel` : `${figure(count)} rows that are ${what} parcels`;
      const remark = `${column.name} marks ${some}, to be left out: ${kinds}.`;
      return [{ only: [column.name, filled < 1 ? [...kept, ''] : kept] as const, remark }];
    });
    return marked.slice(0, 1);
  });
  return {
    only: columns.length === 0 ? null : Object.fromEntries(columns.map(({ only }) => only)),
    remarks: columns.map(({ remark }) => remark),
  };
}

const MOSTLY = 0.9;
const LEAST_FILLED = 0.5;
/** A county of the owner's. */
const OTHERS = ['MAIL', 'OWNER', 'TAXPAYER'];
const CODES = /FIPS/i;

/** The planning regions that the Census has for counties; rolls name the old ones. */
const CONNECTICUT = '09';

/**
 * A county by its name or FIPS code, within the state of another; other numbers are a state's own. A name that a county
 * shares with an independent city is the other's, if that is one of them.
 */
function countyIn(text: string, asked: string, hasCodes: boolean): string | undefined {
  const state = asked.slice(0, 2);
  if (!/^\d+$/.test(text))
    return findCountyByName(state, `${text} city`) === asked ? asked : findCountyByName(state, text);
  const fips = text.length > 3 ? text.padStart(5, '0') : state + text.padStart(3, '0');
  return (hasCodes || text.length === 5) && isCounty(fips) ? fips : undefined;
}

/**
 * What a column that names the county of each row says about a table of one county: the rows to take where there are those of
 * others too, or that it is another county's.
 */
export function ownCounty(
  { columns, sample }: TableProfile,
  county: string,
): Pick<Proposal, 'only' | 'remarks' | 'refused'> | null {
  if (county.startsWith(CONNECTICUT)) return null;
  const said = readNames(columns.map(({ column }) => column));
  for (const [at, { column, filled }] of columns.entries()) {
    const { concepts } = said[at]!;
    if (!concepts.has('COUNTY') || OTHERS.some((word) => concepts.has(word)) || filled < LEAST_FILLED)
      continue;
    const values = sample.flatMap(({ values }) => values[at] ?? []);
    const hasCodes = CODES.test(column.name);
    const told = Map.groupBy(values, (text) => countyIn(text, county, hasCodes));
    const own = told.get(county) ?? [];
    const unknown = told.get(undefined) ?? [];
    const others = [...told.keys()].filter((fips) => fips !== undefined && fips !== county);
    if (unknown.length > (1 - MOSTLY) * values.length || others.length === 0) continue;
    const names = `${column.name} names ${listed(others.map((fips) => countyName(fips!)!))}`;
    const asked = `${countyAndState(county)} (${county})`;
    return own.length === 0
      ? { only: null, remarks: [], refused: { words: `${names}, and not ${asked}.`, isOpen: false } }
      : {
          only: { [column.name]: [...new Set([...own, ...unknown, ...(filled < 1 ? [''] : [])])] },
          remarks: [`${names} besides ${asked}: their rows are left out.`],
          refused: null,
        };
  }
  return null;
}

/** How surely a name says a coordinate, as `X` does, and the number of a permit, as `PROJECT NUMBER` does. */
const LIKE_X = 0.8;
const LIKE_PERMIT = 0.6;

const namedLike = ({ candidates }: Table, meaning: Meaning, least: number): Candidate[] =>
  plainOf(candidates).filter((candidate) => says(candidate, meaning) >= least);

const PARCELS_ONLY: readonly Field[] = [
  'owner_name',
  'mailing_address',
  'total_assessed_value',
  'market_value',
];

/** A sentence for a table read as parcels whose rows look like permits or sales; none for any other. */
export function otherKind(table: Table, fields: readonly FieldProposal[], rows: number): string[] {
  if (table.kind !== 'parcels') return [];
  const isNumber = ({ profile }: Candidate) => evidenceOf('text', profile, rows)?.isVetoed === false;
  if (namedLike(table, 'permit_number', LIKE_PERMIT).some(isNumber))
    return ['The rows have permit numbers: if they are permits, add --kind permits.'];
  const has = (field: Field) => fields.some((proposal) => proposal.field === field);
  return has('sale_price') && has('sale_date') && !PARCELS_ONLY.some(has)
    ? [
        'The rows have prices and dates of sales, but no owners or values: if they are sales, add --kind deeds.',
      ]
    : [];
}

const MOST_DEGREES = 180;

/** Whether most values are numbers that are too large for degrees. */
function isProjected({ values }: Candidate): boolean {
  const filled = values.filter((value) => value !== null);
  const large = filled.filter((value) => Math.abs(readNumber(value) ?? 0) > MOST_DEGREES);
  return filled.length > 0 && large.length >= filled.length * MOSTLY;
}

/** A sentence for two columns that are named like coordinates and hold numbers that are not degrees; none without them. */
export function projectedWords(table: Table): string[] {
  const [lat, lon] = (['lat', 'lon'] as const).map(
    (field) => namedLike(table, field, LIKE_X).find(isProjected)?.profile.column.name,
  );
  if (lat === undefined || lon === undefined) return [];
  return [
    `${lon} and ${lat} look like coordinates that are not degrees. A source file can use them if the table is CSV: name them as ` +
      `"lon": "${lon}" and "lat": "${lat}", and their coordinate system as "srs", such as "EPSG:2227".`,
  ];
}

const NAMED = 0.6;
const HALF = 0.5;

/** Whether the one column of a table is lines of text in columns of fixed widths. */
function isFixedWidth({ values, profile }: Candidate): boolean {
  const lines = [profile.column.name, ...values.filter((value) => value !== null)];
  return lines.filter((line) => /\S {2,}\S/.test(line)).length > lines.length * HALF;
}

const ESRI =
  ' If it is Esri JSON, give the address of its layer, or convert the file: ogr2ogr -f GPKG parcels.gpkg FILE.';

/** Why no column of a table can be the parcel number; null where nothing is known. */
export function numberFault(
  { candidates, refused }: Table,
  { rows, rejected }: TableProfile,
): Proposal['refused'] {
  const fault = (words: string) => ({ words, isOpen: false });
  const plain = plainOf(candidates);
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
  for (const { values, profile } of plain.filter((candidate) => says(candidate, 'parcel_id') >= NAMED)) {
    const told = values.filter((value) => value !== null);
    const damaged = damagedAmong(told);
    if (damaged.length > told.length * HALF)
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
