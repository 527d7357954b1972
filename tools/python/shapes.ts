/** The methods that an operation becomes. */

import { answerOf, type Json, type Placed, resolved } from '../document.ts';
import { pascal, snake, WIDTH, wrapped } from './names.ts';
import { isForGeojson, type Parameter, parametersOf } from './parameters.ts';
import type { Types } from './types.ts';

const JSON_TYPE = 'application/json';
const GEOJSON = 'application/geo+json';
const NDJSON = 'application/x-ndjson';
const STREAMED = 'Use it in a `with`: `iter_bytes` of what it gives is the export as it comes';

export interface Shape {
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

const iterator = (type: string | undefined) => type && `Iterator[${type}]`;

/** An operation, and what all of its methods share. */
interface Asked {
  placed: Placed;
  parameters: Parameter[];
  name: string;
  title: string;
  about: string;
  hasFields: boolean;
}

/** An export: as it comes, and as rows, which are NDJSON. */
function exportShapes({ name, parameters, about, hasFields }: Asked): Shape[] {
  const [whole, part] = hasFields ? ['ExportedParcel', 'ExportedParcelPart'] : ['ExportedParcelPart'];
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
      parameters: parameters.filter((parameter) => !['format', 'raw'].includes(parameter.name)),
      about: `The rows of \`${name}\`, whose arguments it takes, as they come. Each has the \`cursor\` to go on after it.`,
      by: '_lines',
      whole: iterator(whole)!,
      part: iterator(part),
      cast: false,
    },
  ];
}

/** Some walks begin with a word, others without any. */
function beginning(document: Json, { operation }: Placed, cursor: Parameter): string[] {
  const { pattern } =
    cursor.place === 'query'
      ? operation.parameters.find(({ name }: Json) => name === cursor.wire).schema
      : resolved(document, operation.requestBody.content[JSON_TYPE].schema).properties[cursor.wire];
  return new RegExp(pattern, 'u').test('*') ? ['first="*"'] : [];
}

/** Walks through the pages of an operation that has some. */
function walkShapes(document: Json, types: Types, asked: Asked, page: Shape, schema: Json): Shape[] {
  const { name, title, hasFields, placed } = asked;
  const cursor = page.parameters.find((parameter) => parameter.name === 'cursor');
  if (cursor === undefined) return [];
  const rows = rowTypes(document, types, schema, title, hasFields);
  const walk = {
    parameters: page.parameters.filter((parameter) => parameter.name !== 'offset'),
    extra: beginning(document, placed, cursor),
    cast: false,
  };
  return [
    {
      ...walk,
      name: `${name}_pages`,
      about: `The pages of \`${name}\`, whose arguments it takes, from \`cursor\` or from the beginning. Each is requested when it is needed.`,
      by: '_pages',
      whole: iterator(page.whole)!,
      part: iterator(page.part),
    },
    {
      ...walk,
      name: `${name}_rows`,
      about: `The rows of \`${name}_pages\`, whose arguments it takes.`,
      by: '_rows',
      whole: iterator(rows.whole)!,
      part: iterator(rows.part),
    },
  ];
}

/** Paragraphs, each of which ends with a period; one alone is a title, and ends as it is. */
function paragraphs(words: (string | undefined)[]): string {
  const some = words.filter((each) => each !== undefined);
  return some.length === 1 ? some[0]! : some.map((each) => each.replace(/\.?$/, '.')).join('\n\n');
}

/** The methods of an operation: what it answers, its pages and rows, and its GeoJSON. */
export function shapesOf(document: Json, types: Types, placed: Placed): Shape[] {
  const { operationId, summary, description, requestBody } = placed.operation;
  const all = parametersOf(document, types, placed);
  const content = answerOf(placed.operation);
  const json = content[JSON_TYPE]?.schema;
  const geojson = content[GEOJSON]?.schema;
  const streamed = content[NDJSON] === undefined ? undefined : STREAMED;
  const parameters = json === undefined ? all : all.filter((parameter) => !isForGeojson(parameter));
  const asked: Asked = {
    placed,
    parameters,
    name: snake(operationId),
    title: pascal(operationId),
    about: describe(paragraphs([summary, description, requestBody?.description, streamed]), parameters),
    hasFields: all.some((parameter) => parameter.name === 'fields'),
  };
  const { name, title, about, hasFields } = asked;
  if (streamed !== undefined) return exportShapes(asked);
  if (json === undefined && geojson === undefined) {
    return [{ name, parameters, about, by: '_bytes', whole: 'bytes', cast: false }];
  }
  const asGeojson = (own: Pick<Shape, 'name' | 'about'>): Shape => ({
    ...own,
    parameters: all,
    by: '_json',
    extra: ['accept=GEOJSON'],
    whole: types.typeOf(geojson, `${title}Geojson`),
    cast: true,
  });
  if (json === undefined) return [asGeojson({ name, about })];
  const answers = jsonTypes(document, types, json, `${title}Answer`, hasFields);
  const own: Shape = { name, parameters, about, by: '_json', ...answers, cast: true };
  const alsoGeojson = {
    name: `${name}_geojson`,
    about: `The answer of \`${name}\`, whose arguments it takes, as GeoJSON.`,
  };
  return [
    own,
    ...walkShapes(document, types, asked, own, json),
    ...(geojson === undefined ? [] : [asGeojson(alsoGeojson)]),
  ];
}
