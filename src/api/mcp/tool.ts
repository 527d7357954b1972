import {
  fromJsonSchema,
  type JsonSchemaType,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { Terrier } from 'terrier/client';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { limitTo } from '../../records/schemas/common.ts';
import { type Broken, readFaults } from '../plugins/faults.ts';
import { requestChecker } from '../plugins/validation.ts';
import type { Found } from './answer.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  input: StandardSchemaWithJSON<unknown, unknown>;
  /** Asks the API. Throws what the client throws. */
  run(terrier: Terrier, args: unknown, signal: AbortSignal): Promise<Found>;
}

const ajv = requestChecker(false);

const validator = {
  getValidator<T>(schema: JsonSchemaType) {
    const validate = ajv.compile(schema);
    return (input: unknown) =>
      validate(input)
        ? { valid: true as const, data: input as T, errorMessage: undefined }
        : {
            valid: false as const,
            data: undefined,
            errorMessage: readFaults(validate.errors as Broken[]).sentence,
          };
  },
};

/** Makes a tool. Its schema is compiled once. */
export function tool<S extends TObject>({
  input,
  run,
  ...names
}: Pick<Tool, 'name' | 'title' | 'description'> & {
  input: S;
  run(terrier: Terrier, args: Static<S>, signal: AbortSignal): Promise<Found>;
}): Tool {
  return {
    ...names,
    input: fromJsonSchema(input as JsonSchemaType, validator),
    run: (terrier, args, signal) => run(terrier, args as Static<S>, signal),
  };
}

/** A parcel, as the other tools name it. */
export const ParcelId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '<county_fips>:<parcel number>, as the other tools give it',
  examples: ['31109:0109109006000'],
});

/** Default and maximum rows: what a model can read. */
export const FEW = 10;
const MOST = 50;

export const Limit = limitTo(MOST, FEW, `Most rows, 1 to ${MOST}`);
const Cursor = Type.Optional(
  Type.String({
    minLength: 1,
    description: 'The next_cursor of an earlier answer, with all other arguments unchanged',
  }),
);

/** The API's paging parameters. A model gets small pages and continues by cursor. */
type ShapeKeys = 'limit' | 'offset' | 'cursor' | 'fields';
const PAGE = { limit: Limit, cursor: Cursor };

/** A paged route's own schema, with `limit` and `cursor` for a model. */
export function pagedInput<P extends TProperties>(
  schema: TObject<P>,
): TObject<Omit<P, ShapeKeys> & typeof PAGE> {
  const { limit: _limit, offset: _offset, cursor: _cursor, fields: _fields, ...rest } = schema.properties;
  const { description } = schema as { description?: string };
  return Type.Object({ ...rest, ...PAGE }, { additionalProperties: false, description });
}

/** The paging of a call, for the API. */
export const paging = ({ limit = FEW, cursor = '*' }: { limit?: number; cursor?: string }) => ({
  limit,
  cursor,
});

/** A page for a model: exact total, rows, next cursor. */
export const foundPage = (
  { total, next_cursor }: { total: number; next_cursor?: string | null },
  rows: object[],
  more: object = {},
): Found => ({ about: { total, ...more }, lists: { rows }, next_cursor });
