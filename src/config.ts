import { Resolver } from 'node:dns';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import Type, { type Static, type TSchema } from 'typebox';
import { hostsIn, nodesIn } from './domain/server-addresses.ts';

/** The validator is loaded with the first check: help needs only the descriptions, and at once. */
const require = createRequire(import.meta.url);

/** The project's top folder; by default the stack's data and secrets are kept in it. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '..');

const url = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));
const port = (description: string, value: number) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: value, description });
const perMinute = (tier: string, value: number) =>
  Type.Integer({ minimum: 1, default: value, description: `Requests per minute for ${tier}` });
const perMonth = (tier: string, value: number) =>
  Type.Integer({ minimum: 1, default: value, description: `Lookups per calendar month for ${tier}` });
const perPlan = (description: string) => Type.Integer({ minimum: 0, default: 0, description });

/** Every setting of the program, by the name of its environment variable. */
export const ConfigSchema = Type.Object({
  PORT: port('Port of the API', 8080),
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address that the API listens on; of a name with several, the first',
  }),
  TERRIER_HOME: Type.String({
    default: resolve(PROJECT_ROOT, '.terrier'),
    description: 'Folder of the local stack: data, logs, generated secrets, rejects files, the demo key',
  }),
  TERRIER_DEMO: Type.Enum(['on', 'off'], {
    default: 'on',
    description: 'off: start without demo data',
  }),
  ELASTICSEARCH_URL: url(
    'An Elasticsearch 9 to use instead of a local one; can include user:password. Several nodes of a cluster are separated ' +
      'by commas: http://10.0.0.1:9200,http://10.0.0.2:9200',
  ),
  DATABASE_URL: url(
    'A MySQL 8+ or MariaDB 10.6+ to use instead of a local one: mysql://user:password@host/db. Of several hosts, separated by ' +
      'commas as in mysql://user:password@10.0.0.1,10.0.0.2:3307/db, the one that takes writes is used',
  ),
  ELASTICSEARCH_PORT: port('Port of the local Elasticsearch', 9210),
  MYSQL_PORT: port('Port of the local MySQL', 3316),
  ELASTICSEARCH_HEAP: Type.String({
    default: '1g',
    pattern: '^[0-9]+[mg]$',
    description: 'Java heap of the local Elasticsearch',
  }),
  INDEX_PREFIX: Type.String({
    default: 'terrier',
    pattern: '^[a-z][a-z0-9-]*$',
    description: 'First part of every index name',
  }),
  INDEX_SHARDS: Type.Integer({ minimum: 1, default: 1, description: 'Primary shards of a new index' }),
  INDEX_REPLICAS: Type.Integer({ minimum: 0, default: 0, description: 'Replicas of a new index' }),
  TRUST_PROXY: Type.String({
    default: '',
    description: 'Proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas',
  }),
  CORS_ORIGINS: Type.String({
    default: '*',
    description:
      'Origins whose pages can call the API with a key, separated by commas: https://maps.example; * means all',
  }),
  SIGNUP: Type.Enum(['on', 'off'], {
    default: 'off',
    description: 'on: anyone can make a free account with one key, one per address and day',
  }),
  MEMORY_MB: Type.Number({
    minimum: 0,
    maximum: 65_536,
    default: 512,
    description:
      'Memory of an API process for counties that are searched often, MiB: about 0.12 for a thousand parcels, at most three ' +
      'quarters of it, and the rest for the records that answers are made of. Searches in boxes, areas, circles and counties are ' +
      'answered from it; 0 keeps none',
  }),
  TILE_CACHE_MB: Type.Integer({
    minimum: 0,
    maximum: 65_536,
    default: 128,
    description: 'Memory for map tiles and the lots that they are drawn from, MiB; 0 keeps none',
  }),
  REQUESTS_AT_ONCE: Type.Integer({
    minimum: 1,
    default: 16,
    description: 'Requests to the stores that an API process works on at once',
  }),
  EXPORTS_PER_ACCOUNT: Type.Integer({
    minimum: 1,
    default: 4,
    description: 'Exports that an account can have open at once in an API process',
  }),
  EXPORTS_PER_PROCESS: Type.Integer({
    minimum: 1,
    default: 32,
    description: 'Exports that all accounts together can have open at once in an API process',
  }),
  BASEMAP_PMTILES: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A PMTiles file in Protomaps’ schema with streets, water and places, drawn beneath the lots of the map page',
    }),
  ),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'warn',
    description: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent',
  }),
  WEBHOOK_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description:
        'Encrypts the signing secrets of webhooks, the ids of deliveries and the suppressions: 64 hexadecimal digits. serve, dispatch, deliveries and suppress need it with DATABASE_URL, and loads once anything is suppressed; otherwise it is generated in TERRIER_HOME',
    }),
  ),
  WEBHOOK_DEV_HOSTS: Type.String({
    default: '',
    description:
      'Hosts that webhooks can reach on any address and over plain http, for development, separated by commas',
  }),
  WEBHOOK_DNS_SERVERS: Type.String({
    default: '',
    description:
      'Name servers that look up the hosts of webhooks, separated by commas: 9.9.9.9,[2620:fe::fe]:53; the system’s if empty',
  }),
  WEBHOOK_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'Additional certificate authorities (PEM) to trust for webhook endpoints',
    }),
  ),
  HTTPS_PROXY: url(
    'Proxy for downloads and sources at https addresses, such as http://user:password@proxy.example:3128; webhooks use none',
  ),
  HTTP_PROXY: url('Proxy for downloads and sources at http addresses'),
  NO_PROXY: Type.String({
    default: '',
    description:
      'Hosts of downloads and sources that are reached without a proxy, separated by commas: gis.example.gov,.example.org',
  }),
  TERRIER_API_KEY: Type.Optional(
    Type.String({ minLength: 1, description: 'The API key that terrier mcp uses over stdio' }),
  ),
  METRICS_PORT: port('Port on which terrier dispatch serves /metrics; 0 turns it off', 0),
  LIMIT_FREE: perMonth('callers without a key and free keys', 1_000),
  LIMIT_STARTER: perMonth('starter keys (legacy)', 10_000),
  LIMIT_API_100K: perMonth('api_100k keys (legacy)', 100_000),
  LIMIT_PRO: perMonth('pro keys (Developer)', 100_000),
  LIMIT_SCALE: perMonth('scale keys (Team)', 1_000_000),
  WEBHOOK_ENDPOINTS_STARTER: perPlan('Active webhook endpoints of starter keys (legacy)'),
  WEBHOOK_EVENTS_STARTER: perPlan('Webhook events per day of starter keys (legacy)'),
  WEBHOOK_ENDPOINTS_API_100K: perPlan('Active webhook endpoints of api_100k keys (legacy)'),
  WEBHOOK_EVENTS_API_100K: perPlan('Webhook events per day of api_100k keys (legacy)'),
  BURST_FREE: perMinute('callers without a key and free keys', 60),
  BURST_STARTER: perMinute('starter keys', 60),
  BURST_API_100K: perMinute('api_100k keys', 600),
  BURST_PRO: perMinute('pro keys', 600),
  BURST_SCALE: perMinute('scale keys', 6_000),
  BURST_LICENSE: perMinute('data-license keys', 60_000),
});

export type Config = Static<typeof ConfigSchema>;

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY'] as const;
const SECRET = new Set([
  'WEBHOOK_SECRET_KEY',
  'DATABASE_URL',
  'ELASTICSEARCH_URL',
  'TERRIER_API_KEY',
  ...PROXIES,
]);

interface Setting {
  description: string;
  default?: string | number;
  enum?: string[];
}

// typebox's types leave out the description and the default.
const SCHEMAS: Record<string, TSchema> = ConfigSchema.properties;
export const SETTINGS = SCHEMAS as Record<string, Setting>;

function checkProxies(list: string): void {
  for (const part of list === '' ? [] : list.split(',')) {
    const [address = '', bits, ...more] = part.trim().split('/');
    const version = isIP(address);
    const width = bits === undefined ? 0 : /^\d{1,3}$/.test(bits) ? Number(bits) : Infinity;
    if (version === 0 || more.length > 0 || width > (version === 4 ? 32 : 128)) {
      throw new Error(
        `TRUST_PROXY=${list} cannot be used: "${part.trim()}" is not an address or a range like 10.0.0.0/8.`,
      );
    }
  }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The name servers of a comma list. Throws when one cannot be used. */
export function nameServerList(list: string): string[] {
  const servers = listOf(list);
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new Error(
      `WEBHOOK_DNS_SERVERS=${list} cannot be used: it must list addresses like 9.9.9.9 or [2620:fe::fe]:53.`,
    );
  }
  return servers;
}

export const ANY_ORIGIN = '*';
/** The origins of a comma list. */
export const originsIn = (list: string): string[] => list.split(',').map((part) => part.trim());

function checkOrigins(list: string): void {
  for (const part of originsIn(list)) {
    const isOrigin = part === ANY_ORIGIN || (URL.canParse(part) && new URL(part).origin === part);
    if (!isOrigin)
      throw new Error(
        `CORS_ORIGINS=${list} cannot be used: "${part}" is not an origin like https://maps.example.`,
      );
  }
}

/** Throws when an escape in an address, as in the password, cannot be decoded. The address may be secret. */
function checkEscapes(name: string, address = ''): void {
  try {
    decodeURIComponent(address);
  } catch {
    throw new Error(
      `${name} cannot be used: a % in it does not begin a valid escape. Write %25 for a percent sign in a name or password.`,
    );
  }
}

/** Throws when a list of servers cannot be used. Its addresses may be secret. */
function checkServers(name: string, address: string | undefined, read: (list: string) => unknown): void {
  checkEscapes(name, address);
  try {
    if (address !== undefined) read(address);
  } catch (error) {
    throw new Error(`${name} cannot be used: ${(error as Error).message}`);
  }
}

/** Proxies as Node's agents take them. */
export type Proxies = Partial<Record<(typeof PROXIES)[number] | 'NO_PROXY', string>>;

/** A variable about proxies, which other programs also know in lower case, and prefer so. */
const proxyVariable = (env: NodeJS.ProcessEnv, name: keyof Proxies) =>
  (env[name.toLowerCase()] || env[name] || '').trim();

/** The address of a proxy; `http://` may be left out. Throws when it cannot be used. It may have a password. */
function proxyAddress(name: string, given: string): string {
  const text = /^\w+:\/\//.test(given) ? given : `http://${given}`;
  const url = URL.parse(text);
  checkEscapes(name, text);
  if (url !== null && /^https?:$/.test(url.protocol)) return text;
  throw new Error(
    `${name} cannot be used: it must be the address of a proxy like http://proxy.example:3128.`,
  );
}

/**
 * Reads the proxies for downloads and sources.
 * @throws Error that names the variable and what it should be.
 */
export function readProxies(env: NodeJS.ProcessEnv = process.env): Proxies {
  const proxies: Proxies = {};
  for (const name of PROXIES) {
    const given = proxyVariable(env, name);
    if (given !== '') proxies[name] = proxyAddress(name, given);
  }
  return Object.keys(proxies).length > 0 ? { ...proxies, NO_PROXY: proxyVariable(env, 'NO_PROXY') } : {};
}

/**
 * Reads the settings. Nothing else reads settings from the environment.
 * @throws Error that names the variable and what it should be.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { Value } = require('typebox/value') as typeof import('typebox/value');
  const values: Record<string, unknown> = {};
  for (const key of Object.keys(ConfigSchema.properties)) {
    // A secret from a file often ends with a line break.
    const value = env[key]?.trim();
    if (value) values[key] = value;
  }
  const settings = Value.Convert(ConfigSchema, Value.Default(ConfigSchema, values));
  const problem = Value.Errors(ConfigSchema, settings)[0];
  if (problem) {
    const name = problem.instancePath.slice(1).split('/')[0] ?? '';
    const about = SETTINGS[name]!;
    const rule = about.enum ? `must be one of ${about.enum.join(', ')}` : problem.message;
    const shown = SECRET.has(name) ? name : `${name}=${env[name]}`;
    throw new Error(`${shown} cannot be used: it ${rule}. (${about.description})`);
  }
  const config = settings as Config;
  checkServers('DATABASE_URL', config.DATABASE_URL, hostsIn);
  checkServers('ELASTICSEARCH_URL', config.ELASTICSEARCH_URL, nodesIn);
  checkProxies(config.TRUST_PROXY);
  nameServerList(config.WEBHOOK_DNS_SERVERS);
  checkOrigins(config.CORS_ORIGINS);
  return config;
}
