import { textOf } from '../sources/columns.ts';
import { columnsOf, parseMapping } from '../sources/mapping.ts';
import { CITY_LAST, CITY_LINE, type Form, knownForms, type Layout, streetForm } from './form.ts';
import { shareOf } from './look.ts';
import type { Said } from './names.ts';
import { type ColumnProfile, profileOf, type SampleRow, type TableProfile } from './profile.ts';
import type { Meaning } from './vocabulary.ts';

/** What a field can be made of: a column, a part of one, or several as one. */
export interface Candidate {
  form: Form;
  /** The places of its columns in the table. */
  columns: readonly number[];
  profile: ColumnProfile;
  said: Said;
  /** Its values in the sampled rows. */
  values: readonly (string | null)[];
  /** The only meanings that it can have if it is made of columns; null for a plain column. */
  made: ReadonlyMap<Meaning, number> | null;
  /** The meanings that a known layout gives it; null where the layout says nothing about it. */
  known: ReadonlySet<Meaning> | null;
  isIgnored: boolean;
}

/** The columns of a table as they are, without parts of them and what is made of several. */
export const plainOf = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.filter(({ made }) => made === null);

/** How surely the name says a meaning, 0–1. */
export const says = ({ said }: Candidate, meaning: Meaning): number => said.scores.get(meaning) ?? 0;

type ReadSample = (row: SampleRow) => string | null;

/** Reads a form in a sampled row, as a load does, but for dates and units. */
export function reader(form: Form, places: ReadonlyMap<string, number>): ReadSample {
  // The format of a date and the unit depend on the field, which is not chosen yet.
  const { bind } = parseMapping(form, '', '', () => {});
  let values: SampleRow['values'] = [];
  const read = bind((name) => () => values[places.get(name)!] ?? null);
  return (row) => {
    values = row.values;
    return textOf(read({})) || null;
  };
}

/** A candidate that is made of columns, with the meanings it can have and how surely the names say so. */
export function madeCandidate(
  form: Form,
  made: ReadonlyMap<Meaning, number>,
  by: string,
  { columns, sample }: TableProfile,
  known: ReadonlySet<Meaning> | null = null,
): Candidate {
  const places = new Map(columns.map(({ column }, index) => [column.name, index]));
  const read = reader(form, places);
  const values = sample.map(read);
  const names = columnsOf(form);
  const [first] = names;
  const column = { ...columns[places.get(first!)!]!.column, name: names.join(' + '), codes: null };
  const said = { scores: made, concepts: new Set<string>(), strange: 0, figure: null, by, byOf: () => by };
  return {
    form,
    columns: names.map((name) => places.get(name)!),
    profile: profileOf(column, values),
    said,
    values,
    made,
    known,
    isIgnored: false,
  };
}

interface Split {
  /** Whether most values have the shape that is split here. */
  isIt: (profile: ColumnProfile, values: readonly string[]) => boolean;
  /** What each part can mean, with the meanings of the whole column that allow it; none where its values tell. */
  parts: readonly { pattern: string; can: Readonly<Partial<Record<Meaning, readonly Meaning[]>>> }[];
}

const most = (pattern: RegExp) => (_: ColumnProfile, values: readonly string[]) =>
  values.length > 2 && values.filter((value) => pattern.test(value)).length > 0.8 * values.length;

const LEAST_ADDRESSES = 0.3;
/** Whether most addresses end with a city that others end with too. */
const endsWithCity = (pattern: RegExp) => (profile: ColumnProfile, values: readonly string[]) => {
  // Names are written with a comma too: `DOE, MARY`.
  if (shareOf(profile, 'street_address', 'one_line_address', 'po_box') < LEAST_ADDRESSES) return false;
  const cities = values.flatMap((value) => pattern.exec(value)?.[1]?.toUpperCase() ?? []);
  return values.length > 5 && cities.length - new Set(cities).size > 0.5 * values.length;
};
const CITY_COMMA = new RegExp(CITY_LAST.comma);
const CITY_SUFFIX = new RegExp(CITY_LAST.suffix);

const cityParts = (city: string): Split['parts'] => [
  { pattern: city, can: { city: ['address'], mailing_city: ['mailing_address'] } },
  { pattern: CITY_LINE.state, can: { state: ['address'], mailing_state: ['mailing_address'] } },
  { pattern: CITY_LINE.zip, can: { zip: ['address'], mailing_zip: ['mailing_address'] } },
];

/** How surely values tell a part whose column may have any name. */
const TOLD = 0.9;

const LINES: readonly Meaning[] = ['mailing_city_line', 'mailing_city', 'mailing_address'];
const SITUS_LINES: readonly Meaning[] = ['city_line', 'city'];

/** How single columns are often split. */
const SPLITS: readonly Split[] = [
  { isIt: endsWithCity(CITY_COMMA), parts: cityParts(CITY_LAST.comma) },
  {
    isIt: (profile, values) =>
      !endsWithCity(CITY_COMMA)(profile, values) && endsWithCity(CITY_SUFFIX)(profile, values),
    parts: cityParts(CITY_LAST.suffix),
  },
  {
    // A point, perhaps below an address on two lines: `(37.81, -122.37)`.
    isIt: most(/\(-?\d+\.\d+, *-?\d+\.\d+\)$/),
    parts: [
      { pattern: String.raw`^\s*(\S.*?)\s*\n.*\n\(`, can: { address: [] } },
      { pattern: String.raw`\n *(.*?),? +[A-Z]{2}(?: +\d{5}.*)?\n\(`, can: { city: [] } },
      { pattern: String.raw` (\d{5})(?:-\d{4})?\n\(`, can: { zip: [] } },
      { pattern: String.raw`\((-?\d+\.\d+), *-?\d+\.\d+\)$`, can: { lat: [] } },
      { pattern: String.raw`\(-?\d+\.\d+, *(-?\d+\.\d+)\)$`, can: { lon: [] } },
    ],
  },
  {
    isIt: most(/^POINT *\(-?\d+\.\d+ +-?\d+\.\d+\)$/i),
    parts: [
      { pattern: String.raw` (-?\d+\.\d+)\)$`, can: { lat: [] } },
      { pattern: String.raw`\((-?\d+\.\d+) `, can: { lon: [] } },
    ],
  },
  {
    isIt: most(/^\d{1,2} ?[/-] ?\d{1,2}(?:\.\d+)?$/),
    parts: [
      { pattern: String.raw`^(\d+)`, can: { bedrooms: ['bedrooms', 'bathrooms'] } },
      { pattern: String.raw`([\d.]+)$`, can: { bathrooms: ['bathrooms', 'bedrooms'] } },
    ],
  },
  {
    isIt: (profile) => shareOf(profile, 'city_line', 'city_state') > 0.4,
    parts: [
      { pattern: CITY_LINE.city, can: { city: SITUS_LINES, mailing_city: LINES } },
      { pattern: CITY_LINE.state, can: { mailing_state: [...LINES, 'mailing_state'], state: SITUS_LINES } },
      {
        pattern: CITY_LINE.zip,
        can: { zip: [...SITUS_LINES, 'zip'], mailing_zip: [...LINES, 'mailing_zip'] },
      },
    ],
  },
  {
    isIt: (profile) => shareOf(profile, 'state_zip') > 0.5,
    parts: [
      {
        pattern: String.raw`(\d{5})`,
        can: { zip: ['zip', 'state'], mailing_zip: ['mailing_zip', 'mailing_state'] },
      },
    ],
  },
  {
    // Values that begin with a year are mostly one number, not a book and a page.
    isIt: (profile, values) =>
      most(/^\d+ ?[:/-] ?\d+$/)(profile, values) && !most(/^(?:19|20)\d{2}\D/)(profile, values),
    parts: [
      { pattern: String.raw`^(\d+)`, can: { book: ['-deed_reference', 'document_number'] } },
      { pattern: String.raw`(\d+)$`, can: { page: ['-deed_reference', 'document_number'] } },
    ],
  },
  {
    isIt: most(/^[A-Z]?\d{0,4}[A-Z]?(?:\.\d+)?(?: ?- ?|: ?| )[A-Za-z].{3,}$/),
    parts: [
      { pattern: String.raw`^(\w+)`, can: { land_use_code: ['land_use', 'land_use_code'] } },
      { pattern: String.raw`^[\w.]+ ?[-: ] ?(.+)$`, can: { land_use: ['land_use_code'] } },
    ],
  },
  {
    isIt: most(/^\D{0,12}(?:19|20)\d{2}\b\D{2,20}$|^\D{2,20}(?:19|20)\d{2}$/),
    parts: [
      {
        pattern: String.raw`\b((?:19|20)\d{2})\b`,
        can: { tax_year: ['tax_year'], year_built: ['year_built'] },
      },
    ],
  },
];

/** What a column that the publisher decodes can mean in words, with the meanings of its name that allow it. */
const DECODED: Readonly<Partial<Record<Meaning, readonly Meaning[]>>> = {
  city: ['city'],
  mailing_city: ['mailing_city'],
  land_use: ['land_use', 'land_use_code'],
  zoning: ['zoning'],
  document_type: ['document_type'],
  permit_type: ['permit_type'],
  permit_status: ['permit_status'],
  work_class: ['work_class'],
  jurisdiction_id: ['jurisdiction_id'],
};

/** What a column's values say in a form of their own, if its name allows one of the meanings. */
function partOf(
  candidate: Candidate,
  form: Form,
  can: Split['parts'][number]['can'],
  by: string,
  profile: TableProfile,
): Candidate[] {
  const scores = Object.entries(can).flatMap(([meaning, from]) => {
    const best = from!.length === 0 ? TOLD : Math.max(...from!.map((other) => says(candidate, other)));
    // Object.entries loses the type of the keys.
    return best > 0 ? [[meaning as Meaning, best] as const] : [];
  });
  if (scores.length === 0) return [];
  const made = madeCandidate(form, new Map(scores), by, profile);
  return [{ ...made, said: { ...made.said, concepts: candidate.said.concepts } }];
}

/** The parts of a column's values, and its codes in the words that the publisher lists. */
function partsOf(candidate: Candidate, profile: TableProfile): Candidate[] {
  const told = candidate.values.filter((value) => value !== null);
  const { column } = candidate.profile;
  const splits = SPLITS.filter(({ isIt }) => isIt(candidate.profile, told)).flatMap(({ parts }) =>
    parts.flatMap(({ pattern, can }) =>
      partOf(candidate, { column: column.name, pattern }, can, `part of ${column.name}`, profile),
    ),
  );
  if (column.codes === null) return splits;
  const form = { column: column.name, values: column.codes };
  const by = `${candidate.said.by}; the publisher lists what they mean`;
  return [...splits, ...partOf(candidate, form, DECODED, by, profile)];
}

/** Columns as they are, parts of their values, and columns that a known layout puts together. */
export function candidatesOf(
  profile: TableProfile,
  said: readonly Said[],
  layout: Layout | null,
): Candidate[] {
  const known = knownForms(
    layout,
    profile.columns.map(({ column }) => column),
  );
  const plain = profile.columns.map((column, index): Candidate => {
    const { name } = column.column;
    const meanings = [...known].filter(([, form]) => 'column' in form && form.column === name);
    return {
      form: { column: name },
      columns: [index],
      profile: column,
      said: said[index]!,
      values: profile.sample.map(({ values }) => values[index] ?? null),
      made: null,
      known: meanings.length > 0 ? new Set(meanings.map(([meaning]) => meaning)) : null,
      isIgnored: layout?.ignored?.includes(name) ?? false,
    };
  });
  const isFilled = (name: string) =>
    profile.columns.some(({ column, judged }) => column.name === name && judged > 0);
  const put = [...known].flatMap(([meaning, form]) => {
    if ('column' in form) return [];
    const [number = '', ...rest] = columnsOf(form);
    const filled = [number, ...rest].filter(isFilled);
    const told = 'columns' in form ? streetForm(filled, isFilled(number)) : form;
    if (filled.length === 0) return [];
    const by = `named as in ${layout!.name}`;
    return [madeCandidate(told, new Map([[meaning, 1]]), by, profile, new Set([meaning]))];
  });
  return [...plain, ...plain.flatMap((candidate) => partsOf(candidate, profile)), ...put];
}
