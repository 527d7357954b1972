import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyError, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** What Ajv tells of one broken rule. */
interface Broken {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string;
  /** The rule itself, and what broke it. */
  schema?: unknown;
  data?: unknown;
}

const PLACES: Record<string, string> = {
  querystring: 'query',
  params: 'path',
  headers: 'header',
  body: 'body',
};

function fieldName({ instancePath, keyword, params }: Broken): string {
  const path = instancePath.slice(1).split('/').filter(Boolean);
  if (keyword === 'required') path.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') path.push(String(params.additionalProperty).slice(0, 100));
  return path.join('.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function complaint({ keyword, params, message }: Broken): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known field';
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  return message ?? 'is not valid';
}

/** The keys of which a request needs exactly one, when that is what it breaks. */
function alternatives({ keyword, schema, data }: Broken): string[] | null {
  if (keyword !== 'oneOf' || typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const names = (schema as { required?: string[] }[]).flatMap(({ required }) => required ?? []);
  return names.length > 0 ? names : null;
}

/** One sentence that names the field, for a request that breaks its schema. */
export function validationMessage(error: FastifyError): string {
  const all = (error.validation ?? []) as unknown as Broken[];
  const [broken] = all;
  if (!broken) return error.message;
  const names = all.map(alternatives).find((found) => found !== null);
  if (names) return `exactly one of ${names.join(', ')} is required`;
  const place = PLACES[error.validationContext ?? ''] ?? 'request';
  const field = fieldName(broken);
  return field ? `${field} ${complaint(broken)}` : `The ${place} ${complaint(broken)}`;
}

const DECIMAL = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Ajv reads `0x10`, ` 5` and, past all bounds, `Infinity` as numbers too: the first parameter that it read so. */
function oddNumber(spelled: Record<string, unknown>, read: Record<string, unknown>): string | undefined {
  return Object.keys(spelled).find(
    (name) =>
      typeof read[name] === 'number' && !(DECIMAL.test(String(spelled[name])) && Number.isFinite(read[name])),
  );
}

/** Reads a query string as the numbers and booleans that it spells. */
function queryReader(validate: ValidateFunction) {
  return (query: Record<string, unknown>) => {
    const spelled = { ...query };
    if (!validate(query)) return { error: validate.errors };
    const name = oddNumber(spelled, query);
    if (name === undefined) return { value: query };
    const broken: Broken = {
      keyword: 'type',
      instancePath: `/${name}`,
      params: {},
      message: 'must be a decimal number',
    };
    return { error: [broken] };
  };
}

const NO_PARAMETERS = { type: 'object', properties: {}, additionalProperties: false };

/** Compiles schemas of requests: strictly, nothing dropped; with `coerceTypes`, text is read as what it spells. */
export function requestChecker(coerceTypes: boolean) {
  const options = {
    allErrors: false,
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
  ajv.addVocabulary(['example']);
  return ajv;
}

/**
 * Requests are checked as they are: unknown keys and wrong types are errors, nothing is dropped or filled in
 * silently. Only query strings, which are text by nature, are read as the numbers and booleans they spell. A route of
 * the API that states no query parameters takes none.
 */
export const validation = fp(async (app: FastifyInstance) => {
  const exact = requestChecker(false);
  const spelled = requestChecker(true);
  app.addHook('onRoute', (route) => {
    if ((route.config?.access ?? 'open') === 'open') return;
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NO_PARAMETERS };
  });
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'querystring'
      ? (queryReader(spelled.compile(schema as object)) as never)
      : exact.compile(schema as object),
  );
});
