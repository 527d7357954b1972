import { code, errorCodes, heading, list, text } from '../blocks.js';

export const errors = {
  slug: 'errors',
  title: 'Errors',
  summary: 'One body, one list of codes, and what to do about each.',
  body: [
    text('Whatever goes wrong, the answer is JSON:'),
    code(
      `{
  "error": "limit must be <= 500",
  "code": "invalid_parameter",
  "request_id": "8789e922-72e6-435a-b169-8f8a8c0d0066",
  "errors": [{ "field": "limit", "message": "must be <= 500" }, { "field": "offset", "message": "must be >= 0" }]
}`,
      'Answer',
    ),
    list(
      '`error` is for people: it names the field. Its words may change.',
      '`code` is for programs: it stays.',
      '`errors` stands with wrong parameters: every field that is wrong, at most 20, and what to write.',
      '`request_id` is for questions about a failed request; the log has it too.',
    ),
    heading('Try one'),
    code(`curl -s '{origin}/api/v1/coverage?state=XX'`),
    heading('What to do'),
    list(
      '400, 401, 403, 404, 405, 409, 413, 415 and 422: the same request fails again. Change it.',
      '429: wait for the seconds of `Retry-After`. Requests that were refused cost no lookup.',
      '503: a part of the service is away. Wait for `Retry-After` and ask again; reading is always safe to repeat, and what creates something with an `Idempotency-Key`.',
      '500: a fault of ours. Report the `request_id`.',
    ),
    heading('All codes'),
    errorCodes(),
  ],
};
