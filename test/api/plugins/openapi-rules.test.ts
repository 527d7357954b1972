import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { payloadSchema } from '../../../src/domain/event-payload.ts';
import { EVENT_TYPES } from '../../../src/domain/events.ts';
import { EXAMPLE_SECRET } from '../../../src/records/schemas/webhook.ts';
import { verify } from '../../../src/webhooks/verify/verify.mjs';
import { call, makeHarness } from '../../helper.ts';
import { whole } from '../../openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
type Json = any;

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const { text, json } = await call(app, 'GET', '/openapi.json');
const document: Json = json();

/** Every rule of the linter applies, except for these. */
const NOT_OURS = {
  // Names and paths cannot change: clients use them.
  'boolean-parameter-prefixes': 'off',
  'path-segment-plural': 'off',
  // The keys of `webhooks` are event types, not paths.
  'paths-kebab-case': 'off',
  // Tags and methods are in the order in which they are best read.
  'tags-alphabetical': 'off',
  'path-http-verbs-order': 'off',
  // Texts come from publishers as they are; those of requests state their lengths where these matter.
  'required-string-property-missing-min-length': 'off',
  // Whole requests and answers have examples: see below.
  'scalar-property-missing-example': 'off',
  // It is nobody's public project.
  'info-license': 'off',
  // It does not see that the alternatives differ in the keys that they require, and wants a name for each.
  'no-illogical-composition-keywords': 'off',
  'response-mime-type': {
    severity: 'error',
    allowedValues: [
      'application/json',
      'application/problem+json',
      'application/geo+json',
      'application/x-ndjson',
      'application/vnd.mapbox-vector-tile',
      'application/vnd.apache.parquet',
      'text/csv',
    ],
  },
} as const;

t.test('the document is valid OpenAPI 3.1', async (t) => {
  t.match(await new Validator().validate(structuredClone(document)), { valid: true });
});

/** All objects of a document, at any depth. */
function* nodesIn(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

t.test('generators of clients can name the alternatives', async (t) => {
  const nodes = [...nodesIn(document)];
  const choices = nodes.filter(({ discriminator }) => discriminator?.propertyName !== undefined);
  t.ok(choices.length > 0);
  for (const { discriminator, oneOf } of choices) {
    for (const { $ref } of oneOf) {
      const name = String($ref).replace('#/components/schemas/', '');
      const { properties } = document.components.schemas[name] ?? {};
      t.same(properties?.[discriminator.propertyName].enum, [name], 'each is named by its value');
    }
  }
  const nullable = nodes.filter(({ anyOf }) => anyOf?.some?.(({ type }: Json) => type === 'null'));
  t.same(nullable, [], 'null is a second type');
});

t.test('a field with a default need not be sent, so its default is only in the description', async (t) => {
  for (const { requestBody } of Object.values<Json>(document.paths).flatMap(Object.values<Json>)) {
    const withDefault = [...nodesIn(requestBody ?? {})].filter((node) => 'default' in node);
    t.same(withDefault, []);
  }
  for (const { properties } of Object.values<Json>(document.components.schemas))
    t.same(
      Object.values<Json>(properties ?? {}).filter((field) => 'default' in field),
      [],
    );
  t.match(document.components.schemas.SearchRequest.properties, {
    limit: { description: 'Page size, 1 to 500. Default: 100' },
    order: { description: 'Default: desc' },
    touches: { description: /many times\. Default: false$/ },
  });
});

t.test('parameters keep their defaults', async (t) => {
  const { parameters } = document.paths['/api/v1/deals/absentee'].get;
  t.match(parameters.find(({ name }: Json) => name === 'limit').schema, { default: 100 });
});

t.test('the linter finds nothing', async (t) => {
  const config = await createConfig({ extends: ['all'], rules: NOT_OURS });
  const lint = async (source: string) =>
    (await lintFromString({ source, absoluteRef: 'openapi.json', config })).map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    );
  t.same(await lint(text), []);
  const { summary, ...nameless } = document.paths['/livez'].get;
  const broken = { ...document, paths: { ...document.paths, '/livez': { get: nameless } } };
  t.match(await lint(JSON.stringify(broken)), [/operation-summary/], `it looks at "${summary}"`);
});

/** The media types of an operation: of its request and of its answers that are not errors. */
function mediaOf({ requestBody, responses }: Json): [string, Json][] {
  const answers = Object.entries<Json>(responses).filter(([status]) => Number(status) < 400);
  return [...Object.entries<Json>({ request: requestBody ?? {} }), ...answers].flatMap(
    ([name, { content = {} }]) =>
      Object.entries<Json>(content).map(([type, media]): [string, Json] => [`${name} ${type}`, media]),
  );
}

/** Where an example has no value, such as a text about which nothing is known. */
const holes = (schema: Json, value: Json, path: string): string[] => {
  if (value === undefined) return [path];
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [];
  return (schema.required ?? []).flatMap((name: string) =>
    holes(schema.properties?.[name] ?? {}, value[name], `${path}.${name}`),
  );
};

t.test('every request and every answer has an example', async (t) => {
  let seen = 0;
  for (const [path, item] of Object.entries<Json>(whole(document, document.paths))) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      for (const [name, media] of mediaOf(operation)) {
        // Binary: an example would show nothing.
        if (/vector-tile|parquet/.test(name)) continue;
        const example = media.example ?? Object.values<Json>(media.examples ?? {})[0]?.value;
        t.same(holes(media.schema ?? {}, example, ''), [], `${method} ${path} ${name}`);
        seen++;
      }
    }
  }
  t.ok(seen >= Object.keys(document.paths).length, `${seen} examples`);
});

t.test('the examples of webhooks are signed like deliveries', async (t) => {
  t.same(Object.keys(document.webhooks), EVENT_TYPES);
  for (const type of EVENT_TYPES) {
    const { parameters, requestBody } = document.webhooks[type].post;
    const headers = Object.fromEntries(
      parameters.map(({ name, example }: Json) => [name.toLowerCase(), example]),
    );
    const { example } = requestBody.content['application/json'];
    const signature: string = headers['x-terrier-signature'];
    const now = Number(/^t=(\d+)/.exec(signature)![1]);
    const delivery = { secret: EXAMPLE_SECRET, signature, rawBody: JSON.stringify(example), now };
    t.same(verify(delivery), { valid: true, timestamp: now }, `signature of ${type}`);
    t.match(verify({ ...delivery, rawBody: `${delivery.rawBody} ` }), { reason: 'mismatch' });
    t.equal(example.event_type, type);
    const named = [
      headers['x-terrier-event-id'],
      headers['x-terrier-event-type'],
      headers['x-terrier-attempt'],
    ];
    t.same(named, [example.event_id, type, String(example.delivery_attempt)], `headers of ${type}`);
    const optional = ['test'];
    const keys = Object.keys((payloadSchema(type) as Json).properties).filter(
      (key) => !optional.includes(key),
    );
    t.same(Object.keys(example).sort(), keys.sort(), `keys of ${type}`);
  }
});
