import type { FastifyContextConfig, FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

/** That a route is deprecated: days in UTC, `YYYY-MM-DD`. */
export interface Deprecated {
  /** Since when. */
  since: string;
  /** From when on it may be gone. */
  sunset?: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route goes on as it is, and says in every answer that it will end. */
    deprecated?: Deprecated;
  }
}

/** Where it is said what deprecation means here. */
const POLICY = '</docs/versioning>; rel="deprecation"; type="text/html"';

function startOf(day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time)) throw new Error(`${day} is not a day like 2026-01-31.`);
  return time;
}

/** `Deprecation` (RFC 9745) is in Unix seconds, `Sunset` (RFC 8594) is an HTTP date. */
function headersOf({ since, sunset }: Deprecated): Record<string, string> {
  const deprecation = `@${startOf(since) / 1_000}`;
  if (sunset === undefined) return { deprecation, link: POLICY };
  return { deprecation, sunset: new Date(startOf(sunset)).toUTCString(), link: POLICY };
}

/** Says in the answers of a deprecated route, errors included, that it is deprecated and when it ends. */
export const deprecation = fp(async (app: FastifyInstance) => {
  const told = new WeakMap<Deprecated, Record<string, string>>();
  app.addHook('onRoute', ({ config }) => {
    if (config?.deprecated) told.set(config.deprecated, headersOf(config.deprecated));
  });
  const tell = ({ deprecated }: FastifyContextConfig, reply: FastifyReply) => {
    if (deprecated) reply.headers(told.get(deprecated)!);
  };
  app.addHook('onRequest', (request, reply, done) => {
    tell(request.routeOptions.config, reply);
    done();
  });
});
