/** How named types are declared. */

import { docstring, indent, isKeyword, text, WIDTH } from './names.ts';

/** A key of a TypedDict. */
export interface Field {
  key: string;
  type: string;
  required: boolean;
  about: string | undefined;
}

const valueText = (value: unknown): string => (typeof value === 'string' ? text(value) : String(value));

export const literal = (values: unknown[]): string => `Literal[${values.map(valueText).join(', ')}]`;

export function aliasLines(name: string, values: unknown[]): string[] {
  return [`${name} = Literal[`, ...indent(values.map((value) => `${valueText(value)},`)), ']', ''];
}

const fieldLines = ({ key, type, about }: Field): string[] =>
  indent([`${key}: ${type}`, ...(about === undefined ? [] : docstring(about, WIDTH))]);

/**
 * A TypedDict. The keys that are always there are inherited where others are not: NotRequired is newer than the oldest Python.
 */
export function classLines(name: string, about: string | undefined, fields: Field[]): string[] {
  const required = fields.filter((field) => field.required);
  const optional = fields.filter((field) => !field.required);
  const head = about === undefined ? [] : indent(docstring(about, WIDTH));
  if (fields.some(({ key }) => isKeyword(key))) {
    if (optional.length > 0) throw new Error(`${name}: a keyword as a key beside optional keys`);
    const entries = fields.map(
      ({ key, type }) => `        ${text(key)}: ${text(type).replaceAll('\\"', "'")},`,
    );
    return ['', `${name} = TypedDict(`, `    ${text(name)},`, '    {', ...entries, '    },', ')', ''];
  }
  const body = (some: Field[]) => some.flatMap(fieldLines);
  if (optional.length === 0) {
    const lines = [...head, ...body(required)];
    return ['', `class ${name}(TypedDict):`, ...(lines.length > 0 ? lines : ['    pass']), ''];
  }
  if (required.length === 0)
    return ['', `class ${name}(TypedDict, total=False):`, ...head, ...body(optional), ''];
  const base = `_${name}Required`;
  return [
    ...['', `class ${base}(TypedDict):`, ...body(required), ''],
    ...['', `class ${name}(${base}, total=False):`, ...head, ...body(optional), ''],
  ];
}
