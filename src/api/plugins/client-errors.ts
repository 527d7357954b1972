import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../../domain/problems.ts';
import { errorAnswer } from './errors.ts';
import { requestId } from './server-options.ts';

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

function answerOf(error: ApiError, id: string) {
  const { headers, ...answer } = errorAnswer(error, id);
  return { ...answer, headers: { ...headers, connection: 'close' } };
}

function writeTo(socket: Socket, error: ApiError): void {
  if (!socket.writable) return;
  const { status, headers, body } = answerOf(error, randomUUID());
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
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  /** Ends all connections but those on which a whole request is being answered. */
  function cutUnasked(): void {
    for (const socket of open) {
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
    const { status, headers, body } = answerOf(new ApiError('bad_request', EXPECTATION), requestId(request));
    response.writeHead(status, headers).end(body);
  });
}
