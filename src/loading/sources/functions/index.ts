import Type from 'typebox';
import { isObject } from '../../../domain/json-object.ts';
import { checker, hint, oneOf, whatIs, within } from '../checks.ts';
import { format } from './format.ts';
import type { At, Bind, SourceFunction } from './function.ts';
import { firstNonEmpty, join } from './join.ts';
import { constant, get, map } from './lookup.ts';
import { mailingStreetOf } from './mailing.ts';
import { regexp } from './regexp.ts';
import { removePostfix, removePrefix } from './remove.ts';
import { postfixedStreet, postfixedUnit, prefixedNumber } from './street-line.ts';

const Chain = checker(
  Type.Object(
    {
      function: Type.Literal('chain'),
      variable: Type.String({ minLength: 1 }),
      functions: Type.Array(Type.Unknown(), { minItems: 1 }),
    },
    { additionalProperties: false },
  ),
);

/**
 * Functions one after another: each may name `variable` as a field, which holds what the ones before it made. As in
 * OpenAddresses, a blank result does not change the variable, and the last result counts.
 */
const chain: SourceFunction = {
  parse(given, at) {
    if (!Chain(given, at.place, at.report)) return null;
    const { variable, functions } = given;
    const list = within(at.place, 'functions');
    const steps = functions.map((step, index) => parseFunction(step, { ...at, place: within(list, index) }));
    const binds = steps.filter((step) => step !== null);
    if (binds.length < steps.length) return null;
    return (columns) => {
      let made = '';
      const reads = binds.map((bind) =>
        bind((name, place) => (name === variable ? () => made : columns(name, place))),
      );
      return (cells) => {
        made = '';
        let last: string | null = null;
        for (const read of reads) {
          const result = read(cells);
          if (result !== null) last = result;
          if (last) made = last;
        }
        return last;
      };
    };
  },
};

const FUNCTIONS = new Map<string, SourceFunction>([
  ['regexp', regexp],
  ['prefixed_number', prefixedNumber],
  ['postfixed_street', postfixedStreet],
  ['postfixed_unit', postfixedUnit],
  ['remove_prefix', removePrefix],
  ['remove_postfix', removePostfix],
  ['join', join],
  ['format', format],
  ['first_non_empty', firstNonEmpty],
  ['constant', constant],
  ['map', map],
  ['get', get],
  ['chain', chain],
  ['mailing_street', mailingStreetOf],
]);

/** The names of all functions. */
export const FUNCTION_NAMES: readonly string[] = [...FUNCTIONS.keys()];

/** A function as a source file uses it; null after reporting what is wrong with it. */
export function parseFunction(given: unknown, at: At): Bind | null {
  if (!isObject(given)) {
    at.report(at.place, `must be a function, and is ${whatIs(given)}`);
    return null;
  }
  const name = given.function;
  const known = typeof name === 'string' ? FUNCTIONS.get(name) : undefined;
  if (known) return known.parse(given, at);
  const place = within(at.place, 'function');
  if (name === undefined) at.report(place, `is missing: it names ${oneOf(FUNCTION_NAMES)}`);
  else at.report(place, `unknown function ${whatIs(name)}${hint(String(name), FUNCTION_NAMES)}`);
  return null;
}
