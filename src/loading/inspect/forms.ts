import { columnsOf } from '../sources/mapping.ts';
import { type AreaUnit, zeroIsStacked } from './areas.ts';
import { type Candidate, plainOf } from './candidates.ts';
import type { Table } from './evidence.ts';
import { cityLine, type Form } from './form.ts';
import { dateFormOf, LEAST_READ, percent, shareOf } from './look.ts';
import type { TableProfile } from './profile.ts';
import type { Certainty, FieldProposal, TableKind } from './proposal.ts';
import { equalShare, plainStreet } from './relations.ts';
import { partsThousands, TERMS_OF_SALE } from './values.ts';
import type { Field, Meaning } from './vocabulary.ts';

/** How a field is read; `doubt` is why that is not certain. */
interface Formed {
  form: Form;
  doubt?: string;
}

const MONEY: ReadonlySet<Meaning> = new Set([
  'total_assessed_value',
  'land_value',
  'improvement_value',
  'market_value',
  'sale_price',
  'tax_amount',
  'estimated_cost',
]);

/** The field of a record for a meaning, in a table of a kind. */
export function fieldOf(meaning: Meaning, kind: TableKind, { profile }: Candidate): Field {
  if (meaning === 'sale_price' && kind === 'deeds') return 'sale_price_usd';
  if (meaning === 'address')
    return shareOf(profile, 'one_line_address') > shareOf(profile, 'street_address') / 2
      ? 'address'
      : 'street';
  // Parts and columns that Terrier does not keep are not proposed.
  return meaning as Field;
}

/** The form of a column's dates. */
function datesOf(name: { column: string }, { column, shapes }: Candidate['profile']): Form {
  const told = column.type === 'date' ? null : dateFormOf({ shapes });
  // Dates without leading zeros have that form too, but are not ISO dates.
  if (told === null || (told.form === 'YYYY-MM-DD' && (shapes.iso_date ?? 0) >= told.share)) return name;
  return { ...name, dates: told.form };
}

const COUNTS: ReadonlySet<Meaning> = new Set([
  'stories',
  'bedrooms',
  'bathrooms',
  'units',
  'building_sqft',
  'year_built',
  'tax_year',
]);
const LEADING = String.raw`^(\d+(?:\.\d+)?)`;

/** The pattern that takes the figures of counts such as `2A` stories; null where the values do not need it. */
function figuresOf({ values, profile }: Candidate): string | null {
  const told = values.filter((value) => value !== null);
  const isFigure = new RegExp(`${LEADING} ?[A-Z+]{0,3}$`, 'i');
  if (shareOf(profile, 'number', 'area') >= 0.98) return null;
  return told.filter((value) => isFigure.test(value)).length >= 0.98 * told.length ? LEADING : null;
}

const NOT_ARMS = /\b(?:not|non|in|un|dis)[- ]?(?:arm|valid|qualified|usable|market)/i;

/** Whether each of the terms of sales, in words, is at arm's length; null where the values are flags. */
function termsOf({ values, shapes }: Candidate['profile']): Record<string, string> | null {
  if (!values?.some(([value]) => TERMS_OF_SALE.test(value)) || (shapes.flag ?? 0) >= 0.95) return null;
  return Object.fromEntries(
    values.map(([value]) => [value, String(TERMS_OF_SALE.test(value) && !NOT_ARMS.test(value))]),
  );
}

/** A column of amounts in thousands, as its name says: `TOTAL VALUE ($000)`, `PRICE_IN_THOUSANDS`. */
const THOUSANDS = /\bthousands\b|\$ ?(?:1,?)?000'?s?(?![\d,])|\b(?:1,?)?000'?s\b|[( ]000\)?$/i;
/** In a column of dollars, whatever its name says, the median is more. */
const MOST_THOUSANDS = 20_000;

const inThousands = ({ column: { name, alias }, numbers }: Candidate['profile']): boolean =>
  [name, alias ?? ''].some((text) => THOUSANDS.test(text.replaceAll('_', ' '))) &&
  (numbers?.median ?? 0) < MOST_THOUSANDS;

/** How a candidate is read as a field: the form of its dates, its unit and decimals, and the meanings of its codes. */
export function formOf(meaning: Meaning, field: Field, candidate: Candidate, unit: AreaUnit | null): Formed {
  const { form, profile } = candidate;
  if (!('column' in form) || form.pattern !== undefined) return { form };
  if (field.endsWith('_date')) return { form: datesOf(form, profile) };
  const isParted = MONEY.has(meaning) && partsThousands(profile);
  if (isParted || shareOf(profile, 'comma_decimal') > 1 - LEAST_READ) {
    const doubt = isParted
      ? 'its amounts have three figures after a point, which may part thousands or be decimals ("decimal": ".")'
      : 'most of its figures can only be read if a comma stands before their decimals';
    return { form: { ...form, decimal: ',' }, doubt };
  }
  const terms = meaning === 'is_arm_length' ? termsOf(profile) : null;
  if (meaning === 'is_arm_length' && terms === null && shareOf(profile, 'flag') < LEAST_READ)
    return { form, doubt: 'its values are neither yes nor no: write what they mean as "values"' };
  const pattern = COUNTS.has(meaning) ? figuresOf(candidate) : null;
  if (pattern !== null) return { form: { ...form, pattern } };
  const own: AreaUnit = meaning === 'acreage' ? 'acres' : 'sqft';
  const other = unit === null || unit === own ? {} : { unit };
  const money = MONEY.has(meaning) && inThousands(profile) ? { unit: 'thousands' } : {};
  return { form: { ...form, ...other, ...money, ...(terms && { values: terms }) } };
}

/** Fields in which a zero means that the figure is not known. */
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

/** Lists the texts of a column that mean "no value" as `blank`, so that they are not taken for values. */
export function withBlanks(of: FieldProposal, { candidates }: Table, profile: TableProfile): FieldProposal {
  const { field, form } = of;
  if (!('column' in form || 'first' in form) || field.startsWith('mailing_')) return of;
  const own = plainOf(candidates).filter(({ profile }) => columnsOf(form).includes(profile.column.name));
  const [candidate] = own;
  const { zeros } = candidate!.profile;
  const nothings = new Set(own.flatMap((other) => other.profile.nothings));
  const isStacked = LOTS.has(field) && zeros > 0 && zeroIsStacked(candidate!, profile);
  const blank = [...nothings, ...(zeros > 0 && NEVER_ZERO.has(field) && !isStacked ? ['0'] : [])];
  const reason = isStacked ? `${of.reason}; zeros stay, since their outlines are stacked` : of.reason;
  return { ...of, reason, form: blank.length === 0 ? form : { ...form, blank } };
}

/** A column with fewer values than this share of another's is sparse. */
const SPARSE = 0.9;
const LEAST_NAME = 0.6;

/** Where few rows name an owner, and more the taxpayer or who gets the mail, the owner is the first of the two. */
export function ownerOrPayer(
  { kind, candidates, pairs }: Table,
  fields: readonly FieldProposal[],
): FieldProposal[] {
  const used = new Set(fields.flatMap(({ field, form }) => (field === 'owner_name' ? [] : columnsOf(form))));
  const could = pairs
    .flatMap(({ meaning, candidate }) => (meaning === 'owner_name' ? [candidates[candidate]!] : []))
    .filter(({ made, profile }) => made === null && !used.has(profile.column.name))
    .filter(({ said: { scores } }) => {
      const score = scores.get('owner_name') ?? 0;
      return score >= LEAST_NAME && score >= (scores.get('owner_name_2') ?? 0);
    });
  const isPayer = ({ said: { concepts } }: Candidate) => concepts.has('TAXPAYER') || concepts.has('MAIL');
  const owner = could.find((candidate) => candidate.said.concepts.has('OWNER') && !isPayer(candidate));
  const payer = could.find((candidate) => isPayer(candidate) && !candidate.said.concepts.has('OWNER'));
  if (kind !== 'parcels' || !owner || !payer || owner.profile.filled >= payer.profile.filled * SPARSE)
    return [...fields];
  const columns = [owner, payer].map(({ profile }) => profile.column.name);
  return fields.map((proposal) => {
    if (proposal.field !== 'owner_name' || !columns.some((name) => columnsOf(proposal.form).includes(name)))
      return proposal;
    const filled = `${percent(owner.profile.filled)} of rows have ${columns[0]}, and ${percent(payer.profile.filled)} have ${columns[1]}`;
    const runnersUp = proposal.runnersUp.filter((other) => !columns.includes(other.columns[0]!));
    return { ...proposal, form: { first: columns }, reason: `${proposal.reason}; ${filled}`, runnersUp };
  });
}

const stem = (name: string) => name.replace(/\d+/g, '');

/**
 * Reads the last filled one of a mailing address's numbered lines as its `CITY ST ZIP` line, where one of the lines gives
 * the ZIP code: city and state stand there too.
 */
export function cityLines({ candidates }: Table, fields: readonly FieldProposal[]): FieldProposal[] {
  const parts = new Map([
    ['mailing_city', 'city'],
    ['mailing_state', 'state'],
    ['mailing_zip', 'zip'],
  ] as const);
  const find = (field: Field) => fields.find((proposal) => proposal.field === field)?.form;
  const zip = find('mailing_zip');
  if (zip === undefined || !('column' in zip) || zip.pattern === undefined) return [...fields];
  const street = find('mailing_address');
  const used = street ? columnsOf(street) : [];
  const lines = candidates.flatMap(({ made, profile }) => {
    const { name } = profile.column;
    const isLine = made === null && stem(name) === stem(zip.column) && shareOf(profile, 'city_line') > 0.3;
    return isLine && !used.includes(name) ? [name] : [];
  });
  // A whole address has no city line.
  if (lines.length === 0) return [...fields];
  return fields.map((proposal) => {
    const part = parts.get(proposal.field as 'mailing_zip');
    return part === undefined ? proposal : { ...proposal, form: cityLine(lines, part) };
  });
}

/** How often the parcel's street and the owner's are the same, as the end of a reason. */
export function comparedStreets(situs: Candidate, mail: Candidate | undefined): string {
  const share = mail ? equalShare(situs, mail, plainStreet) : null;
  return share === null
    ? ''
    : `; ${percent(share)} of rows have the same street in ${mail!.profile.column.name}`;
}

export const lower = (certainty: Certainty): Certainty => (certainty === 'certain' ? 'likely' : certainty);
