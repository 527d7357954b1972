import { proposeAddresses } from './addresses.ts';
import { proposeAmounts } from './amounts.ts';
import { proposeAreas, zeroIsStacked } from './areas.ts';
import { type Candidate, certaintyOf, type Desk, deskOf, reasonOf } from './candidates.ts';
import { dateFormOf, type Verdict } from './fits.ts';
import { columnsOf } from './form.ts';
import { type Field, layoutOf } from './layouts.ts';
import type { Meaning } from './meanings.ts';
import { missingIn } from './missing.ts';
import { proposeNumber } from './numbers.ts';
import { judgeNumber } from './parcel-number.ts';
import type { ColumnProfile, TableProfile } from './profile.ts';
import type { FieldProposal, Kind, Proposal } from './proposal.ts';

type Plain = Field & Meaning;

/** Fields that one column gives, with no other column to weigh against; in this order they take their columns. */
const PLAIN: Readonly<Record<Kind, readonly Plain[]>> = {
  parcels: [
    'owner_name',
    'owner_name_2',
    'unit',
    'mailing_country',
    'tax_year',
    'tax_amount',
    'land_use_code',
    'land_use',
    'zoning',
    'building_sqft',
    'year_built',
    'bedrooms',
    'bathrooms',
    'stories',
    'units',
    'sale_date',
  ],
  deeds: [
    'document_number',
    'recorded_date',
    'sale_date',
    'sale_price',
    'grantor',
    'grantee',
    'document_type',
    'is_arm_length',
    'book',
    'page',
  ],
  permits: [
    'permit_number',
    'permit_type',
    'permit_status',
    'work_class',
    'filed_date',
    'issued_date',
    'completed_date',
    'expires_date',
    'description',
    'estimated_cost',
    'contractor_license',
    'contractor_name',
    'applicant_name',
    'jurisdiction_id',
  ],
};

/** A deed's price has another name than a parcel's. */
const NAMED: Partial<Record<Kind, Partial<Record<Plain, Field>>>> = {
  deeds: { sale_price: 'sale_price_usd' },
};

const isDate = (field: Field) => field.endsWith('_date');

/** The form of a column's dates, and what is to be decided where month and day could change places. */
function datesOf(field: Field, { column, shapes }: ColumnProfile): Pick<FieldProposal, 'form' | 'question'> {
  const found = column.type === 'date' ? null : dateFormOf({ shapes });
  const name = { column: column.name };
  if (found === null) return { form: name };
  const { form, rival } = found;
  // Days without their zeros are in that form too.
  if (form === 'YYYY-MM-DD' && (shapes.iso_date ?? 0) >= found.share) return { form: name };
  const written = { ...name, dates: form };
  if (rival === null) return { form: written };
  return {
    form: written,
    question: {
      words: `The dates of ${column.name} (${field}) can be read in two orders, ${form} and ${rival}.`,
      options: [written, { ...name, dates: rival }],
    },
  };
}

function formOf(field: Field, { name, profile }: Candidate): Pick<FieldProposal, 'form' | 'question'> {
  if (isDate(field)) return datesOf(field, profile);
  const { codes } = profile.column;
  return { form: field === 'land_use' && codes ? { column: name, values: codes } : { column: name } };
}

function plainField(field: Field, [best, ...others]: readonly Candidate[], desk: Desk): FieldProposal[] {
  if (best === undefined) return [];
  return [
    {
      field,
      ...formOf(field, best),
      certainty: certaintyOf(best, others, desk),
      reason: reasonOf(best),
      runnersUp: others.map((one) => ({ columns: [one.name], reason: reasonOf(one) })),
    },
  ];
}

/** Plain fields, the surest first, so that a column goes to the field that it says best. */
function plainFields(desk: Desk, kind: Kind, taken: ReadonlySet<string>): FieldProposal[] {
  const open = new Map(
    PLAIN[kind].map((field) => [field, desk.candidates(field).filter(({ name }) => !taken.has(name))]),
  );
  const used = new Set<string>();
  const found: FieldProposal[] = [];
  while (open.size > 0) {
    let next: { field: Plain; worth: number } | null = null;
    for (const [field, all] of open) {
      const [best] = all.filter(({ name }) => !used.has(name));
      const worth = best === undefined ? -1 : best.score + (best.verdict.fit === 'strong' ? 0.3 : 0);
      if (next === null || worth > next.worth) next = { field, worth };
    }
    const { field } = next!;
    const all = open.get(field)!.filter(({ name }) => !used.has(name));
    open.delete(field);
    const [made] = plainField(NAMED[kind]?.[field] ?? field, all, desk);
    if (made === undefined) continue;
    found.push(made);
    for (const column of columnsOf(made.form)) used.add(column);
  }
  return found;
}

const LEAST_OWNERS = 0.6;

/** A column of names that no name tells, where no other is the owner. */
function unnamedOwner(desk: Desk, taken: ReadonlySet<string>): FieldProposal[] {
  const owners = desk.profile.columns.filter(({ column, shapes, judged, distinct }) => {
    const share = (shapes.person ?? 0) + (shapes.firm ?? 0);
    return share >= LEAST_OWNERS && judged >= 20 && distinct.count > judged / 4 && !taken.has(column.name);
  });
  const [first] = owners;
  if (first === undefined) return [];
  return [
    {
      field: 'owner_name',
      form: { column: first.column.name },
      certainty: 'guess',
      reason: 'its values read as names of people or firms, and no other column is named owner',
      runnersUp: owners
        .slice(1)
        .map(({ column }) => ({ columns: [column.name], reason: 'its values read as names too' })),
    },
  ];
}

/** A deed's date stands for the sale where the roll has a price and no date of its own. */
function saleByDeed(desk: Desk, fields: readonly FieldProposal[]): FieldProposal[] {
  const [deed] = desk.candidates('recorded_date');
  const has = (field: Field) => fields.some((one) => one.field === field);
  if (deed === undefined || has('sale_date') || !has('sale_price')) return [];
  return [
    {
      field: 'sale_date',
      ...datesOf('sale_date', deed.profile),
      certainty: 'likely',
      reason: `${reasonOf(deed)}; there is a price, and no date of the sale itself`,
      runnersUp: [],
    },
  ];
}

/** Who bought last owns the parcel, unless a later deed is of another kind. */
function granteeByOwner(desk: Desk, fields: readonly FieldProposal[]): FieldProposal[] {
  const [owner, ...others] = desk.candidates('owner_name');
  if (owner === undefined || fields.some(({ field }) => field === 'grantee')) return [];
  const [made] = plainField('grantee', [owner, ...others], desk);
  return [{ ...made!, certainty: 'likely', reason: `${made!.reason}; the owner is who bought last` }];
}

/** Codes of the land use whose meanings the publisher lists give the land use in words too. */
function codedUse(desk: Desk, fields: readonly FieldProposal[]): FieldProposal[] {
  const code = fields.find(({ field }) => field === 'land_use_code');
  if (code === undefined || !('column' in code.form) || fields.some(({ field }) => field === 'land_use'))
    return [];
  const { column } = code.form;
  const { codes } = desk.column(column).column;
  if (codes === null) return [];
  return [
    {
      ...code,
      field: 'land_use',
      form: { column, values: codes },
      reason: `${code.reason}; the publisher lists what they mean`,
      runnersUp: [],
    },
  ];
}

/** A book and page are the number of a deed that has no other. */
function deedByBook(desk: Desk, fields: readonly FieldProposal[]): FieldProposal[] {
  return fields.some(({ field }) => field === 'document_number')
    ? []
    : plainField('document_number', desk.candidates('deed'), desk);
}

function pointFields(desk: Desk): FieldProposal[] {
  const [lat, lon] = [desk.candidates('lat'), desk.candidates('lon')];
  if (lat.length === 0 || lon.length === 0) return [];
  return [...plainField('lat', lat, desk), ...plainField('lon', lon, desk)];
}

const NOT_PARCELS =
  /^(?:ROW|PRIV_ROW|RAIL_?ROW|R\/?O\/?W|WATER|ROAD|STREET|RIGHT[ _-]OF[ _-]WAY|RAIL(?:ROAD)?|HYDRO|LAKE|RIVER|ALLEY)S?$/i;

/** The column that tells rows that are not parcels, such as streets and water, and the values of the others. */
function onlyParcels({ profile }: Desk): { only: Proposal['only']; remarks: string[] } {
  for (const { column, values, filled } of profile.columns) {
    if (values === null || values.length > 15) continue;
    const others = values.filter(([value]) => NOT_PARCELS.test(value));
    const rows = others.reduce((sum, [, count]) => sum + count, 0);
    if (rows === 0 || rows > profile.rows / 2) continue;
    const kinds = others.map(([value, count]) => `${value} ${count.toLocaleString('en-US')}`).join(', ');
    const kept = values.flatMap(([value]) => (NOT_PARCELS.test(value) ? [] : [value]));
    return {
      only: { column: column.name, values: filled < 1 ? [...kept, ''] : kept },
      remarks: [
        `${column.name} marks ${rows === 1 ? 'a row that is not a parcel' : `${rows.toLocaleString('en-US')} rows that are not parcels`}, to be left out: ${kinds}.`,
      ],
    };
  }
  return { only: null, remarks: [] };
}

/** Fields of which a zero says that the figure is not known. */
const NEVER_ZERO: ReadonlySet<Field> = new Set([
  'acreage',
  'lot_sqft',
  'building_sqft',
  'year_built',
  'tax_year',
  'stories',
  'zip',
  'mailing_zip',
]);

const LOTS: ReadonlySet<Field> = new Set(['acreage', 'lot_sqft']);

/** Names the texts of a column that mean nothing, so that they are not taken for values. */
function withBlanks(one: FieldProposal, desk: Desk): FieldProposal {
  const { field, form } = one;
  if (!('column' in form) || field.startsWith('mailing_')) return one;
  const { nothings, zeros } = desk.column(form.column);
  const index = desk.profile.columns.findIndex(({ column }) => column.name === form.column);
  const stacked = LOTS.has(field) && zeros > 0 && zeroIsStacked(index, desk.profile);
  const blank = [...nothings, ...(zeros > 0 && NEVER_ZERO.has(field) && !stacked ? ['0'] : [])];
  const reason = stacked ? `${one.reason}; zeros stay, since their outlines are stacked` : one.reason;
  if (blank.length === 0) return { ...one, reason };
  const options = one.question?.options.map((option) => ({ ...option, blank }));
  const question = one.question && { ...one.question, options: options! };
  return { ...one, reason, form: { ...form, blank }, ...(question && { question }) };
}

function locationOf(
  table: Described,
  { located }: TableProfile,
  fields: readonly FieldProposal[],
): Proposal['location'] {
  if (table.geometry !== null && located >= 0.5) return 'geometry';
  const certain = (field: Field) => fields.some((one) => one.field === field);
  return certain('lat') && certain('lon') ? 'columns' : null;
}

/** What of a table's description a proposal needs; `geometry` as in `Table`. */
export interface Described {
  geometry: string | null;
}

/**
 * Proposes what the columns of a table mean, from their names, known layouts and the values: a name never wins against
 * values that rule it out.
 */
export function propose(table: Described, profile: TableProfile, kind: Kind): Proposal {
  const columns = profile.columns.map(({ column }) => column);
  const recognized = layoutOf(columns);
  const layout = recognized?.layout ?? null;
  const judgeOf = (meaning: Meaning, column: ColumnProfile): Verdict | null =>
    meaning === 'parcel_id' ? judgeNumber(column, profile.rows, kind === 'parcels') : null;
  const desk = deskOf(profile, layout, judgeOf);
  const remarks: string[] = [];
  const fields: FieldProposal[] = [];
  const parcels = kind === 'parcels' ? onlyParcels(desk) : { only: null, remarks: [] };

  const number = proposeNumber(desk, kind);
  if (number !== null) fields.push(number);
  const hasGeometry = table.geometry !== null && profile.located >= 0.5;
  if (kind === 'parcels') {
    const addresses = proposeAddresses(desk);
    const amounts = proposeAmounts(desk);
    fields.push(...addresses.fields, ...amounts.fields, ...proposeAreas(desk, hasGeometry));
    remarks.push(...addresses.remarks, ...amounts.remarks, ...parcels.remarks);
  }
  if (kind !== 'deeds' && !hasGeometry) fields.push(...pointFields(desk));
  const taken = () => new Set(fields.flatMap(({ form }) => columnsOf(form)));
  fields.push(...plainFields(desk, kind, taken()));
  if (kind === 'parcels') {
    fields.push(...saleByDeed(desk, fields), ...codedUse(desk, fields));
    if (!fields.some(({ field }) => field === 'owner_name')) fields.push(...unnamedOwner(desk, taken()));
  }
  if (kind === 'deeds') fields.push(...granteeByOwner(desk, fields), ...deedByBook(desk, fields));
  const location = locationOf(table, profile, fields);
  return {
    kind,
    layout: layout?.name ?? null,
    fields: fields.map((one) => withBlanks(one, desk)),
    only: parcels.only,
    location,
    remarks: [...remarks, ...desk.refused()],
    ...missingIn(kind, fields, location),
  };
}
