/** The operations of a document as methods of Python. */

import { type Json, operationsOf, type Placed } from '../document.ts';
import { bracketed, docstring, indent, text, WIDTH } from './names.ts';
import { declared, type Parameter } from './parameters.ts';
import { type Shape, shapesOf } from './shapes.ts';
import type { Types } from './types.ts';

/** Scopes of keys that only read. */
const READING = ['read', 'export'];

/** The head of a method: `fields` may be left out, be given or be either. */
function signature(shape: Shape, answer: string, fields: 'any' | 'none' | 'some'): string[] {
  const first = shape.parameters.filter(({ place }) => place === 'path');
  const rest = shape.parameters.filter(({ place }) => place !== 'path');
  const one = (parameter: Parameter) => {
    if (parameter.name !== 'fields' || fields === 'any') return declared(parameter);
    return fields === 'none' ? 'fields: None = None' : `fields: ${parameter.type}`;
  };
  const all = ['self', ...first.map(one), ...(rest.length > 0 ? ['*'] : []), ...rest.map(one)];
  return bracketed(
    `def ${shape.name}(`,
    all.map((part) => [part]),
    `) -> ${answer}:`,
    WIDTH,
  );
}

const passed = ({ name, nullable }: Parameter): string => (nullable ? `nullable(${name})` : name);

const dictionary = (name: string, parameters: Parameter[]): string[] =>
  bracketed(
    `${name}={`,
    parameters.map((parameter) => [`${text(parameter.wire)}: ${passed(parameter)}`]),
    '}',
    WIDTH - 16,
  );

/** `f"/api/v1/parcels/{segment('id', id)}"` */
function address(path: string, parameters: Parameter[]): string {
  if (!path.includes('{')) return text(path);
  const made = path.replace(/\{(\w+)\}/g, (_, wire: string) => {
    const { name } = parameters.find((parameter) => parameter.wire === wire)!;
    return `{segment('${name}', ${name})}`;
  });
  return `f${text(made)}`;
}

function methodLines(shape: Shape, { method, path, operation }: Placed): string[] {
  const inPlace = (place: Parameter['place']) =>
    shape.parameters.filter((parameter) => parameter.place === place);
  const [key] = inPlace('header');
  const isReading = operation.security.some((way: Json) => READING.includes(way.bearer?.[0]));
  const call = bracketed(
    `self.${shape.by}(`,
    [
      [text(method.toUpperCase())],
      [address(path, inPlace('path'))],
      ...(inPlace('query').length > 0 ? [dictionary('query', inPlace('query'))] : []),
      ...(operation.requestBody === undefined ? [] : [dictionary('body', inPlace('body'))]),
      ...(key === undefined ? [] : [[`idempotency_key=${key.name} or new_key()`]]),
      ...(method === 'post' && isReading ? [['reads=True']] : []),
      ...(shape.extra ?? []).map((argument) => [argument]),
    ],
    ')',
    WIDTH,
  );
  const answer = shape.part === undefined ? shape.whole : 'Any';
  const returned =
    shape.cast && answer !== 'Any'
      ? bracketed('return cast(', [[text(answer)], call], ')', WIDTH)
      : [`return ${call[0]}`, ...call.slice(1)];
  const overloads =
    shape.part === undefined
      ? []
      : (['none', 'some'] as const).flatMap((fields) => {
          const lines = signature(shape, fields === 'none' ? shape.whole : shape.part!, fields);
          return ['@overload', ...lines.slice(0, -1), `${lines.at(-1)} ...`, ''];
        });
  return [
    ...overloads,
    ...signature(shape, answer, 'any'),
    ...indent([...docstring(shape.about, WIDTH), ...returned]),
    '',
  ];
}

/** The lines of all methods. */
export const methodsOf = (document: Json, types: Types): string[] =>
  operationsOf(document).flatMap((placed) =>
    shapesOf(document, types, placed).flatMap((shape) => methodLines(shape, placed)),
  );
