import type { FastifySchemaValidationError } from 'fastify';
import { stateByAbbr, stateByFips, stateByName } from '../../domain/geography.ts';
import { didYouMean } from '../../domain/near-word.ts';
import type { Fault } from '../../domain/problems.ts';

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

export const MOST_FAULTS = 20;

/** The keyword under which a schema describes its form in words, to follow "must be". */
export const FORM = 'x-form';

const PARTS: Record<string, string> = {
  querystring: 'query',
  params: 'path',
  headers: 'header',
  body: 'body',
};

const LONG_LIST = 12;
const FIRST_FEW = 8;

const listed = (words: readonly unknown[]) =>
  words.length <= LONG_LIST
    ? words.join(', ')
    : `${words.slice(0, FIRST_FEW).join(', ')}, … (${words.length} in all)`;

const suggestion = (value: unknown, known: readonly string[]) =>
  typeof value === 'string' ? didYouMean(value, known) : '';

const partsOf = (pointer: string) =>
  pointer
    .slice(1)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** Reads other common ways to write these fields. */
const CODES: Record<string, (text: string) => string | undefined> = {
  state_fips: (text) => (stateByAbbr(text) ?? stateByName(text))?.fips,
  state: (text) => (stateByFips(text) ?? stateByName(text))?.abbr,
};

function respelled(field: string, text: string, pattern: RegExp): string | undefined {
  if (text.length > LONGEST_REPEATED) return undefined;
  const whole = text.replace(/\s+/gu, '');
  const ways = [whole, whole.toUpperCase(), whole.toLowerCase(), CODES[field]?.(text.trim())];
  return ways.find((way) => way !== undefined && pattern.test(way));
}

function formComplaint({ schema, parentSchema, data, instancePath, message }: Broken): string {
  const example = (parentSchema?.examples as unknown[] | undefined)?.[0];
  const form = parentSchema?.[FORM] ?? (example === undefined ? undefined : `written like ${example}`);
  if (form === undefined) return message ?? 'is not valid';
  const field = partsOf(instancePath).at(-1) ?? '';
  const way = respelled(field, String(data), new RegExp(String(schema), 'u'));
  return `must be ${form}${way === undefined ? '' : `: write ${way}`}`;
}

/** A query value is a list when its parameter was repeated. */
function repeatedComplaint({ data, parentSchema }: Broken): string {
  const all = (data as string[]).join(',');
  const pattern = parentSchema?.pattern;
  const fits = typeof pattern === 'string' && new RegExp(pattern, 'u').test(all);
  return `must be given once${fits && all.length <= LONGEST_REPEATED ? `: write ${all}` : ''}`;
}

function complaint(broken: Broken, inQuery: boolean): string {
  const { keyword, params, message, parentSchema, data } = broken;
  if (inQuery && Array.isArray(data) && keyword !== 'additionalProperties') return repeatedComplaint(broken);
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
    return `is not a known field${suggestion(params.additionalProperty, known)}`;
  }
  if (keyword === 'oneOf') return 'must be an object';
  if (keyword === 'enum') {
    const words = params.allowedValues as unknown[];
    return `must be one of ${listed(words)}${suggestion(data, words.map(String))}`;
  }
  if (keyword === 'discriminator') {
    const branches = (parentSchema?.oneOf ?? []) as { properties: Record<string, { const?: unknown }> }[];
    return `must be one of ${listed(branches.map(({ properties }) => properties[String(params.tag)]?.const))}`;
  }
  const form = parentSchema?.[FORM];
  if (keyword === 'minItems' && form !== undefined) return `must be ${form}`;
  return keyword === 'pattern'
    ? formComplaint(broken)
    : (WORDS[keyword]?.(broken) ?? message ?? 'is not valid');
}

function fieldOf({ instancePath, keyword, params }: Broken): string {
  const parts = partsOf(instancePath);
  if (keyword === 'required') parts.push(String(params.missingProperty));
  if (keyword === 'additionalProperties')
    parts.push(String(params.additionalProperty).slice(0, LONGEST_REPEATED) || '""');
  if (keyword === 'discriminator') parts.push(String(params.tag));
  return parts.join('.');
}

/** Names the alternatives of which a request needs exactly one: keys, or a description in words. Null for other faults. */
function alternatives({ keyword, schema, data }: Broken): string | null {
  if (keyword !== 'oneOf' || typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const ways = schema as { required?: string[]; description?: string }[];
  const names = ways.flatMap(({ required = [], description }) => (description === undefined ? required : []));
  const others = ways.flatMap(({ description }) => (description === undefined ? [] : `, or ${description}`));
  return names.length > 0 ? `exactly one of ${names.join(', ')} is required${others.join('')}` : null;
}

/**
 * A missing choice or an unknown kind is reported once, not once for each alternative. Choices come first. Of a value that may
 * be null, what is wrong with it otherwise is reported.
 */
function withoutRepetition(all: Broken[]): Broken[] {
  const choices = all.filter(({ keyword }) => keyword === 'oneOf');
  const others = all.filter(({ schemaPath, keyword, params }) => {
    if (keyword === 'anyOf' || (keyword === 'type' && params.type === 'null')) return false;
    if (keyword === 'discriminator' && params.tagValue === undefined) return false;
    return !choices.some((choice) => schemaPath.startsWith(choice.schemaPath));
  });
  const found = [...choices.filter((choice) => alternatives(choice) !== null), ...others];
  // Of a large request only the first fault is known, which may be a choice among the keys of something that has none.
  return found.length > 0 ? found : choices.slice(0, 1);
}

/**
 * What is reported about a request that breaks its schema: a sentence that names the first field, and at most 20 faults.
 * @param context what was checked, by Fastify's names: `querystring`, `params`, `headers` or `body`.
 */
export function readFaults(all: Broken[], context = ''): { sentence: string; faults: Fault[] } {
  const part = PARTS[context] ?? 'request';
  const reported = withoutRepetition(all)
    .slice(0, MOST_FAULTS)
    .map((broken) => {
      const choice = alternatives(broken);
      const field = fieldOf(broken);
      if (choice !== null) return { sentence: choice, fault: { field: field || part, message: choice } };
      const message = complaint(broken, context === 'querystring');
      const sentence = field ? `${field} ${message}` : `The ${part} ${message}`;
      return { sentence, fault: { field: field || part, message } };
    });
  return {
    sentence: reported[0]?.sentence ?? 'The request is not valid',
    faults: reported.map(({ fault }) => fault),
  };
}
