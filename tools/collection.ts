/** The OpenAPI document as a Postman collection (v2.1), which Bruno imports too. */

import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { exampleOf } from '../src/plugins/openapi-examples.ts';
import { answerOf, type Json, operationsOf, type Placed } from './document.ts';

export const COLLECTION = resolve(PROJECT_ROOT, 'clients/terrier.postman_collection.json');

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** Where `npm start` serves. */
const BASE_URL = 'http://127.0.0.1:8080';

const GEOJSON = 'application/geo+json';

interface Variable {
  key: string;
  value: string;
  description?: string;
}

const exampleOfParameter = ({ example, examples, schema }: Json): unknown =>
  example ?? Object.values<Json>(examples ?? {})[0]?.value ?? exampleOf(schema) ?? '';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What an id is an id of: `webhookId` is the `id` after `/webhooks/`, `ownerName` the `name` after `/owners/`. */
function variableName(path: string, name: string): string {
  if (!['id', 'name'].includes(name)) return name;
  const [, list = ''] = new RegExp(`/(\\w+)/\\{${name}\\}`).exec(path) ?? [];
  return `${list.replace(/s$/, '')}${name[0]!.toUpperCase()}${name.slice(1)}`;
}

const inPath = ({ operation }: Placed): Json[] =>
  (operation.parameters ?? []).filter((parameter: Json) => parameter.in === 'path');

/** The values that several requests share: changed once, they change everywhere. */
function sharedOf(all: Placed[]): Map<string, string> {
  const uses = new Map<string, string[]>();
  for (const placed of all) {
    for (const parameter of inPath(placed)) {
      const name = variableName(placed.path, parameter.name);
      uses.set(name, [...(uses.get(name) ?? []), asText(exampleOfParameter(parameter))]);
    }
  }
  const several = [...uses].filter(([, values]) => values.length > 1);
  return new Map(several.map(([name, values]) => [name, values[0]!]));
}

/** Postman's variables are whole segments of a path: of `{y}.mvt`, the example stands there. */
function pathOf(placed: Placed, shared: Map<string, string>): { path: string[]; variable: Variable[] } {
  const variable: Variable[] = [];
  const path = placed.path
    .split('/')
    .slice(1)
    .map((segment) => {
      const [, name, ending = ''] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
      if (name === undefined) return segment;
      const parameter = inPath(placed).find((each) => each.name === name);
      const common = variableName(placed.path, name);
      const value = shared.has(common) ? `{{${common}}}` : asText(exampleOfParameter(parameter));
      if (ending !== '') return value + ending;
      variable.push({ key: name, value, description: parameter.description });
      return `:${name}`;
    });
  return { path, variable };
}

/** Parameters that need not be given are there to be switched on, unless the operation is refused without them. */
function queryOf({ operation }: Placed): Json[] {
  const wanted: Record<string, string> = operation['x-example-query'] ?? {};
  return (operation.parameters ?? [])
    .filter((parameter: Json) => parameter.in === 'query')
    .map((parameter: Json) => ({
      key: parameter.name,
      value: wanted[parameter.name] ?? asText(exampleOfParameter(parameter)),
      description: parameter.description,
      ...(parameter.required || parameter.name in wanted ? {} : { disabled: true }),
    }));
}

function headersOf({ operation }: Placed): Json[] {
  const own = (operation.parameters ?? [])
    .filter((parameter: Json) => parameter.in === 'header')
    .map((parameter: Json) => ({
      key: parameter.name,
      // The programs make a new one for each request.
      value: parameter.name === 'idempotency-key' ? '{{$guid}}' : asText(exampleOfParameter(parameter)),
      description: parameter.description,
    }));
  const type = { key: 'Content-Type', value: 'application/json' };
  const asGeojson = { key: 'Accept', value: GEOJSON, description: 'The answer as GeoJSON', disabled: true };
  const answer = answerOf(operation);
  return [
    ...(operation.requestBody === undefined ? [] : [type]),
    ...('application/json' in answer && GEOJSON in answer ? [asGeojson] : []),
    ...own,
  ];
}

function requestOf(placed: Placed, shared: Map<string, string>): Json {
  const { method, operation } = placed;
  const { path, variable } = pathOf(placed, shared);
  const query = queryOf(placed);
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const media = operation.requestBody?.content['application/json'];
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      ...(operation.security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: headersOf(placed),
      url: {
        raw: `{{baseUrl}}/${path.join('/')}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path,
        ...(query.length > 0 ? { query } : {}),
        ...(variable.length > 0 ? { variable } : {}),
      },
      ...(media === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(media.example, null, 2),
              options: { raw: { language: 'json' } },
            },
          }),
      description: [operation.description, operation.requestBody?.description].filter(Boolean).join('\n\n'),
    },
    response: [],
  };
}

/** A folder may be run as a whole: what ends things comes last. */
const byEnd = (a: Placed, b: Placed): number => Number(a.method === 'delete') - Number(b.method === 'delete');

/** The up-to-date content of the file: the requests in folders by tag, with the document's examples. */
export function collectionOf(document: Json): string {
  const all = operationsOf(document);
  const shared = sharedOf(all);
  const folders = document.tags.map(({ name, description }: Json) => ({
    name,
    description,
    item: all
      .filter(({ operation }) => operation.tags.includes(name))
      .toSorted(byEnd)
      .map((placed) => requestOf(placed, shared)),
  }));
  const collection = {
    info: {
      name: document.info.title,
      description: `${document.info.description}\n\nSet \`baseUrl\` and \`key\` in the variables of the collection.`,
      version: document.info.version,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: BASE_URL },
      { key: 'key', value: '' },
      ...[...shared].map(([key, value]) => ({ key, value })),
    ],
    item: folders,
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}
