import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { EndedRequest } from '../metrics/http.ts';

const NO_ROUTE = 'none';

/** Who is told of each request. */
export interface RequestListener {
  begun(): void;
  ended(request: EndedRequest): void;
}

/** What is logged about a request besides its id: no client address, path, query, key or body. */
function line(request: FastifyRequest, { method, route, status, seconds }: EndedRequest) {
  const account = request.ticket?.caller?.key?.account ?? null;
  return { account, method, route, status, ms: Math.round(seconds * 1_000) };
}

/** Reports the beginning and end of each request, and logs it at the level info. */
export function accessLog(log: FastifyBaseLogger, { begun, ended }: RequestListener) {
  // Checked first: making a line costs more than dropping it.
  const isLogged = (log as Logger).isLevelEnabled('info');
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const began = performance.now();
    begun();
    reply.raw.once('close', () => {
      const { method, routeOptions } = request;
      const summary: EndedRequest = {
        method,
        route: routeOptions.url ?? NO_ROUTE,
        status: reply.raw.writableFinished ? String(reply.raw.statusCode) : 'aborted',
        seconds: (performance.now() - began) / 1_000,
      };
      ended(summary);
      if (isLogged) request.log.info(line(request, summary), 'request');
    });
  };
}
