/** The operations of a document as methods of Python. */

import { answerOf, type Json, operationsOf, type Placed, resolved } from '../document.ts';
import { bracketed, docstring, indent, pascal, snake, text, wrapped } from './names.ts';
import { declared, isForGeojson, type Parameter, parametersOf } from './parameters.ts';
import type { Types } from './types.ts';

const JSON_TYPE = 'application/json';
const GEOJSON = 'application/geo+json';
const NDJSON = 'application/x-ndjson';
const WIDTH = 88;
const STREAMED = 'Use it in a `with`: `iter_bytes` of what it gives is the export as it comes';
/** Scopes of keys that only read. */
const READING = ['read', 'export'];

interface Shape {
  name: string;
  parameters: Parameter[];
  /** The type of the answer, and the one when only some fields are requested. */
  whole: string;
  part?: string | undefined;
  about: string;
  /** The method of the transport, and its arguments besides the request's. */
  by: string;
  extra?: string[];
  /** Whether the answer has to be told its type. */
  cast: boolean;
}

/** A record of which every key is optional is what is left when only some fields are requested. */
function isPart(document: Json, schema: Json): boolean {
  const answer = resolved(document, schema);
  const record = resolved(document, answer.properties?.data?.items ?? answer);
  return record.required === undefined;
}

function describe(about: string, parameters: Parameter[]): string {
  const told = parameters.filter((parameter) => parameter.about !== undefined);
  if (told.length === 0) return about;
  const lines = told.flatMap(({ name, about }) =>
    // The client encodes what stands in a path.
    wrapped(`${name}: ${about!.replace(', URL-encoded', '')}`, WIDTH - 8).map(
      (line, at) => `${at === 0 ? '    ' : '        '}${line}`,
    ),
  );
  return `${about}\n\nArgs:\n${lines.join('\n')}`;
}

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

/** The types of a JSON answer: of whole records and, where fields can be chosen, of their parts. */
function jsonTypes(document: Json, types: Types, schema: Json, name: string, hasFields: boolean) {
  const ways: Json[] = schema.anyOf ?? [schema];
  const typed = (some: Json[]) => [...new Set(some.map((way) => types.typeOf(way, name)))].join(' | ');
  const parts = hasFields ? ways.filter((way) => isPart(document, way)) : [];
  if (parts.length === 0 || parts.length === ways.length) return { whole: typed(ways), part: undefined };
  return { whole: typed(ways.filter((way) => !parts.includes(way))), part: typed(parts) };
}

/** The rows of pages: what their lists hold. */
function rowTypes(document: Json, types: Types, schema: Json, name: string, hasFields: boolean) {
  const ways: Json[] = schema.anyOf ?? [schema];
  const items = ways.map((way) => resolved(document, way).properties.data.items);
  return jsonTypes(document, types, items.length > 1 ? { anyOf: items } : items[0], `${name}Row`, hasFields);
}

/** The methods of an operation: what it answers, its pages and rows, and its GeoJSON. */
function shapesOf(document: Json, types: Types, placed: Placed): Shape[] {
  const { operation } = placed;
  const parameters = parametersOf(document, types, placed);
  const content = answerOf(operation);
  const json = content[JSON_TYPE]?.schema;
  const geojson = content[GEOJSON]?.schema;
  const name = snake(operation.operationId);
  const title = pascal(operation.operationId);
  const told = json === undefined ? parameters : parameters.filter((parameter) => !isForGeojson(parameter));
  const asStream = content[NDJSON] === undefined ? undefined : STREAMED;
  const words = [operation.summary, operation.description, operation.requestBody?.description, asStream];
  const about = describe(words.filter(Boolean).join('.\n\n').replaceAll('..\n', '.\n'), told);
  const hasFields = parameters.some((parameter) => parameter.name === 'fields');
  const cursor = parameters.find((parameter) => parameter.name === 'cursor');
  const walked = parameters.filter(
    (parameter) => !['cursor', 'offset'].includes(parameter.name) && !isForGeojson(parameter),
  );
  const iterator = (type: string | undefined) => type && `Iterator[${type}]`;

  if (asStream !== undefined) {
    const rows = parameters.filter((parameter) => parameter.name !== 'format' && parameter.name !== 'raw');
    const of = {
      whole: hasFields ? 'ExportedParcel' : 'ExportedParcelPart',
      part: hasFields ? 'ExportedParcelPart' : undefined,
    };
    return [
      {
        name,
        parameters,
        about,
        by: '_stream',
        whole: 'AbstractContextManager[httpx.Response]',
        cast: false,
      },
      {
        name: `${name}_rows`,
        parameters: rows,
        about: `The rows of \`${name}\`, whose arguments it takes, as they come. Each has the \`cursor\` to go on after it.`,
        by: '_lines',
        whole: iterator(of.whole)!,
        part: iterator(of.part),
        cast: false,
      },
    ];
  }
  if (json === undefined && geojson === undefined) {
    return [{ name, parameters, about, by: '_bytes', whole: 'bytes', cast: false }];
  }
  const inGeojson: Shape | undefined = geojson && {
    name: json === undefined ? name : `${name}_geojson`,
    parameters,
    about: json === undefined ? about : `The answer of \`${name}\`, whose arguments it takes, as GeoJSON.`,
    by: '_json',
    extra: ['accept=GEOJSON'],
    whole: types.typeOf(geojson, `${title}Geojson`),
    cast: true,
  };
  if (json === undefined) return [inGeojson!];
  const own: Shape = {
    name,
    parameters: parameters.filter((parameter) => !isForGeojson(parameter)),
    about,
    by: '_json',
    ...jsonTypes(document, types, json, `${title}Answer`, hasFields),
    cast: true,
  };
  if (cursor === undefined) return [own, ...(inGeojson ? [inGeojson] : [])];
  // Some walks begin with a word, others without any.
  const property =
    cursor.place === 'query'
      ? operation.parameters.find((parameter: Json) => parameter.name === cursor.wire).schema
      : resolved(document, operation.requestBody.content[JSON_TYPE].schema).properties[cursor.wire];
  const first = new RegExp(property.pattern, 'u').test('*') ? ['first="*"'] : [];
  const walk = { parameters: [...walked, cursor], cast: false, extra: first };
  const pages = own.part === undefined ? { whole: own.whole } : { whole: own.whole, part: own.part };
  const rows = rowTypes(document, types, json, title, hasFields);
  return [
    own,
    {
      ...walk,
      name: `${name}_pages`,
      about: `The pages of \`${name}\`, whose arguments it takes, from \`cursor\` or from the beginning. Each is requested when it is needed.`,
      by: '_pages',
      whole: iterator(pages.whole)!,
      part: iterator(pages.part),
    },
    {
      ...walk,
      name: `${name}_rows`,
      about: `The rows of \`${name}_pages\`, whose arguments it takes.`,
      by: '_rows',
      whole: iterator(rows.whole)!,
      part: iterator(rows.part),
    },
    ...(inGeojson ? [inGeojson] : []),
  ];
}

/** The lines of all methods. */
export const methodsOf = (document: Json, types: Types): string[] =>
  operationsOf(document).flatMap((placed) =>
    shapesOf(document, types, placed).flatMap((shape) => methodLines(shape, placed)),
  );
