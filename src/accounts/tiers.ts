import type { Config } from '../config.ts';

/** API tiers: free (no key or a free key), pro = Developer, scale = Team, license = data license; two legacy ones. */
export const TIERS = ['free', 'starter', 'api_100k', 'pro', 'scale', 'license'] as const;
export type Tier = (typeof TIERS)[number];

export interface TierLimits {
  /** Lookups in a calendar month. */
  lookups: number | null;
  /** Requests in a minute. */
  burst: number;
  webhooks: { endpoints: number | null; events_per_day: number | null };
  exports: boolean;
}

const NO_WEBHOOKS = { endpoints: 0, events_per_day: 0 };

/** The limits of every tier; the settings change them. */
export function tierLimits(config: Config): Record<Tier, TierLimits> {
  return {
    free: { lookups: config.LIMIT_FREE, burst: config.BURST_FREE, webhooks: NO_WEBHOOKS, exports: false },
    starter: {
      lookups: config.LIMIT_STARTER,
      burst: config.BURST_STARTER,
      webhooks: {
        endpoints: config.WEBHOOK_ENDPOINTS_STARTER,
        events_per_day: config.WEBHOOK_EVENTS_STARTER,
      },
      exports: false,
    },
    api_100k: {
      lookups: config.LIMIT_API_100K,
      burst: config.BURST_API_100K,
      webhooks: {
        endpoints: config.WEBHOOK_ENDPOINTS_API_100K,
        events_per_day: config.WEBHOOK_EVENTS_API_100K,
      },
      exports: false,
    },
    pro: {
      lookups: config.LIMIT_PRO,
      burst: config.BURST_PRO,
      webhooks: { endpoints: 50, events_per_day: 100_000 },
      exports: false,
    },
    scale: {
      lookups: config.LIMIT_SCALE,
      burst: config.BURST_SCALE,
      webhooks: { endpoints: null, events_per_day: 1_000_000 },
      exports: true,
    },
    license: {
      lookups: null,
      burst: config.BURST_LICENSE,
      webhooks: { endpoints: null, events_per_day: 1_000_000 },
      exports: true,
    },
  };
}

/**
 * Limits that are the same for every tier. Those of a tier are above, and those of a process in `config.ts`
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
