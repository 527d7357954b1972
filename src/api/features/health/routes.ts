import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { ApiError } from '../../../domain/problems.ts';
import { aliasOf } from '../../../stores/elastic/indices.ts';
import { timed } from '../../../stores/mysql/database.ts';
import { sql } from '../../../stores/mysql/drizzle.ts';
import { briefly } from './briefly.ts';

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
        throw new ApiError('unavailable', `${away.join(' and ')} cannot be reached`, { 'retry-after': '2' });
      }
      return { status: 'ok' as const };
    },
  );
};
