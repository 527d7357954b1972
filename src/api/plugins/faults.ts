import { stateByAbbr, stateByFips, stateByName } from '../../domain/geography.ts';
import { nearWord } from '../../domain/near-word.ts';
import type { Fault } from '../../domain/problems.ts';
import { type Broken, LONGEST_REPEATED, WORDS } from './fault-words.ts';

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

const suggestion = (value: unknown, known: readonly string[]) => {
  const near = typeof value === 'string' ? nearWord(value, known) : undefined;
  return near === undefined ? '' : `; did you mean ${near}?`;
};

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

function rewritten(field: string, text: string, pattern: RegExp): string | undefined {
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
  const way = rewritten(field, String(data), new RegExp(String(schema), 'u'));
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
