import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import { withoutPort } from '../../accounts/addresses.ts';
import type { Config } from '../../config.ts';
import { ApiError } from '../../domain/problems.ts';
import { type Clock, steadyClock } from '../../domain/timer.ts';
import { answerWith, errorAnswer } from './errors.ts';
import { logOptions } from './log.ts';

/** The longest that a request may take to arrive, and how often that is checked, in milliseconds. */
export const LONGEST_ARRIVAL = 30_000;
const CHECK_ARRIVALS_EVERY = 1_000;
/** How long a connection may be idle between two requests, in milliseconds. */
const LONGEST_IDLE = 72_000;
/** The longest that one part of the API may take to start: on a busy machine, files are read slowly. */
const LONGEST_START = 60_000;
/** The longest path parameter as sent, in bytes: a name of 1,000 characters fits. */
const LONGEST_PARAMETER = 16_384;
/** Room for address and headers, in bytes: the longest address that the routes allow, and 16 KiB. */
const LONGEST_HEAD = 112 << 10;
/** The largest body of a route that names no other limit, in bytes: each takes at most a few dozen short values. */
const LARGEST_BODY = 8 << 10;
export const PREFIX = '/api/v1';
const SHORT_PREFIX = '/v1/';
const HTTP_OPTIONS: ServerOptions = {
  // Node would answer without a body.
  requireHostHeader: false,
  maxHeaderSize: LONGEST_HEAD,
  // Node would swap the two if this one were longer.
  headersTimeout: LONGEST_ARRIVAL,
  requestTimeout: LONGEST_ARRIVAL,
  connectionsCheckingInterval: CHECK_ARRIVALS_EVERY,
  keepAliveTimeout: LONGEST_IDLE,
};
/** A proxy may send the whole URL as the request's target. */
const ORIGIN = /^https?:\/\/[^/?#]*(?=\/)/i;

function rewriteUrl(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(ORIGIN, '');
  return path.startsWith(SHORT_PREFIX) ? `/api${path}` : path;
}

const VALID_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The id of a request: its X-Request-Id if valid, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' && VALID_ID.test(id) ? id : randomUUID();
}

/** Whether an address is that of a trusted proxy; false when there is none. */
function trusts({ TRUST_PROXY }: Config) {
  if (TRUST_PROXY === '') return false;
  const isProxy = compile(TRUST_PROXY.split(',').map((part) => part.trim()));
  return (address: string, hop: number) => isProxy(withoutPort(address), hop);
}

/** How the server reads requests, names them and logs. */
const serverOptions = (config: Config) =>
  ({
    logger: logOptions(config),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: answerWith,
    genReqId: requestId,
    rewriteUrl: (request) => rewriteUrl(request.url!),
    trustProxy: trusts(config),
    routerOptions: { maxParamLength: LONGEST_PARAMETER, ignoreTrailingSlash: true },
    bodyLimit: LARGEST_BODY,
    pluginTimeout: LONGEST_START,
    forceCloseConnections: 'idle',
    // A request that arrives while the server stops is still answered; then its connection is closed.
    return503OnClosing: false,
    // See `clientErrors`.
    clientErrorHandler() {},
  }) satisfies FastifyHttpOptions<Server>;

/** An API without routes, whose gate sees each request first: it may refuse it before all other work. */
export function newServer(config: Config): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...serverOptions(config),
    serverFactory: (handler) =>
      createServer(HTTP_OPTIONS, (request, response) => {
        if (!app.gate.queue.refuseEarly(request, response)) handler(request, response);
      }),
  });
  return app;
}

/** The open connections of a server, each with what `first` makes for it. */
function connectionsOf<T>(server: Server, first: () => T): ReadonlyMap<Socket, T> {
  const open = new Map<Socket, T>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, first());
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** How long a client may take to read an answer that ends its connection, in milliseconds. */
const LINGER = 2_000;

const FAULTS: Record<string, () => ApiError> = {
  HPE_HEADER_OVERFLOW: () =>
    new ApiError('headers_too_large', 'The address and headers are too long; a body may be longer'),
  HPE_INVALID_URL: () =>
    new ApiError('bad_request', 'The address has characters that must be percent-encoded, as %C3%91 for Ñ'),
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout', 'The request did not arrive in time'),
};
const EXPECTATION = 'The Expect header may only be 100-continue';

const faultOf = ({ code = '' }: NodeJS.ErrnoException): ApiError =>
  FAULTS[code]?.() ?? new ApiError('bad_request', 'The request is not valid HTTP');

function lastAnswer(error: ApiError, id: string) {
  const { headers, ...answer } = errorAnswer(error, id);
  return { ...answer, headers: { ...headers, connection: 'close' } };
}

function writeTo(socket: Socket, error: ApiError): void {
  if (!socket.writable) return;
  const { status, headers, body } = lastAnswer(error, randomUUID());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/**
 * Answers requests that are malformed, too late or too long, after the answers before them on the connection. Node would
 * answer without a body, or in the middle of another answer.
 * @param latest the reply to the request that arrived last on each connection: the next one may be read at once.
 */
export function clientErrors(app: FastifyInstance, latest: WeakMap<Socket, FastifyReply>): void {
  const open = connectionsOf(app.server, () => null);

  /** Ends all connections but those on which a whole request is being answered. */
  function cutUnasked(): void {
    for (const socket of open.keys()) {
      const reply = latest.get(socket);
      const isAnswering = reply?.raw.writableFinished === false && reply.request.raw.complete;
      if (!isAnswering) socket.destroy();
    }
  }
  // When a server closes, Node ends the connections that are idle then, and no longer limits how long a request may take to
  // arrive.
  app.addHook('preClose', (done) => {
    app.server.keepAliveTimeout = 1;
    setTimeout(cutUnasked, app.server.requestTimeout).unref();
    done();
  });

  app.server.on('clientError', (cause: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable) return;
    const reply = latest.get(socket);
    const error = faultOf(cause);
    // The error is between requests, or in the next one.
    if (reply === undefined || reply.raw.writableFinished) return writeTo(socket, error);
    // It is in the next request, while this one is still unanswered.
    if (reply.request.raw.complete) return void reply.raw.once('finish', () => writeTo(socket, error));
    // It is in the body of this request.
    if (!reply.raw.headersSent) return void reply.header('connection', 'close').send(error);
    socket.destroy();
  });

  app.server.on('checkExpectation', (request, response) => {
    const { status, headers, body } = lastAnswer(
      new ApiError('bad_request', EXPECTATION),
      requestId(request),
    );
    response.writeHead(status, headers).end(body);
  });
}

/** How long an answer may wait for a reader who takes nothing of it, in milliseconds. */
export const LONGEST_UNREAD = 60_000;
/** How often all connections are checked, in milliseconds. */
export const CHECK_UNREAD_EVERY = 1_000;
/** Bytes of answers that wait in a process; beyond them, those that have waited longest are cut off. */
const MOST_BYTES = 256 << 20;

/** A text that changes whenever the system takes bytes. It takes a long buffer in parts; only a private field shows that. */
function leftOf(socket: Socket): string {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize}`;
}

export interface UnreadOptions {
  /** Bytes; 256 MiB if not given. */
  most?: number;
  clock?: Pick<Clock, 'startTimer'>;
  /** Called after answers were cut off. */
  tell(count: number): void;
}

/**
 * Cuts off connections whose answers nobody reads, so that they hold no memory. They are reset, so that no client
 * mistakes a part for the whole answer, and the system frees its buffers.
 */
export function cutUnread(
  server: Server,
  { most = MOST_BYTES, clock = steadyClock, tell }: UnreadOptions,
): void {
  // A wait is counted in checks, not in time: a stall of this process says nothing about readers.
  const open = connectionsOf(server, () => ({ left: '', checks: 0 }));

  /** Returns how many bytes wait. */
  function check(): number {
    let bytes = 0;
    for (const [socket, waiting] of open) {
      const left = leftOf(socket);
      const isSame = socket.writableLength > 0 && left === waiting.left;
      waiting.checks = isSame ? waiting.checks + 1 : 0;
      waiting.left = left;
      bytes += socket.writableLength;
    }
    return bytes;
  }

  function cut(): void {
    let bytes = check();
    let count = 0;
    const stuck = [...open]
      .filter(([, { checks }]) => checks > 0)
      .sort(([, a], [, b]) => b.checks - a.checks);
    for (const [socket, { checks }] of stuck) {
      if (checks * CHECK_UNREAD_EVERY < LONGEST_UNREAD && bytes <= most) break;
      bytes -= socket.writableLength;
      count++;
      socket.resetAndDestroy();
    }
    if (count > 0) tell(count);
  }

  server.once('listening', () => {
    let stop = () => {};
    const wait = () => {
      stop = clock.startTimer(CHECK_UNREAD_EVERY, () => {
        wait();
        cut();
      });
    };
    wait();
    server.once('close', () => stop());
  });
}
