import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import type { Json, Operation, Parameter } from '../operations.ts';
import type { Wire } from '../wire.ts';

/** What exists in the installation, so that hostile requests get past the first check. */
export interface Known {
  /** The bearer of requests. */
  key: string;
  parcels: string[];
  owner: string;
  county: string;
  endpoint: string;
  deliveries: string[];
  /** An address that endpoints may have. */
  receiver: string;
  /** Cursors from answers, with the operation that takes them. */
  cursors: { operation: string; cursor: string }[];
}

/** A valid request in parts, of which a generator may spoil some. */
export interface Draft {
  operation: Operation;
  path: Record<string, string>;
  query: [name: string, value: string][];
  body: Json | undefined;
}

/** A parameter that conflicts with others, or that needs a value the draft lacks. */
const LEFT_OUT = new Set(['cursor', 'offset', 'key_id', 'outline', 'top', 'view', 'after', 'fields']);

function pathValue(r: Random, { path }: Operation, name: string, known: Known): string {
  if (path.includes('/tiles/')) return { z: '14', x: '3790', y: '6154' }[name] ?? '1';
  if (name === 'deliveryId') return pick(r, known.deliveries);
  if (name === 'name') return known.owner;
  if (path.includes('/webhooks/')) return known.endpoint;
  return path.includes('/keys/') ? 'key_0123456789abcdef0123' : pick(r, known.parcels);
}

function queryValue(r: Random, { name, schema, example }: Parameter, known: Known): string {
  if (name === 'county_fips') return known.county;
  if (name === 'search' && schema.contentMediaType)
    return JSON.stringify({ filters: { countyFips: known.county } });
  if (example !== undefined) return typeof example === 'object' ? JSON.stringify(example) : String(example);
  if (schema.enum) return String(pick(r, schema.enum));
  return schema.type === 'boolean' ? 'true' : String(schema.minimum ?? 1);
}

/** A valid request of an operation, with some of its optional parameters. Deletions name what does not exist. */
export function draftOf(r: Random, operation: Operation, known: Known): Draft {
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const required = ({ name, schema }: Parameter) =>
    ['q', 'lat', 'lon', 'county_fips'].includes(name) ||
    Boolean(schema.contentMediaType && name === 'search');
  const query = of('query')
    .filter((parameter) => required(parameter) || (!LEFT_OUT.has(parameter.name) && r() < 0.25))
    .filter(({ name }) => name !== 'state_fips')
    .map((parameter): [string, string] => [parameter.name, queryValue(r, parameter, known)]);
  const path = Object.fromEntries(of('path').map(({ name }) => [name, pathValue(r, operation, name, known)]));
  if (operation.method === 'DELETE' && path.id === known.endpoint) path.id = 'whe_0123456789abcdef012';
  const body = operation.body && structuredClone(operation.body.example);
  if (body?.url) body.url = `${known.receiver}?n=${int(r, 0, 1e9)}`;
  return { operation, path, query, body: body ?? undefined };
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** The path of a draft with its parameters. */
export const pathOf = ({ operation, path }: Draft): string =>
  operation.path.replace(/\{(\w+)\}/g, (_, name) => encoded(path[name]!));

export const queryOf = ({ query }: Draft): string =>
  query.length === 0
    ? ''
    : `?${query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`;

export const JSON_BODY: [string, string] = ['Content-Type', 'application/json'];
export const bearer = (key: string): [string, string] => ['Authorization', `Bearer ${key}`];

/** A draft as it is sent; `text` replaces its body. */
export function wireOf(draft: Draft, known: Known, text?: string | Buffer): Wire {
  const body = text ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
  return {
    method: draft.operation.method,
    target: pathOf(draft) + queryOf(draft),
    headers: body === undefined ? [bearer(known.key)] : [bearer(known.key), JSON_BODY],
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  };
}

/** The objects and lists in a value, itself included, each with a way to replace what it contains. */
export function containers(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containers)];
}

/** A text in a draft, to read and to write. */
export interface Slot {
  name: string;
  get(): string;
  set(text: string): void;
}

function bodySlots(value: Json): Slot[] {
  return containers(value).flatMap((container) =>
    Object.keys(container)
      .filter((name) => typeof container[name] === 'string')
      .map((name) => ({
        name,
        get: () => container[name],
        set: (text: string) => {
          container[name] = text;
        },
      })),
  );
}

/** Every text of a draft: in its path, its query and its body. */
export function slotsOf({ path, query, body }: Draft): Slot[] {
  return [
    ...Object.keys(path).map((name) => ({
      name,
      get: () => path[name]!,
      set: (text: string) => {
        path[name] = text;
      },
    })),
    ...query.map((pair) => ({
      name: pair[0],
      get: () => pair[1],
      set: (text: string) => {
        pair[1] = text;
      },
    })),
    ...bodySlots(body),
  ];
}
