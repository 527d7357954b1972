import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Test } from 'tap';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { EVENT_TYPES } from '../../src/domain/events.ts';
import { eventsOf } from '../../src/domain/parcel-event.ts';
import type { IngestKind, IngestOptions } from '../../src/loading/ingest/ingest.ts';
import { openDatabase } from '../../src/stores/mysql/database.ts';
import type { DeliverData } from '../../src/webhooks/dispatch/deliver-task.ts';
import { type Dispatcher, startDispatcher } from '../../src/webhooks/dispatch/dispatcher.ts';
import { openJournal, originOf } from '../../src/webhooks/dispatch/journal.ts';
import { createWorkerPool, type WorkerPool } from '../../src/webhooks/dispatch/worker-pool.ts';
import { webhookIds } from '../../src/webhooks/ids.ts';
import { secretKey } from '../../src/webhooks/secrets.ts';
import { verify } from '../../src/webhooks/verify/verify.mjs';
import { eventually } from '../eventually.ts';
import { call, type Given, type Harness, PATIENCE } from '../helper.ts';
import { whole } from '../openapi.ts';
import { portOf } from '../port-of.ts';

export { eventually };

/** How an installation shows the numbers of its deliveries and events. */
export const idsOf = async ({ config }: Pick<Harness, 'config'>) => webhookIds(await secretKey(config));

/** A delivery as a receiver saw it. */
export interface Received {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  raw: string;
  body: Record<string, unknown>;
}

export interface Receiver {
  url: string;
  port: number;
  got: Received[];
  /** The answer to a request; 204 unless a test sets it. */
  answer: (request: IncomingMessage, response: ServerResponse, received: Received) => void;
  /** Called for each connection, before anything is read from it. */
  onConnection?: () => void;
  /** Waits until `count` deliveries have arrived. Throws when they do not. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** A receiver on loopback that answers 204: plain, or with a certificate for 127.0.0.1. */
export async function makeReceiver(
  t: Pick<Test, 'teardown'>,
  tls?: { key: string; cert: string },
): Promise<Receiver> {
  const receiver = { got: [] as Received[] } as Receiver;
  receiver.answer = (_request, response) => response.writeHead(204).end();
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const received = {
      at: Date.now(),
      path: request.url!,
      headers: request.headers,
      raw,
      body: JSON.parse(raw),
    };
    receiver.got.push(received);
    receiver.answer(request, response, received);
  };
  const server = tls ? createTlsServer(tls, receive) : createServer(receive);
  server.on('connection', () => receiver.onConnection?.());
  receiver.port = await portOf(server);
  receiver.url = `${tls ? 'https' : 'http'}://127.0.0.1:${receiver.port}/`;
  receiver.until = async (count) => {
    await eventually(`${count} deliveries`, () => receiver.got.length >= count);
    return receiver.got;
  };
  receiver.close = async () => {
    server.closeAllConnections();
    server.close();
  };
  t.teardown(receiver.close);
  return receiver;
}

const LOCAL = ['127.0.0.1', 'localhost'];
type Options = Partial<Omit<DeliverData, 'journal'> & Parameters<typeof startDispatcher>[0]>;

/** A dispatcher in this process, on the harness's database; stopped with the test. */
export async function makeDispatcher(
  t: Pick<Test, 'teardown'>,
  harness: Harness,
  options: Options & { threads?: number } = {},
): Promise<Dispatcher & { workerPool: WorkerPool }> {
  const database = openDatabase(harness.env.DATABASE_URL!, 8, PATIENCE);
  const { threads = 1, ca, lookUp, deadline, dnsServers = [], devHosts = LOCAL, ...rest } = options;
  const journal = await openJournal(
    join(harness.env.TERRIER_HOME!, 'journal'),
    await originOf(harness.env.DATABASE_URL!),
  );
  const data = { devHosts, dnsServers, ca, lookUp, deadline, journal: journal.file };
  const workerPool = createWorkerPool(threads, data);
  const dispatcher = startDispatcher({
    database,
    workerPool,
    journal,
    secretKey: await secretKey(harness.config),
    log: pino({ level: 'silent' }),
    ...rest,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await dispatcher.stop();
    await workerPool.close();
    await journal.close();
    await database.$client.end();
  };
  t.teardown(stop);
  return { ...dispatcher, workerPool, stop };
}

export const EVERY_TYPE: string[] = EVENT_TYPES;

/** An endpoint as the answer to its creation shows it. */
export interface Created {
  id: string;
  secret: string;
  [key: string]: unknown;
}

/** Creates an endpoint through the API. Throws when it is refused. */
export async function createEndpoint(
  app: FastifyInstance,
  key: string,
  wanted: Record<string, unknown>,
): Promise<Created> {
  const body = { event_types: EVERY_TYPE, ...wanted };
  const { status, json, text } = await call(app, 'POST', '/api/v1/webhooks', { key, body });
  if (status !== 201) throw new Error(`The endpoint was refused: ${status} ${text}`);
  return json();
}

/** Loads records as `terrier ingest` does, with events. */
export const loadNews = (harness: Harness, kind: IngestKind, input: Given, options: IngestOptions = {}) =>
  harness.load(kind, input, { news: tierLimits(harness.config), ...options });

export const verified = (received: Received, secret: string) =>
  verify({ secret, signature: received.headers['x-terrier-signature'], rawBody: received.raw }).valid;

export const LINCOLN = { county_fips: '31109', street: '1 A ST', city: 'LINCOLN', zip: '68508' };
export const deed = (number: string, more: Record<string, unknown> = {}) => ({
  county_fips: '31109',
  parcel_id: 'R-1',
  document_number: number,
  recorded_date: '2024-06-20',
  sale_date: '2024-06-14',
  sale_price_usd: 241_000,
  grantor: 'WREN, ODETTE',
  grantee: 'OAK STREET HOLDINGS LLC',
  document_type: 'Warranty Deed',
  source: 'test',
  ...more,
});
export const permit = (number: string, more: Record<string, unknown> = {}) => ({
  county_fips: '31109',
  parcel_id: 'R-1',
  permit_number: number,
  jurisdiction_id: 'lincoln-ne',
  permit_type: 'Roofing',
  permit_status: 'Issued',
  filed_date: '2024-03-01',
  estimated_cost: 8_200,
  contractor_name: 'ALDERS ROOFING, INC.',
  ...more,
});

let filed = 0;
/** The event of a new permit in a county of Nebraska. */
export function newEvent(county: string) {
  const record = {
    id: `n${++filed}:31${county}:P`,
    permit_id: `n${filed}`,
    county_fips: `31${county}`,
    parcel_id: 'P',
    permit_number: `n${filed}`,
    jurisdiction_id: `31${county}`,
    source: 'test',
  };
  const [event] = eventsOf('permits', record, new Date().toISOString());
  return event!;
}

/** Compares answers with an API's OpenAPI document: '' when they are as documented, with no other keys. */
export async function conformance(app: FastifyInstance) {
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into at any depth
  type Json = any;
  const closed = (schema: Json): Json => {
    if (Array.isArray(schema)) return schema.map(closed);
    if (schema === null || typeof schema !== 'object') return schema;
    const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
    return 'properties' in schema ? { additionalProperties: false, ...copy } : copy;
  };
  const document: Json = (await call(app, 'GET', '/openapi.json')).json();
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  const compiled = new Map<Json, ValidateFunction>();
  const check = (schema: Json, value: unknown) => {
    const validate = compiled.get(schema) ?? ajv.compile(closed(whole(document, schema)));
    compiled.set(schema, validate);
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
  return {
    /** For an answer to `method path`, such as `post /api/v1/webhooks`. */
    answer(operation: string, status: number, value: unknown): string {
      const [method, path] = operation.split(' ') as [string, string];
      return check(document.paths[path][method].responses[status].content['application/json'].schema, value);
    },
    /** For a delivery's body. */
    payload(type: string, value: unknown): string {
      return check(document.webhooks[type].post.requestBody.content['application/json'].schema, value);
    },
  };
}
