import Type, { type Static } from 'typebox';
import type { LeftOutColumns } from '../../stores/mysql/source-layers.ts';
import { fieldOf } from './keys.ts';

/** What a source file says about columns that could be a field and are not loaded. */
export const LeftOutList = Type.Array(
  Type.Object(
    {
      columns: Type.Array(Type.String()),
      /** In sentences. */
      why: Type.String(),
      /** The keys of `conform` that would take them in. */
      add: Type.Record(Type.String(), Type.Unknown()),
      /** Too few of their values can be read. */
      unreadable: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
);
export type LeftOut = Static<typeof LeftOutList>[number];

/** What is left out and why; `line` is what `conform` would have to say. */
export const shownLeftOut = ({ columns, why, add }: LeftOut): LeftOutColumns => ({
  columns,
  why,
  line: Object.entries(add)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(', '),
});

/** The same in sentences. */
export const leftOutWords = ({ columns, why, line }: LeftOutColumns): string =>
  `${columns.join(' + ')}: ${why} To take it in, write in conform: ${line}`;

/** The columns that are still left out: those whose keys stand in `conform` were taken in. */
export function stillLeftOut(
  list: readonly LeftOut[],
  conform: Readonly<Record<string, unknown>>,
): LeftOut[] {
  const given = new Set(Object.keys(conform).map(fieldOf));
  return list.filter(({ add }) => !Object.keys(add).every((key) => given.has(fieldOf(key))));
}
