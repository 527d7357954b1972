import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Need } from '../../accounts/keys.ts';
import type { TierLimits } from '../../accounts/tiers.ts';
import type { Edition } from '../../stores/elastic/edition.ts';

/**
 * Whether a route needs a key, and how its requests count: `optional` and `required` routes return data and cost a lookup;
 * `account` routes need a key and cost none, but count in the minute; `open` routes need nothing.
 */
export type Access = 'open' | 'optional' | 'required' | 'account';

export interface Caller {
  subject: string;
  limits: TierLimits;
  key: ApiKey | null;
}

/** What a request holds between its arrival and its answer. */
export interface Ticket {
  request: FastifyRequest;
  reply: FastifyReply;
  /** When the request will be answered 503, on the clock of deadlines. */
  answerBy: number;
  /** Whether a commit has begun; the answer then waits a little longer for its outcome. */
  commits: boolean;
  /** Ends the wait for the deadline. */
  stopDeadline: () => void;
  /** Null on open routes. */
  caller: Caller | null;
  /** Its slot in the queue. Where one was released before the answer, the answer may need another. */
  slot: 'none' | 'held' | 'released';
  /** The lookups booked for it; null where it costs none, and once they were given back. */
  lookups: Lookups | null;
  /** Without data, the lookups of the answer are given back. */
  hasData: boolean;
  /** Whether the caller prefers GeoJSON, of a route that has it. */
  geojson: boolean;
  /** The same text for equal requests. */
  cacheKey: string;
  /** The edition of the data when the search began; null where it is not known. */
  edition: Edition | null;
  /** Lets the bytes of the answer be overwritten. */
  free?: () => void;
}

export interface Lookups {
  /** The month in which the first was booked, `YYYY-MM`, and its day in the history of the key. */
  month: string;
  day: string;
  /** Those that the route has booked since, in order: a long answer may extend into the next month. */
  more: { month: string; count: number }[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** What a key needs for the route besides being valid; `read` by default for a data route. */
    needs?: Need;
    /**
     * For an account route whose requests do not count in the minute: they are counted apart, in this process, and this many
     * times the minute's limit may come.
     */
    apart?: number;
    /** A data route whose records can be GeoJSON, too. */
    geojson?: true;
    /** A data route whose answer depends on the current quarter. */
    quarterly?: true;
  }
  interface FastifyRequest {
    ticket: Ticket;
  }
}
