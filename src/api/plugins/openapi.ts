import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import manifest from '../../../package.json' with { type: 'json' };
import { ERROR_CODES, type ErrorCode } from '../../domain/problems.ts';
import { JSON_TYPE } from '../../records/schemas/common.ts';
import { HEADERS, type HeaderName, RATE_HEADER_NAMES } from '../../records/schemas/headers.ts';
import { needOf } from '../gate/key.ts';
import type { Access } from '../gate/ticket.ts';
import { PROBLEM_TYPE } from './errors.ts';
import { MOST_FAULTS } from './faults.ts';
import { answerKept, type Kept, keep } from './kept.ts';
import { addExamples, type Media, named, webhooksBlock } from './openapi-parts.ts';

/** Who answers questions about the API: whoever runs the server. */
export const CONTACT = { name: 'The operator of this server' };

const ErrorBody = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'What is wrong, for people' },
    code: {
      type: 'string',
      enum: Object.keys(ERROR_CODES),
      description: Object.entries(ERROR_CODES)
        .map(([code, [status, meaning]]) => `\`${code}\` (${status}): ${meaning}.`)
        .join(' '),
    },
    request_id: { type: 'string', description: 'Mention it in questions about a failed request' },
    errors: {
      type: 'array',
      maxItems: MOST_FAULTS,
      description:
        'With 400 and 422: what is wrong with each field, where that is known. `error` describes the first of them',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: {
            type: 'string',
            description:
              'Path of the field, with its parts joined by dots; `body`, `query` or `path` when all of it is wrong',
          },
          message: { type: 'string', description: 'The rest of the sentence after the name of the field' },
        },
        examples: [{ field: 'limit', message: 'must be at most 500' }],
      },
    },
  },
  examples: [
    {
      error: 'limit must be at most 500',
      code: 'invalid_parameter' satisfies ErrorCode,
      request_id: '0b6f5c0e-6f0c-4a52-9d0b-3f1f6f7d2a11',
      errors: [
        { field: 'limit', message: 'must be at most 500' },
        { field: 'offset', message: 'must be at least 0' },
      ],
    },
  ],
};

const { error: detail, ...rest } = ErrorBody.properties;
const [{ error, ...told }] = ErrorBody.examples as [(typeof ErrorBody.examples)[0]];
/** The same as RFC 9457 writes it. */
const Problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: 'What the status means' },
    status: { type: 'integer' },
    detail,
    ...rest,
  },
  examples: [{ type: 'about:blank', title: 'Bad Request', status: 400, detail: error, ...told }],
};

const ERROR = { $ref: '#/components/schemas/Error' };
const PROBLEM = { $ref: '#/components/schemas/Problem' };

const DATA_ERRORS: Record<Access, number[]> = {
  open: [400],
  optional: [400, 401, 403, 429, 500, 503],
  required: [400, 401, 403, 429, 500, 503],
  account: [400, 401, 403, 429, 500, 503],
};

const headers = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const OWN_ID = headers('X-Request-Id');
const CACHE_HEADERS = headers('ETag', 'Cache-Control');
const RATE_HEADERS = headers(...RATE_HEADER_NAMES);
const WITH_RETRY_AFTER: number[] = [409, 429, 503];

function meaningOf(status: number): string {
  const meanings = Object.values(ERROR_CODES).filter(([code]) => code === status);
  return meanings.map(([, meaning]) => meaning).join('; ');
}

const failureOf = (status: number) => ({
  description: meaningOf(status),
  content: { 'application/json': { schema: ERROR }, [PROBLEM_TYPE]: { schema: PROBLEM } },
  headers: {
    ...(WITH_RETRY_AFTER.includes(status) ? headers('Retry-After') : {}),
    ...(status === 429 ? RATE_HEADERS : {}),
    ...OWN_ID,
  },
});

/** Errors of requests that reach no documented operation: an unknown method, a timeout, or a part of a map file. */
const OF_NONE: number[] = [405, 408, 416];
const ERROR_STATUSES = Object.values(ERROR_CODES)
  .map(([status]) => status)
  .filter((status) => !OF_NONE.includes(status));

const RESPONSES = {
  304: {
    description: 'The answer still has the ETag sent as If-None-Match; costs no lookup',
    headers: { ...CACHE_HEADERS, ...OWN_ID },
  },
  ...Object.fromEntries(ERROR_STATUSES.map((status) => [status, failureOf(status)])),
};
const responseOf = (status: number) => ({ $ref: `#/components/responses/${status}` });

interface Operation {
  'x-example-query'?: Record<string, string>;
  'x-needs'?: string;
  operationId?: string;
  security?: object[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { $ref?: string; headers?: object; content?: Record<string, Media> }>;
}

/** A name for an operation, from its method and path: `getParcelsIdOwner`. */
function operationName(method: string, path: string): string {
  const words = path
    .replace('/api/v1', '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function describe(operation: Operation, config: FastifyContextConfig): void {
  const { access = 'open', apart, errors = [], idempotent, optionalBody, exampleQuery } = config;
  addExamples(operation.requestBody?.content);
  if (exampleQuery) operation['x-example-query'] = exampleQuery;
  if (optionalBody) operation.requestBody!.required = false;
  const limits = access === 'account' && apart === undefined ? RATE_HEADERS : {};
  const replayed = idempotent ? headers('Idempotent-Replayed') : {};
  const isData = access === 'optional' || access === 'required';
  for (const response of Object.values(operation.responses)) {
    addExamples(response.content);
    response.headers = isData
      ? { ...RATE_HEADERS, ...CACHE_HEADERS, ...OWN_ID }
      : { ...limits, ...replayed, ...OWN_ID };
  }
  const statuses = [...DATA_ERRORS[access], ...errors].sort((a, b) => a - b);
  for (const status of statuses) operation.responses[status] = responseOf(status);
  if (isData) operation.responses['304'] = responseOf(304);
  const need = needOf(config);
  if (need !== null) operation['x-needs'] = need;
  operation.security =
    access === 'open' ? [] : access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }];
}

declare module 'fastify' {
  interface FastifyInstance {
    describeApi(): string;
  }
  interface FastifyContextConfig {
    /** Error statuses of the route besides those of all routes with its access. */
    errors?: number[];
    optionalBody?: boolean;
    /** Example parameters, for a route that refuses requests without any. */
    exampleQuery?: Record<string, string>;
    idempotent?: boolean;
  }
}

/** A part of the document: swagger's types are those of OpenAPI 3.0, and refuse schemas and webhooks of 3.1. */
const part = (value: object) => value as never;

/** Gathers the routes' schemas into the OpenAPI document. */
export const openapi = fp(async (app: FastifyInstance) => {
  const routes = new Map<string, RouteOptions>();
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') return;
    routes.set(`${String(route.method).toLowerCase()} ${route.url.replace(/:(\w+)/g, '{$1}')}`, route);
  });

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Terrier',
        version: manifest.version,
        contact: CONTACT,
        description:
          'US parcels: ownership, assessed values, deeds, permits and risks. Every path also answers under /v1 in place ' +
          'of /api/v1. Unknown values are null. Money is USD. A request may have an X-Request-Id of 1 to 128 letters, ' +
          'digits, dots, underscores and hyphens; its answer and the log repeat it. Pages of other origins may call the ' +
          'API with a key, never with cookies.',
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: [
        { name: 'Parcels', description: 'One parcel and what belongs to it' },
        { name: 'Search', description: 'Parcels within bounds' },
        { name: 'Tiles', description: 'Vector tiles for maps' },
        { name: 'Coverage', description: 'What is loaded' },
        { name: 'Deals', description: 'Absentee owners, flips, contractors, organizations' },
        { name: 'Market', description: 'Sales by county and quarter' },
        { name: 'Owners', description: 'Who owns what' },
        {
          name: 'Webhooks',
          description: 'Signed requests when something happens to a watched parcel',
        },
        { name: 'Account', description: 'The caller’s own limits, use and keys' },
        { name: 'Health', description: 'For load balancers' },
      ],
      webhooks: part(webhooksBlock()),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key. It must have what `x-needs` of an operation names: one of its scopes, or `admin`, the right to manage the keys of its account',
          },
          signature: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Terrier-Signature',
            description: 'On webhook deliveries: signs the body with the endpoint’s secret',
          },
        },
        headers: part(HEADERS),
        responses: part(RESPONSES),
        schemas: { Error: part(ErrorBody), Problem: part(Problem) },
      },
    },
  });

  app.decorate('describeApi', (): string => {
    const built = app.swagger() as { paths?: Record<string, Record<string, Operation>> };
    for (const [path, operations] of Object.entries(built.paths ?? {})) {
      for (const [method, operation] of Object.entries(operations)) {
        const config = routes.get(`${method} ${path}`)?.config;
        operation.operationId ??= operationName(method, path);
        describe(operation, config ?? {});
      }
    }
    return JSON.stringify(named(built));
  });
});

/** Serves the document, which does not change while the process runs. */
export async function openapiRoutes(app: FastifyInstance): Promise<void> {
  let served: Kept | undefined;
  for (const url of ['/openapi.json', '/api/v1/openapi.json']) {
    app.get(url, { schema: { hide: true } }, (request, reply) => {
      served ??= keep(app.describeApi(), JSON_TYPE);
      return answerKept(request, reply, served);
    });
  }
}
