import Type from 'typebox';
import { didYouMean } from '../../domain/near-word.ts';
import { wrong } from '../../domain/problems.ts';
import { Parcel } from '../../records/schemas/parcel.ts';

const NAMES = Object.keys(Parcel.properties) as FieldName[];
export type FieldName = keyof Parcel;

const DESCRIPTION = 'Only these fields of each parcel, in the order of the record';

export const FieldList = Type.Array(Type.Enum(NAMES, { type: 'string' }), {
  minItems: 1,
  maxItems: NAMES.length,
  uniqueItems: true,
  description: DESCRIPTION,
  examples: [['id', 'address', 'total_assessed_value']],
});

export const FieldText = Type.String({
  pattern: '^[a-z_0-9]+(,[a-z_0-9]+)*$',
  'x-form': 'names of fields, separated by commas without blanks',
  maxLength: 2_000,
  description: `${DESCRIPTION}; names separated by commas`,
  examples: ['id,address,total_assessed_value'],
});

/** Throws 400 for a name in `fields` that is not known; `what` says what it is not. */
export function checkNames(names: Iterable<string>, known: readonly string[], what: string): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    throw wrong('fields', `holds ${name.slice(0, 100)}, which is not ${what}${didYouMean(name, known)}`);
  }
}

/** The field names in a query's `fields`. Throws 400 for an unknown one. */
export function fieldsOf(text: string | undefined): FieldName[] | undefined {
  const names = text?.split(',');
  if (names) checkNames(names, NAMES, 'a parcel field');
  return names as FieldName[] | undefined;
}

/** The requested fields, or all, in the order of the record. */
export function inOrder(fields: FieldName[] | undefined): FieldName[] {
  if (!fields) return NAMES;
  const wanted = new Set(fields);
  return NAMES.filter((name) => wanted.has(name));
}

/** Makes a function that picks the requested fields of a parcel, or all. */
export function picker(fields: FieldName[] | undefined): (parcel: Parcel) => Partial<Parcel> {
  if (!fields) return (parcel) => parcel;
  const ordered = inOrder(fields);
  return (parcel) => Object.fromEntries(ordered.map((name) => [name, parcel[name]]));
}

export const ParcelPart = Type.Partial(Parcel, {
  title: 'ParcelPart',
  description: 'With fields: a parcel with just these',
});
