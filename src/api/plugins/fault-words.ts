import type { FastifySchemaValidationError } from 'fastify';

export interface Broken extends FastifySchemaValidationError {
  /** With Ajv's `verbose`: the rule, the schema that contains it, and the value that broke it. */
  schema?: unknown;
  parentSchema?: Record<string, unknown>;
  data?: unknown;
}

/** Longer input is not repeated in messages. */
export const LONGEST_REPEATED = 100;

const TYPES: Record<string, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};
const FORMATS: Record<string, string> = {
  'date-time': 'a time with a zone, such as 2026-01-31T12:00:00Z',
  date: 'a day, such as 2026-01-31',
};
/** A time whose `+` was read as a space, as it is in a query unless it is encoded. */
const LOST_PLUS = /^[^ ]+T[^ ]+ \d\d:?\d\d$/;

/** The same value in the required type; undefined where that is not clear. */
function rewritten(type: string, data: unknown): string | undefined {
  if (type === 'string' && typeof data === 'number') return JSON.stringify(String(data));
  if (typeof data !== 'string' || data.length > LONGEST_REPEATED) return undefined;
  if (type === 'boolean') return /^(true|false)$/i.test(data) ? data.toLowerCase() : undefined;
  if (type === 'integer') return /^-?\d+$/.test(data) ? data : undefined;
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(data) ? data : undefined;
}

function typeWords({ params, data }: Broken): string {
  const type = String(params.type);
  const way = rewritten(type, data);
  return `must be ${TYPES[type] ?? type}${way === undefined ? '' : `: write ${way}`}`;
}

function formatWords({ params, data, message }: Broken): string {
  const words = FORMATS[String(params.format)];
  if (words === undefined) return message ?? 'is not valid';
  return `must be ${words}${LOST_PLUS.test(String(data)) ? '; write + as %2B' : ''}`;
}

const atLeast = ({ params: { limit } }: Broken, what: string) =>
  limit === 1 ? 'must not be empty' : `must have at least ${limit} ${what}`;
const atMost = ({ params: { limit } }: Broken, what: string) => `must have at most ${limit} ${what}`;

/**
 * Messages for the rules for which Ajv's own are not plain English; each continues a sentence that begins with the field's
 * name.
 */
export const WORDS: Record<string, (broken: Broken) => string> = {
  type: typeWords,
  format: formatWords,
  minimum: ({ params: { limit } }) => `must be at least ${limit}`,
  maximum: ({ params: { limit } }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ params: { limit } }) => `must be above ${limit}`,
  minLength: (broken) => atLeast(broken, 'characters'),
  maxLength: (broken) => atMost(broken, 'characters'),
  minItems: (broken) => atLeast(broken, 'items'),
  maxItems: (broken) => atMost(broken, 'items'),
  uniqueItems: () => 'must not have the same item twice',
  required: () => 'is required',
};
