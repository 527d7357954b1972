// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
export type Json = any;

import { whole } from '../openapi.ts';

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: Json;
  example: unknown;
}

/** An operation of the OpenAPI document. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** The schema of its body and an example; null when it takes none. */
  body: { schema: Json; example: Json } | null;
  /** Documented statuses with the content types of their answers. */
  answers: Map<number, string[]>;
  /** Whether it needs a key. */
  keyed: boolean;
}

const METHODS = ['get', 'post', 'patch', 'delete', 'put'];

function exampleOf({ example, examples }: Json): unknown {
  if (example !== undefined) return example;
  if (Array.isArray(examples)) return examples[0];
  const [first] = Object.values<Json>(examples ?? {});
  return first?.value;
}

const firstOf = (...values: unknown[]) => values.find((value) => value !== undefined);

function parameterOf(parameter: Json): Parameter {
  const schema = parameter.schema ?? Object.values<Json>(parameter.content ?? {})[0]?.schema ?? {};
  const example = firstOf(exampleOf(parameter), exampleOf(schema), schema.default, schema.enum?.[0]);
  return { in: parameter.in, name: parameter.name, schema, example };
}

/** Every operation of a document, in order. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = whole(document, item[method]);
      const content = operation.requestBody?.content?.['application/json'];
      const answers = Object.entries<Json>(operation.responses).map(
        ([status, answer]) => [Number(status), Object.keys(answer.content ?? {})] as [number, string[]],
      );
      return {
        name: `${method} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: (operation.parameters ?? []).map(parameterOf),
        body: content
          ? { schema: content.schema, example: exampleOf(content) ?? exampleOf(content.schema) ?? {} }
          : null,
        answers: new Map(answers),
        keyed:
          operation.security?.length > 0 &&
          !operation.security.some((one: object) => Object.keys(one).length === 0),
      };
    }),
  );
}
