/** What is wrong with one field of a request. */
export interface Fault {
  /** Its path, joined by dots; `body`, `query` or `path` where the whole of it is wrong. */
  field: string;
  /** Continues a sentence that begins with the field's name: "must be at most 500". */
  message: string;
}

/** Every machine-readable error code with its status; the OpenAPI document lists them. */
export const ERROR_CODES = {
  invalid_parameter: [400, 'A parameter or body field is missing, of a wrong type, out of range or unknown'],
  invalid_json: [400, 'The body is not JSON in UTF-8'],
  bad_request: [400, 'The request cannot be understood'],
  missing_key: [401, 'This route needs an API key'],
  invalid_key: [401, 'The API key is malformed or unknown'],
  inactive_key: [403, 'The API key was deactivated'],
  expired_key: [403, 'The API key has expired'],
  address_not_allowed: [403, 'The API key may not be used from this address'],
  scope_missing: [403, 'The API key lacks the scope that the route needs'],
  not_admin: [403, 'The API key does not manage the keys of its account, or was replaced'],
  exceeds_key: [403, 'The key to make or manage is allowed more, or ends later, than the key that asks'],
  key_quota: [403, 'The account has reached its limit of keys, or of new keys in a day'],
  signup_off: [403, 'The operator of the service makes the accounts'],
  webhooks_not_included: [403, 'The plan of the key has no webhooks'],
  exports_not_included: [403, 'The plan of the key has no exports'],
  endpoint_quota: [403, 'The plan’s active webhook endpoints are all in use'],
  not_found: [404, 'No such parcel, owner, webhook, delivery or route'],
  method_not_allowed: [405, 'The address does not support this method; Allow lists the methods that it does'],
  request_timeout: [408, 'The request did not arrive in time'],
  key_ended: [409, 'The API key was deactivated, has expired or was replaced before'],
  last_admin_key: [
    409,
    'Without this key, no key would manage the keys of the account, or only keys that end',
  ],
  not_retryable: [409, 'Only dead-lettered deliveries are retried'],
  not_unknown: [409, 'Only deliveries of unknown outcome are settled'],
  endpoint_disabled: [409, 'The webhook endpoint is disabled'],
  idempotency_in_progress: [409, 'Another request with the same Idempotency-Key is in progress'],
  body_too_large: [413, 'The body is larger than the route allows'],
  unsupported_media_type: [415, 'The body must be application/json in UTF-8'],
  range_not_satisfiable: [416, 'The file ends before the bytes that were asked for'],
  ambiguous_parcel: [422, 'A bare parcel number does not name exactly one parcel'],
  idempotency_conflict: [422, 'The Idempotency-Key was used for another request'],
  headers_too_large: [
    431,
    'The address and headers of the request are too long; a long search goes into a body',
  ],
  monthly_limit: [
    429,
    'The lookups of this calendar month are used up, or fewer are left than the request needs',
  ],
  burst_limit: [429, 'Too many requests in this minute'],
  export_limit: [429, 'Too many exports are open at once, of the account or in all'],
  signup_limit: [429, 'An account was made from this address today'],
  event_quota: [429, 'The webhook events of this day are used up'],
  test_limit: [429, 'Too many test deliveries in this minute'],
  internal_error: [500, 'Something failed in Terrier; report the request id'],
  unavailable: [
    503,
    'A part of the service is unavailable, or there are more requests than can be served; try again shortly',
  ],
} as const satisfies Record<string, readonly [number, string]>;
export type ErrorCode = keyof typeof ERROR_CODES;

/** An error that the API answers with; its status follows from the code. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;
  readonly faults: Fault[];

  constructor(code: ErrorCode, message: string, headers: Record<string, string> = {}, faults: Fault[] = []) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.faults = faults;
  }
}

/** 404: something that does not exist. */
export const notFound = (what: string) => new ApiError('not_found', what);
/** 400: a request that breaks a rule. The faults say which fields do. */
export const invalid = (message: string, faults: Fault[]) =>
  new ApiError('invalid_parameter', message, {}, faults);

/** 400: a well-formed field with an impossible value. The message follows the field's name. */
export const wrong = (field: string, message: string) => invalid(`${field} ${message}`, [{ field, message }]);

/** The header that says when to try again, in seconds: whole ones, and at least one. */
export const retryAfter = (seconds: number) => ({ 'retry-after': String(Math.max(1, Math.ceil(seconds))) });

const SOON = retryAfter(2);

/** 503: there are more requests than can be served in time. Made once: thousands a second may be refused. */
export const OVERLOADED = new ApiError(
  'unavailable',
  'More requests come than can be served; try again in a few seconds',
  SOON,
);

/** 503: a part of the service did not answer. The cause is only for the log. */
export function unavailable(part: string, cause: unknown): ApiError {
  const error = new ApiError('unavailable', `${part} is unavailable; try again in a few seconds`, SOON);
  error.cause = cause;
  return error;
}
