const integer = (description: string) => ({ schema: { type: 'integer' }, description });

const text = (description: string, examples: string[]) => ({
  schema: { type: 'string', examples },
  description,
});

const RATE_HEADERS = {
  'X-RateLimit-Limit': integer(
    'Most requests in the window with the fewest left: the month or the minute; of routes that cost no lookup, the minute',
  ),
  'X-RateLimit-Remaining': integer('Requests left in that window'),
  'X-RateLimit-Reset': integer('End of that window, Unix epoch seconds'),
  'X-RateLimit-Limit-Month': integer(
    'Lookups of the calendar month (UTC). Absent where they are unlimited, as are the two below',
  ),
  'X-RateLimit-Remaining-Month': integer('Lookups left in the month'),
  'X-RateLimit-Reset-Month': integer('End of the month, Unix epoch seconds'),
  'RateLimit-Policy': text('Both limits in the form of draft-ietf-httpapi-ratelimit-headers-11', [
    '"minute";q=300;w=60, "month";q=10000',
  ]),
  RateLimit: text('What is left of both, and the seconds until their ends, in the form of the same draft', [
    '"minute";r=299;t=41, "month";r=9999;t=1036800',
  ]),
};

/** The headers that the OpenAPI document describes. */
export const HEADERS = {
  ...RATE_HEADERS,
  ETag: {
    schema: { type: 'string' },
    description:
      'Names this answer to this question; absent while a load changes the data. Send it as If-None-Match',
  },
  'Cache-Control': { schema: { type: 'string' }, description: 'Keep it, but ask before each use' },
  'Idempotent-Replayed': {
    schema: { type: 'string', enum: ['true'] },
    description: 'The request came before with the same Idempotency-Key: this is its first answer again',
  },
  'Retry-After': integer(
    'Seconds after which to try again: of `monthly_limit` until the month ends, of `burst_limit` the minute. Of the 409s, only `idempotency_in_progress` has it',
  ),
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'The id of the request: the X-Request-Id that was sent, if it is valid, otherwise a new one',
  },
};
export type HeaderName = keyof typeof HEADERS;

export const RATE_HEADER_NAMES = Object.keys(RATE_HEADERS) as HeaderName[];

/** The headers that pages of other origins may read, besides Cache-Control. */
export const EXPOSED_HEADERS = [
  ...Object.keys(HEADERS).filter((name) => name !== 'Cache-Control'),
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'Sunset',
  'Link',
];
