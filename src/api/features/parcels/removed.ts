import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { wrong } from '../../../domain/problems.ts';
import { FIRST } from '../../../records/paging/cursor.ts';
import { readRemoved, timeOfNext } from '../../../records/removed.ts';
import { areaClauses, CountyFips, StateFips } from '../../../records/schemas/area.ts';
import { Cursor, EXAMPLE_TIME, limitTo, text, time } from '../../../records/schemas/common.ts';
import { REMOVED_DAYS, Removed } from '../../../records/schemas/removed.ts';

const DAY = 86_400_000;

export const RemovedQuery = Type.Object(
  {
    since: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: `Only parcels that were removed at this time or later: \`next_since\` of the answer before. At most ${REMOVED_DAYS} days ago`,
        examples: ['2026-01-31T12:00:00.000Z'],
      }),
    ),
    state_fips: Type.Optional(StateFips),
    county_fips: Type.Optional(CountyFips),
    limit: limitTo(500, 500),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);

const RemovedAnswer = Type.Object({
  data: Type.Array(Removed),
  next_cursor: text('The cursor of the next page; null at the end'),
  next_since: time(
    'The `since` to ask with the next time: all that was removed before it is in this walk. Null after the first page',
    EXAMPLE_TIME,
  ),
});

function earliest(since: string | undefined, now: number): string {
  const kept = now - REMOVED_DAYS * DAY;
  if (since === undefined) return new Date(kept).toISOString();
  const time = Date.parse(since);
  if (time >= kept) return new Date(time).toISOString();
  throw wrong(
    'since',
    `must be at most ${REMOVED_DAYS} days ago: for a longer time, compare the ids of an export with yours`,
  );
}

/** GET /parcels/removed: parcels that are no longer stored, for callers that keep a copy. */
export const removedRoute: FastifyPluginAsyncTypebox = async (app) => {
  const { now = Date.now } = app.services;
  app.data(
    'GET /parcels/removed',
    {
      config: { access: 'optional' },
      schema: {
        summary: `Parcels that were removed in the last ${REMOVED_DAYS} days and are not stored, the earliest first; one lookup`,
        description:
          'For callers that keep a copy: delete these ids, then store what `updatedSince` of a search finds. Begin with `cursor=*` and keep `next_since`; the next time, send that as `since`.',
        tags: ['Parcels'],
        querystring: RemovedQuery,
        response: { 200: RemovedAnswer },
      },
    },
    async (request) => {
      const { since, limit, cursor = FIRST, ...area } = request.query;
      const from = earliest(since, now());
      const next_since = cursor === FIRST ? await timeOfNext(app.editions, from) : null;
      const filter = [
        ...areaClauses(area),
        ...(since === undefined ? [] : [{ range: { removed_at: { gte: from } } }]),
      ];
      const page = await readRemoved(app.records, filter, { limit: limit!, offset: 0, cursor });
      return { ...page, next_since };
    },
  );
};
