import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { SourceRunId } from '../../../domain/event-payload.ts';
import { EVENT_TYPES } from '../../../domain/events.ts';
import { isCounty } from '../../../domain/geography.ts';
import { canonicalId, OCCURRED_AT_BASES } from '../../../domain/parcel-event.ts';
import { parseParcelId } from '../../../domain/parcel-id.ts';
import { wrong } from '../../../domain/problems.ts';
import { limitTo, text } from '../../../records/schemas/common.ts';
import { ChosenEvents } from '../../../records/schemas/delivery.ts';
import type { Choice } from '../../../webhooks/deliveries.ts';
import { readHistory } from '../../../webhooks/history.ts';
import { webhookIds } from '../../../webhooks/ids.ts';
import { keptSince } from '../../../webhooks/retention.ts';
import { keyOf } from '../../gate/ticket.ts';

/** Whether MySQL can compare with a time. A leap second fails the test. */
const isStorable = (time: number) => time >= 0 && time < Date.UTC(9999, 0);

/**
 * Reads which parcel and times a request names.
 * @throws ApiError 400 when the parcel's id is not valid, or the times are in the wrong order.
 */
export function readChoice<T extends Pick<Choice, 'canonical_id' | 'since' | 'until'>>(given: T): T {
  const { canonical_id, since, until } = given;
  for (const [field, time] of Object.entries({ since, until })) {
    if (time !== undefined && !isStorable(Date.parse(time)))
      throw wrong(field, 'must be a time from 1970 to 9998');
  }
  if (since !== undefined && until !== undefined && Date.parse(since) > Date.parse(until))
    throw wrong('since', 'must not be after until');
  if (canonical_id === undefined) return given;
  const parcel = parseParcelId(canonical_id);
  if (!parcel || !isCounty(parcel.county_fips)) {
    throw wrong('canonical_id', 'must be the id of a parcel: state_fips:county_fips:parcel_id');
  }
  return { ...given, canonical_id: canonicalId(parcel.county_fips, parcel.parcel_id) };
}

const EventsQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: '^(0|[1-9][0-9]{0,11}|[0-9a-f]{32})$',
        'x-form': 'the `next` of an earlier answer',
        description:
          'The `next` of an earlier answer: only what came after it. From the oldest kept when not given',
      }),
    ),
    limit: limitTo(500, 100),
    ...ChosenEvents,
  },
  { additionalProperties: false },
);

const PastEvent = Type.Object(
  {
    event_id: Type.String({
      description: 'Id of the event, as it was delivered',
      examples: ['3e7281ec9c147f661f97aca2aefc5012f266e20171f4a67bbea2b315fa545226'],
    }),
    event_type: Type.Enum([...EVENT_TYPES]),
    occurred_at: Type.String({ format: 'date-time', description: 'The record’s own date when it has one' }),
    occurred_at_basis: Type.Enum([...OCCURRED_AT_BASES], {
      description: 'Which date of the record that is',
      examples: ['recording_date'],
    }),
    parcel_id: Type.String({
      description: 'Parcel number of the county assessor',
      examples: ['0109109006000'],
    }),
    state_fips: text('2-digit state FIPS code', '31'),
    county_fips: text('3-digit county FIPS code as published', '109'),
    source_run_id: SourceRunId,
    canonical_id: text('state:county:parcel; null when the county is unknown', '31:109:0109109006000'),
    match_basis: text('How the parcel was recognized', 'state_county_parcel_id'),
  },
  { title: 'PastEvent', additionalProperties: true, description: 'A payload without delivery_attempt' },
);

/** GET /events: what the caller's endpoints have matched, for receivers that were down. */
export const eventRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { database, secretKey, now = Date.now } = app.services;
  const ids = webhookIds(secretKey);
  app.get(
    '/events',
    {
      config: { access: 'account', needs: 'webhooks' },
      schema: {
        summary: 'The events that the caller’s endpoints matched in the last 30 days, oldest first',
        description: 'To find what was missed: give the `next` of an answer as `after`, now or later.',
        tags: ['Webhooks'],
        querystring: EventsQuery,
        response: {
          200: Type.Object({
            data: Type.Array(PastEvent),
            next: Type.String({
              description: 'Where this page ends: give it as `after`, now or later',
              examples: ['8c0e2f6a91b34d57e6a1f0c2d4b89375'],
            }),
            has_more: Type.Boolean({ description: 'Whether there is more already', examples: [false] }),
            kept_since: Type.String({
              format: 'date-time',
              description: 'How far back it reaches: events that were queued before are deleted',
              examples: ['2026-01-31T12:00:00.000Z'],
            }),
          }),
        },
      },
    },
    async (request) => {
      const { after = '0', limit, ...chosen } = request.query;
      const position = ids.positionNumber(after);
      if (position === null) throw wrong('after', 'must be the next of an earlier answer');
      const time = now();
      const found = await readHistory(database, {
        ...readChoice(chosen),
        account: keyOf(request).account,
        after: position,
        limit: limit! + 1,
        now: time,
      });
      const page = found.slice(0, limit!);
      return {
        data: page.map(({ payload }) => payload) as Static<typeof PastEvent>[],
        next: ids.position(page.at(-1)?.number ?? position),
        has_more: found.length > page.length,
        kept_since: keptSince(time).toISOString(),
      };
    },
  );
};
