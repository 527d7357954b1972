/**
 * Limits that are the same for every tier. Those of a tier are in `tiers.ts`, and those of a process in `config.ts`
 * (`REQUESTS_AT_ONCE`, `EXPORTS_PER_ACCOUNT`, `EXPORTS_PER_PROCESS`).
 */
export const LIMITS = {
  /** Keys of an account that can be used, and keys that it makes in 24 hours. */
  keys: 100,
  keysMadeInADay: 100,
  /** Attempts to sign up from an address; one a day makes an account. */
  signupsAMinute: 10,
  /** Webhook endpoints that an account creates. */
  endpointsAMinute: 60,
  /** Test events of an endpoint. */
  testsAMinute: 10,
  /** Requests that are counted apart, each in its own minute, as multiples of the tier’s burst. */
  usageOfBurst: 1,
  mcpOfBurst: 4,
} as const;
