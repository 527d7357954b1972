import Type, { type Static } from 'typebox';
import { isObject } from '../../domain/json-object.ts';
import type { LeftOutColumns } from '../../stores/mysql/source-layers.ts';
import { within } from './checks.ts';
import { fieldOf } from './keys.ts';

/** What a source file has in place of a field that a person has to decide. */
export interface Undecided {
  /** What is to be decided, in a sentence. */
  decide: string;
  /** What the field could be, as a source file says it; the likeliest first. */
  could_be: readonly unknown[];
}

/** Whether a value in a source file is an open decision. */
export const isUndecided = (json: unknown): json is Undecided => isObject(json) && 'decide' in json;

/** Why a source file with an open decision is refused, and what to write. */
export function undecidedWords(key: string, { decide, could_be }: Undecided, isNeeded: boolean): string {
  const question = typeof decide === 'string' ? `${decide.trim()} ` : '';
  const [likeliest = 'COLUMN'] = Array.isArray(could_be) ? could_be : [];
  const example = `"${key}": ${JSON.stringify(likeliest)}`;
  return `is not decided yet. ${question}Write what it is in its place, such as ${example}${isNeeded ? '' : ', or delete it'}.`;
}

/** The places in a source file, as JSON, where a decision is open, such as `layers.parcels[0].conform.pid`. */
export function openKeys(json: unknown, place = ''): string[] {
  if (isUndecided(json)) return [place];
  const parts: [string | number, unknown][] = Array.isArray(json)
    ? [...json.entries()]
    : isObject(json)
      ? Object.entries(json)
      : [];
  return parts.flatMap(([key, part]) => openKeys(part, within(place, key)));
}

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
  const taken = new Set(Object.keys(conform).map(fieldOf));
  return list.filter(({ add }) => !Object.keys(add).every((key) => taken.has(fieldOf(key))));
}
