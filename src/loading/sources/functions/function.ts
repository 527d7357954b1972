import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { checker, type Report, within } from '../checks.ts';
import { type Columns, type Read, textOf } from '../columns.ts';

/** Where a function is, and where its faults are reported. */
export interface At {
  place: string;
  report: Report;
}

/** Makes the reader of a function's text from a table's columns; it reads null where the function sets nothing. */
export type Bind = (columns: Columns) => Read<string | null>;

/** A function of the source format: `parse` checks how it is used, and returns null after reporting what is wrong. */
export interface SourceFunction {
  parse(given: unknown, at: At): Bind | null;
}

/** Columns as text, by the parameter that names them. */
export type Texts = (name: string, parameter: string) => Read<string>;

/** The name of a column. */
export const Column = Type.String({ minLength: 1 });
export const ColumnList = Type.Array(Column, { minItems: 1 });

/**
 * Makes a function from the schema of its parameters and what it does with them. `prepare` returns null after reporting a
 * fault; what it returns otherwise is bound to a table once, and reads each row.
 */
export function sourceFunction<T extends TSchema>(
  schema: T,
  prepare: (given: Static<T>, at: At) => ((texts: Texts) => Read<string | null>) | null,
): SourceFunction {
  const check = checker(schema);
  return {
    parse(given, at) {
      if (!check(given, at.place, at.report)) return null;
      const bind = prepare(given, at);
      if (bind === null) return null;
      return (columns) =>
        bind((name, parameter) => {
          const read = columns(name, within(at.place, parameter));
          return (cells) => textOf(read(cells));
        });
    },
  };
}

/** The schema of a function's parameters. */
export const Parameters = <T extends Type.TProperties>(name: string, properties: T) =>
  Type.Object({ function: Type.Literal(name), ...properties }, { additionalProperties: false });
