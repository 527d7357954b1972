import Type, { type TSchema, type TSchemaOptions } from 'typebox';

/** A value that may be unknown: the key is always there, null where the value is not known. */
export const Nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

export const text = (description: string, example?: string) =>
  Nullable(Type.String(), { description, ...(example === undefined ? {} : { examples: [example] }) });
export const number = (description: string, example?: number) =>
  Nullable(Type.Number(), { description, ...(example === undefined ? {} : { examples: [example] }) });
export const integer = (description: string, example?: number) =>
  Nullable(Type.Integer(), { description, ...(example === undefined ? {} : { examples: [example] }) });
export const boolean = (description: string) => Nullable(Type.Boolean(), { description });
export const date = (description: string, example?: string) =>
  Nullable(Type.String({ format: 'date' }), {
    description,
    ...(example === undefined ? {} : { examples: [example] }),
  });
export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T12:00:00.000Z'] });
/** One of a closed list of words; null when unknown. */
export const oneOf = (values: readonly string[], description: string) =>
  Nullable(Type.Enum([...values]), { description });

export const Location = Nullable(
  Type.Object({
    lat: Type.Number({ description: 'Latitude, degrees north (WGS84)' }),
    lon: Type.Number({ description: 'Longitude, degrees east (WGS84)' }),
  }),
  { description: 'Point of the record, WGS84 degrees', examples: [{ lat: 40.8136, lon: -96.7026 }] },
);

/** The envelope of the paged routes: section 2.9 of the contract. */
export const Paged = <T extends TSchema>(item: T) =>
  Type.Object({
    data: Type.Array(item),
    total: Type.Integer({ description: 'Exact count of all matches' }),
    limit: Type.Integer({ description: 'Page size used' }),
    offset: Type.Integer({ description: 'Rows skipped before this page' }),
  });
