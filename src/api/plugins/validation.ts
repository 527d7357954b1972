import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { invalid, wrong } from '../../domain/problems.ts';
import { type Broken, FORM, readFaults } from './faults.ts';

const DECIMAL = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Parameters that are numbers only to Ajv: `0x10`, ` 5`, even `Infinity`. */
function oddNumbers(spelled: Record<string, unknown>, read: Record<string, unknown>): Broken[] {
  const names = Object.keys(spelled).filter(
    (name) =>
      typeof read[name] === 'number' && !(DECIMAL.test(String(spelled[name])) && Number.isFinite(read[name])),
  );
  return names.map((name) => ({
    keyword: 'decimal',
    instancePath: `/${name}`,
    schemaPath: '',
    params: {},
    message: 'must be a decimal number',
  }));
}

/**
 * For a request with more values than this, only the first fault is reported: finding all takes time and memory. A polygon of
 * 1,000 corners has 3,000.
 */
const MOST_VALUES = 4_000;

function isSmall(value: unknown): boolean {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      if (++count > MOST_VALUES) return false;
      waiting.push((next as Record<string, unknown>)[key]);
    }
  }
  return true;
}

/** Validators of requests: `quick` stops at the first fault, `thorough` finds all faults of a request that failed. */
interface Checks {
  quick: ValidateFunction;
  thorough(): ValidateFunction;
}

function faultsIn(value: unknown, { quick, thorough }: Checks): Broken[] {
  const first = quick.errors as Broken[];
  if (!isSmall(value)) return first;
  const check = thorough();
  return check(value) ? first : (check.errors as Broken[]);
}

function exactChecker(checks: Checks) {
  function check(value: unknown): boolean {
    if (checks.quick(value)) return true;
    check.errors = faultsIn(value, checks);
    return false;
  }
  check.errors = [] as Broken[];
  return check;
}

/** Far more parameters than any route has. */
const MOST_PARAMETERS = 100;
/** Without a look at each of them: an address has room for thousands. */
const TOO_MANY: Broken = {
  keyword: 'parameters',
  instancePath: '',
  schemaPath: '',
  params: {},
  message: `must have at most ${MOST_PARAMETERS} parameters`,
};

function queryReader(checks: Checks) {
  return (query: Record<string, unknown>) => {
    if (Object.keys(query).length > MOST_PARAMETERS) return { error: [TOO_MANY] };
    const spelled = { ...query };
    const read = { ...query };
    const faults = checks.quick(query) ? [] : faultsIn(read, checks);
    faults.push(...oddNumbers(spelled, faults.length === 0 ? query : read));
    return faults.length === 0 ? { value: query } : { error: faults };
  };
}

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

/**
 * Compiles schemas of requests strictly, without dropping anything. With `coerceTypes`, text is read as numbers and
 * booleans. With `allErrors`, a check continues after the first fault.
 */
export function requestChecker(coerceTypes: boolean, allErrors = false) {
  const options = {
    allErrors,
    useDefaults: true,
    removeAdditional: false,
    strict: true,
    // `oneOf: [{ required: […] }]` says which keys exclude each other.
    strictRequired: false,
    discriminator: true,
    verbose: true,
    coerceTypes,
  } as const;
  const ajv = formats.default(new Ajv(options));
  ajv.addVocabulary(['example', FORM]);
  return ajv;
}

function compiler(coerceTypes: boolean) {
  const [quick, thorough] = [requestChecker(coerceTypes), requestChecker(coerceTypes, true)];
  return (schema: object): Checks => {
    let compiled: ValidateFunction | undefined;
    return { quick: quick.compile(schema), thorough: () => (compiled ??= thorough.compile(schema)) };
  };
}

/** The compilers of this process, shared by all APIs that are built from the same schemas. */
const compilers = new Map<boolean, ReturnType<typeof compiler>>();
function sharedCompiler(coerceTypes: boolean) {
  const shared = compilers.get(coerceTypes) ?? compiler(coerceTypes);
  compilers.set(coerceTypes, shared);
  return shared;
}

/**
 * Requests are checked as they are: unknown keys and wrong types are errors, and nothing is silently dropped or filled
 * in. Only in query strings, which are all text, are numbers and booleans converted. A route without query parameters in its
 * schema takes none.
 */
export const validation = fp(async (app: FastifyInstance) => {
  const exact = sharedCompiler(false);
  const spelled = sharedCompiler(true);
  app.addHook('onRoute', (route) => {
    if ((route.config?.access ?? 'open') === 'open') return;
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NO_PARAMETERS };
  });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'querystring'
      ? queryReader(spelled(schema as object))
      : exactChecker(exact(schema as object)),
  );
});

/** A compiled schema. */
interface Check {
  (value: unknown): boolean | Promise<unknown>;
  errors?: unknown;
}

/**
 * The JSON in a text parameter.
 * @param hint continues "must be JSON".
 * @throws 400, naming the parameter, for text that is not JSON or does not fit the schema.
 */
export function readJson<T>(parameter: string, text: string, check: Check, hint = ''): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(parameter, `must be JSON${hint}`);
  }
  if (check(value)) return value as T;
  const broken = check.errors as Broken[];
  const { sentence, faults } = readFaults(
    broken.map((fault) => ({ ...fault, instancePath: `/${parameter}${fault.instancePath}` })),
  );
  throw invalid(sentence, faults);
}
