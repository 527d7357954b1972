import type { Parcel } from '../schemas/parcel.ts';
import { Parcel as ParcelSchema } from '../schemas/parcel.ts';

type Value = string | number | boolean | Date | object | null | undefined;

/** A column of a file of parcels, as `hyparquet-writer` describes its type. */
export interface ParcelColumn {
  name: string;
  element: Record<string, unknown>;
  value(parcel: Partial<Parcel>): Value;
}

const TYPES: Record<string, Record<string, unknown>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  'date-time': {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  object: { type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: { type: 'JSON' } },
};

interface Schema {
  type?: string;
  format?: string;
  anyOf?: Schema[];
}

/** The type of a field, null aside. */
function typeOf(schema: Schema): string {
  const known = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  return known.format ?? known.type ?? 'string';
}

function columnsOf(name: keyof Parcel): ParcelColumn[] {
  if (name === 'location') {
    return (['lat', 'lon'] as const).map((side) => ({
      name: side,
      element: TYPES.number!,
      value: ({ location }) => location?.[side],
    }));
  }
  const type = typeOf(ParcelSchema.properties[name] as Schema);
  const isTime = type === 'date' || type === 'date-time';
  const isWhole = type === 'integer';
  return [
    {
      name,
      element: TYPES[type]!,
      value(parcel) {
        const value = parcel[name];
        if (value === null || value === undefined) return null;
        if (isTime) return new Date(value as string);
        return isWhole ? (BigInt(value as number) as unknown as number) : value;
      },
    },
  ];
}

/** The columns of the fields, in their order; `lat` and `lon` for the location. */
export const parcelColumns = (fields: readonly string[]): ParcelColumn[] =>
  fields.flatMap((name) => columnsOf(name as keyof Parcel));
