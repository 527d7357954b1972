import { Ajv, type ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { isObject } from '../../domain/json-object.ts';
import { nearWord } from '../../domain/near-word.ts';

/** Gets each fault of a source file: its place in the file, and the words after the colon. */
export type Report = (place: string, words: string) => void;

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;
const LONG_LIST = 24;

/** The place of a key within a place: `layers.parcels[0]`, `coverage["US Census"]`. */
export function within(place: string, key: string | number): string {
  if (typeof key === 'number') return `${place}[${key}]`;
  if (!PLAIN_KEY.test(key)) return `${place}[${JSON.stringify(key)}]`;
  return place === '' ? key : `${place}.${key}`;
}

/** `; did you mean "…"?` for a word close to a known one, otherwise nothing. */
export function hint(word: string, known: readonly string[]): string {
  const same = known.find((other) => other.toLowerCase() === word.toLowerCase());
  const near = same ?? nearWord(word, known);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

const quoted = (words: readonly string[]) => words.map((word) => `"${word}"`).join(', ');

/** The words of a closed list, for people: `one of "a", "b"`. */
export function oneOf(words: readonly string[]): string {
  return words.length > LONG_LIST ? 'one of the names in the documentation' : `one of ${quoted(words)}`;
}

const KINDS: Record<string, string> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
};

/** What a JSON value is, for people: `a list`, `nothing (null)`. */
export function whatIs(value: unknown): string {
  if (value === null) return 'nothing (null)';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? `"${value.slice(0, 60)}"` : (KINDS[typeof value] ?? typeof value);
}

function placeOf(root: string, value: unknown, pointer: string): string {
  let place = root;
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const isList = Array.isArray(at);
    place = within(place, isList ? Number(key) : key);
    at = isList || isObject(at) ? (at as Record<string, unknown>)[key] : undefined;
  }
  return place;
}

function wordsFor({ keyword, params, data, parentSchema }: ErrorObject): string {
  if (keyword === 'type') {
    const types: string[] = [params.type].flat();
    const wanted = types.map((type) => KINDS[type] ?? type).join(' or ');
    return `must be ${wanted}, and is ${whatIs(data)}`;
  }
  if (keyword === 'enum' || keyword === 'const') {
    const allowed: string[] = [params.allowedValues ?? params.allowedValue].flat().map(String);
    return `must be ${oneOf(allowed)}${hint(String(data), allowed)}`;
  }
  if (keyword === 'minItems') return `needs at least ${params.limit} of them`;
  if (keyword === 'maxItems') return `takes at most ${params.limit} of them`;
  if (keyword === 'minLength') return 'is blank';
  if (keyword === 'minimum' || keyword === 'maximum')
    return `must be ${params.comparison} ${params.limit}, and is ${data}`;
  return String(parentSchema?.description ?? 'is not as the format has it');
}

function tell(error: ErrorObject, root: string, value: unknown, report: Report): void {
  const place = placeOf(root, value, error.instancePath);
  if (error.keyword === 'required') report(within(place, error.params.missingProperty), 'is missing');
  else if (error.keyword === 'additionalProperties') {
    const known = Object.keys(error.parentSchema?.properties ?? {});
    const key: string = error.params.additionalProperty;
    report(within(place, key), `unknown key${hint(key, known)}`);
  } else report(place, wordsFor(error));
}

/** A check of values against a schema: it reports every fault with its place, and returns whether there was none. */
export function checker<T extends TSchema>(schema: T) {
  const validate = ajv.compile<Static<T>>(schema);
  return (value: unknown, place: string, report: Report): value is Static<T> => {
    if (validate(value)) return true;
    for (const error of validate.errors ?? []) tell(error, place, value, report);
    return false;
  };
}
