import type { Undecided } from '../sources/left-out.ts';
import type { FieldMapping } from '../sources/mapping.ts';
import { type Form, lineOf } from './form.ts';
import type { FieldProposal, Proposal } from './proposal.ts';
import type { Field } from './vocabulary.ts';

type Conform = Record<string, unknown>;

const MAIL_PLACES = ['mailing_city', 'mailing_state', 'mailing_zip'] as const;

const isPlain = (form: Form): form is { column: string } =>
  'column' in form && Object.entries(form).every(([key, said]) => key === 'column' || said === undefined);

/** The shortest way to say it. */
function valueFor(form: Form): FieldMapping {
  if (isPlain(form)) return form.column;
  return 'columns' in form && form.separator === ' ' ? form.columns : form;
}

/** The mailing address: its street, and city, state and ZIP code from one line or from a column each. */
function mailing(forms: ReadonlyMap<Field, Form>): Conform {
  const [city, state, zip] = MAIL_PLACES.map((field) => forms.get(field));
  const street = forms.get('mailing_address');
  // A guess at the city is left out, and the state and ZIP code of its line are not.
  const line = [city, state, zip].map(lineOf).find((columns) => columns !== null);
  if (line) {
    const before = street && 'column' in street ? [street.column] : [];
    return { mailing_lines: [...before, ...between(before[0], line)] };
  }
  const made: Conform = {};
  if (street && 'column' in street)
    made.mailing_address = { function: 'mailing_street', field: street.column };
  if (city && state && zip && isPlain(city) && isPlain(state) && isPlain(zip)) {
    return { ...made, mailing_place: [city.column, state.column, zip.column] };
  }
  for (const field of MAIL_PLACES) {
    const form = forms.get(field);
    if (form) made[field] = valueFor(form);
  }
  return made;
}

/** Numbered lines, with those between them: 1 and 3 stand for 1, 2 and 3. */
function between(first: string | undefined, lines: readonly string[]): string[] {
  const [, stem, from] = /^(.*?)(\d)$/.exec(first ?? '') ?? [];
  const [, other, to] = /^(.*?)(\d)$/.exec(lines[0] ?? '') ?? [];
  if (stem === undefined || stem !== other) return [...lines];
  const steps = Array.from(
    { length: Math.max(0, Number(to) - Number(from) - 1) },
    (_, i) => `${stem}${Number(from) + 1 + i}`,
  );
  return [...steps, ...lines];
}

function street(form: Form): Conform {
  const [number, name] = 'columns' in form ? form.columns : [];
  if (!Array.isArray(name)) return { street: valueFor(form) };
  return { number, street: name.length === 1 ? name[0] : name };
}

/** The key of `conform` for a field. */
const nameOf = (field: Field): string => (field === 'parcel_id' ? 'pid' : field);

/** What a source file has in place of a parcel number that a person has to decide. */
function undecidedNumber({ fields, refused }: Proposal): Undecided {
  const number = fields.find(({ field }) => field === 'parcel_id');
  const others = number?.runnersUp.map(({ columns }) => (columns.length === 1 ? columns[0] : columns)) ?? [];
  return { decide: refused!.words, could_be: number ? [valueFor(number.form), ...others] : [] };
}

/** Fields as keys of `conform`. */
export function keysFor(fields: readonly Pick<FieldProposal, 'field' | 'form'>[]): Conform {
  const forms = new Map(fields.map(({ field, form }) => [field, form]));
  const conform: Conform = {};
  for (const [field, form] of forms) {
    if (field.startsWith('mailing_') && field !== 'mailing_country') continue;
    if (field === 'street') Object.assign(conform, street(form));
    else conform[nameOf(field)] = valueFor(form);
  }
  return Object.assign(conform, mailing(forms));
}

/**
 * A proposal as the `conform` of a source file; the caller adds how the table is read (`format`, `file`, `srs`). Guesses
 * are left out. A parcel number that a person has to decide is an open decision; to try the proposal on rows, `tried` puts
 * the likeliest one in its place.
 */
export function toConform(proposal: Proposal, options: { tried?: boolean } = {}): Conform {
  const { kind, fields, only, refused } = proposal;
  const isTried = options.tried === true && kind !== 'permits';
  const taken = fields.filter(
    ({ field, certainty }) => certainty !== 'guess' || (isTried && field === 'parcel_id'),
  );
  return {
    ...(refused?.isOpen && !isTried && { pid: undecidedNumber(proposal) }),
    ...keysFor(taken),
    ...(only !== null && { only }),
  };
}
