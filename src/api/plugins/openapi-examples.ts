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
