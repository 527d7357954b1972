import Type from 'typebox';
import { nearWord } from '../../domain/near-word.ts';
import { wrong } from '../../domain/problems.ts';
import { Parcel } from '../../records/schemas/parcel.ts';

const NAMES = Object.keys(Parcel.properties) as FieldName[];
export type FieldName = keyof Parcel;

const KNOWN = new Set<string>(NAMES);
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

/** The field names in a query's `fields`. Throws 400 for an unknown one. */
export function fieldsOf(text: string | undefined): FieldName[] | undefined {
  const names = text?.split(',');
  const unknown = names?.find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    const near = nearWord(unknown, NAMES);
    const hint = near === undefined ? '' : `; did you mean ${near}?`;
    throw wrong('fields', `holds ${unknown.slice(0, 100)}, which is not a parcel field${hint}`);
  }
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
