import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ApiError, retryAfter } from '../../../domain/problems.ts';
import { aliasOf } from '../../../stores/elastic/indices.ts';
import { timed } from '../../../stores/mysql/database.ts';
import { sql } from '../../../stores/mysql/drizzle.ts';
import { METRICS_TYPE, type Part, renderMetrics } from '../../metrics/render.ts';

/** In milliseconds, as for MySQL. */
const CHECK_TIMEOUT = 1_500;

const Ok = Type.Object({ status: Type.Literal('ok') });

/** GET /livez says that the process answers, GET /readyz that it can serve data. */
export const healthRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { client, database, config } = app.services;
  const parcels = aliasOf(config.INDEX_PREFIX, 'parcels');

  const whoIsAway = briefly(async () => {
    const checks = {
      Elasticsearch: client.indices.existsAlias(
        { index: parcels, name: parcels },
        { requestTimeout: CHECK_TIMEOUT },
      ),
      MySQL: timed(database.execute(sql`SELECT 1`), database),
    };
    const answers = await Promise.all(
      Object.values(checks).map((check) => Promise.resolve(check).catch(() => false)),
    );
    return Object.keys(checks).filter((_, at) => answers[at] === false);
  });

  app.get(
    '/livez',
    {
      schema: {
        summary: 'The process is alive',
        description: 'Asks no server: use it to restart a process that hangs.',
        tags: ['Health'],
        response: { 200: Ok },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config: { errors: [503] },
      schema: {
        summary: 'Elasticsearch and MySQL answer; 503 names the one that does not',
        description:
          'Use it to send requests only to processes that can serve data. Asked at most once a second; answers in between repeat the last.',
        tags: ['Health'],
        response: { 200: Ok },
      },
    },
    async () => {
      const away = await whoIsAway();
      if (away.length > 0) {
        throw new ApiError('unavailable', `${away.join(' and ')} cannot be reached`, retryAfter(2));
      }
      return { status: 'ok' as const };
    },
  );
};

/** GET /metrics, for Prometheus. For `age` milliseconds, the last figures are repeated. */
export async function metricsRoutes(
  app: FastifyInstance,
  { parts, age }: { parts: Part[]; age?: number },
): Promise<void> {
  const rendered = briefly(() => renderMetrics(parts), { age });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(METRICS_TYPE).send(await rendered()),
  );
}

const AGE = 1_000;

/**
 * Asks at most once a second: calls in between share the last answer or failure, or wait for the one in flight.
 * @param age milliseconds in place of the second.
 * @param now milliseconds of a clock that never goes back.
 */
export function briefly<T>(
  ask: () => Promise<T>,
  { age = AGE, now = () => performance.now() } = {},
): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | null = null;
  return () => {
    if (last && now() < last.until) return last.answer;
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY };
    const answered = () => {
      asked.until = now() + age;
    };
    asked.answer.then(answered, answered);
    last = asked;
    return asked.answer;
  };
}
