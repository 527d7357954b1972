import { examplePayload, payloadSchema } from '../../domain/event-payload.ts';
import { EVENT_TYPES, type EventType, entryOf } from '../../domain/events.ts';
import { EXAMPLE_DELIVERY } from '../../records/schemas/delivery.ts';
import { EXAMPLE_SECRET } from '../../records/schemas/webhook.ts';
import { deliveryHeaders } from '../../webhooks/delivery-headers.ts';

interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  $ref?: string;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: object;
}

const FORMATS: Record<string, string> = { date: '2019-06-14', 'date-time': '2026-01-31T12:00:00.000Z' };

/** The required keys of an object; if none are required, all that have an example. */
function ofKeys({ properties = {}, required }: Schema): Record<string, unknown> {
  const names = required ?? Object.keys(properties);
  const made = names.map((name) => [name, exampleOf(properties[name] ?? {})]);
  return Object.fromEntries(made.filter(([, value]) => value !== undefined));
}

function ofType(schema: Schema): unknown {
  const { type, format, minimum, items } = schema;
  if (type === 'object') return ofKeys(schema);
  if (type === 'array')
    return items === undefined ? [] : [exampleOf(items)].filter((item) => item !== undefined);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'null') return null;
  return format === undefined ? undefined : FORMATS[format];
}

/**
 * An example for a schema: its own, else one made from those of its parts; for alternatives, the first that has one.
 * Undefined when a part has none: give that schema an example.
 */
export function exampleOf(schema: Schema): unknown {
  const candidates = [schema.example, schema.examples?.[0], schema.const, schema.enum?.[0], schema.default];
  const own = candidates.find((value) => value !== undefined);
  if (own !== undefined) return own;
  if (schema.anyOf === undefined) return ofType(schema);
  return schema.anyOf.map(exampleOf).find((value) => value !== undefined);
}

/** Adds an example to every media type without one. */
export function addExamples(content: Record<string, Media> = {}): void {
  for (const media of Object.values(content)) {
    if (media.schema === undefined || 'example' in media || 'examples' in media) continue;
    media.example = exampleOf(media.schema);
  }
}

interface Node {
  [key: string]: unknown;
}

function rebuilt(value: unknown, change: (node: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((part) => rebuilt(part, change));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, rebuilt(part, change)]);
  return change(Object.fromEntries(parts));
}

/** `X or null` as one schema of two types: generators make better types from it than from two alternatives. */
function ofTwoTypes(node: Node): Node {
  const { anyOf, ...rest } = node;
  const [of, none, ...more] = Array.isArray(anyOf) ? (anyOf as Node[]) : [];
  if (of === undefined || none?.type !== 'null' || more.length > 0 || of.title !== undefined) return node;
  const values = of.enum as unknown[] | undefined;
  const type = of.type ?? (values?.every((value) => typeof value === 'string') ? 'string' : undefined);
  if (typeof type !== 'string') return node;
  return { ...of, ...rest, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

/**
 * Moves the defaults of a body's fields into words: some generators read the keyword as a guarantee that the field is
 * present, and require it from senders.
 */
function inWords(node: Node): Node {
  // Examples may have such a field, too.
  if (node.type !== 'object' || node.properties === undefined) return node;
  const fields = Object.entries(node.properties as Record<string, Node | null>).map(([name, field]) => {
    if (field?.default === undefined) return [name, field];
    const { default: value, description, ...rest } = field;
    const said = `Default: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    const whole = description === undefined ? said : `${String(description).replace(/\.$/, '')}. ${said}`;
    return [name, { ...rest, description: whole }];
  });
  return { ...node, properties: Object.fromEntries(fields) };
}

/** The title of a schema if it can be a name. `info` has a title too, but is not a schema. */
function nameOf({ title, type, anyOf, oneOf }: Node): string | null {
  const isSchema = type !== undefined || anyOf !== undefined || oneOf !== undefined;
  return isSchema && typeof title === 'string' && /^[A-Za-z]\w*$/.test(title) ? title : null;
}

interface Document {
  paths?: unknown;
  components?: { schemas?: Node };
}

/**
 * An OpenAPI document for client generators. Each titled schema is defined once, under its title, and referenced where it is
 * used: the document is shorter, and generated types get names. Schemas that share a title are left in place.
 */
export function named<D extends Document>(given: D): D {
  const document = rebuilt(given, (node) => inWords(ofTwoTypes(node))) as D;
  const shapes = new Map<string, Set<string>>();
  rebuilt(document.paths, (node) => {
    const name = nameOf(node);
    if (name !== null) shapes.set(name, (shapes.get(name) ?? new Set()).add(JSON.stringify(node)));
    return node;
  });
  const schemas: Node = { ...document.components?.schemas };
  const taken = new Set(Object.keys(schemas));
  const paths = rebuilt(document.paths, (node) => {
    const name = nameOf(node);
    if (name === null || taken.has(name) || shapes.get(name)!.size > 1) return node;
    schemas[name] = node;
    return { $ref: `#/components/schemas/${name}` };
  });
  return { ...document, paths, components: { ...document.components, schemas } };
}

const HEADERS = {
  'X-Terrier-Signature':
    '`t=<unix ms>,v1=<hex>`: v1 is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret. Compare it in ' +
    'constant time, over the raw body, and reject a t that is more than 5 minutes off. The example is signed with ' +
    `\`${EXAMPLE_SECRET}\`, over the example of the body without blanks`,
  'X-Terrier-Event-Id': 'The event_id of the payload, the same on retries',
  'X-Terrier-Event-Type': 'The event_type of the payload',
  'X-Terrier-Delivery-Id': 'Id of the delivery, the same on retries',
  'X-Terrier-Attempt': 'Number of the attempt, from 1',
  'webhook-id': 'The event_id again, as libraries for Standard Webhooks read it',
  'webhook-timestamp': 'When it was signed, Unix epoch seconds, for the same libraries',
  'webhook-signature':
    '`v1,<base64>`: the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with what follows `whsec_` in the ' +
    'secret, decoded from base64',
  'User-Agent': 'Terrier-Webhooks/1.0',
};

const SIGNED_AT = Date.UTC(2026, 0, 31, 12);

function exampleDelivery(type: EventType) {
  const attempt = 1;
  const body = examplePayload(type, attempt);
  const { event_id } = JSON.parse(body) as { event_id: string };
  const sent = {
    deliveryId: EXAMPLE_DELIVERY,
    secret: EXAMPLE_SECRET,
    eventId: event_id,
    eventType: type,
    attempt,
  };
  return { body, headers: deliveryHeaders(sent, body, SIGNED_AT) };
}

function webhook(type: EventType) {
  const { body, headers } = exampleDelivery(type);
  return {
    post: {
      operationId: `on_${type.replaceAll('.', '_')}`,
      tags: ['Webhooks'],
      summary: entryOf(type).summary,
      description:
        `Fires when ${entryOf(type).description}.\n\n` +
        'Answer 2xx within 10 seconds; the body of the answer is not read. Any other status is tried again: up to 8 ' +
        'attempts, after 1, 5, 15, 30, 60, 120 and 360 minutes. A network error or a timeout leaves the outcome unknown, ' +
        'and is not retried automatically. Order is not guaranteed: de-duplicate on event_id, order by occurred_at.',
      security: [{ signature: [] }],
      parameters: Object.entries(HEADERS).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
        description,
        example: headers[name.toLowerCase()],
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: payloadSchema(type), example: JSON.parse(body) } },
      },
      responses: { '2XX': { description: 'Received' } },
    },
  };
}

/** What is sent to webhook endpoints, for the OpenAPI document. */
export const webhooksBlock = () => Object.fromEntries(EVENT_TYPES.map((type) => [type, webhook(type)]));
