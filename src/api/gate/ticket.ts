import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKey, Need } from '../../accounts/keys.ts';
import type { TierLimits } from '../../accounts/tiers.ts';
import { unavailable } from '../../domain/problems.ts';
import type { Clock } from '../../domain/timer.ts';
import type { Edition } from '../../stores/elastic/edition.ts';
import { type Commit, type Executor, inTransaction } from '../../stores/mysql/database.ts';
import { discard } from '../plugins/errors.ts';

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

/** The key of a request, on a route that needs one. */
export const keyOf = ({ ticket }: FastifyRequest): ApiKey => ticket.caller!.key!;

/** The longest that a request waits for its answer to begin, in milliseconds: below the 3 s promised for a 503. */
export const LONGEST = 2_800;
/**
 * A commit must begin this long before the deadline, and is cut off after a shorter time, in milliseconds, so that it ends
 * before the deadline. After a stall it may not have ended: then the answer waits for it, COMMIT_MARGIN at most.
 */
const COMMIT_MARGIN = 1_000;
export const LONGEST_COMMIT = 800;

const isAnswered = (reply: FastifyReply) => reply.sent || reply.raw.headersSent;

/**
 * Drops later answers of the handler. `send` is replaced because Fastify has no way of its own: after an answer, it logs a
 * warning for the next one, and leaves its stream open even after `hijack`.
 */
function ignoreLater(reply: FastifyReply): void {
  reply.send = (payload) => {
    discard(payload);
    return reply;
  };
}

function answerLate(reply: FastifyReply, longest: number): void {
  if (isAnswered(reply)) return;
  reply.send(unavailable('The service', new Error(`no answer within ${longest} ms`)));
  ignoreLater(reply);
}

/**
 * Gives each request its ticket, and answers 503 when no answer has begun in time. An answer that has begun, such as an
 * export, may take any time while it is read (`cutUnread`): Fastify's `handlerTimeout` would cut it off, and its signal costs
 * a tenth of a short request.
 * @param longest milliseconds that a request waits for its answer to begin.
 */
export const createTickets = (clock: Clock, longest: number) =>
  function newTicket(request: FastifyRequest, reply: FastifyReply): Ticket {
    const ticket: Ticket = {
      request,
      reply,
      answerBy: 0,
      commits: false,
      stopDeadline() {},
      caller: null,
      slot: 'none',
      lookups: null,
      hasData: true,
      geojson: false,
      cacheKey: '',
      edition: null,
    };
    request.ticket = ticket;
    const start = () => {
      ticket.answerBy = clock.now() + longest;
      ticket.stopDeadline = clock.startTimer(longest, () => {
        // The time for a body is limited by `requestTimeout`.
        if (request.raw.complete === false) request.raw.once('end', start);
        else if (ticket.commits)
          ticket.stopDeadline = clock.startTimer(COMMIT_MARGIN, () => answerLate(reply, longest));
        else answerLate(reply, longest);
      });
    };
    start();
    return ticket;
  };

/**
 * Commits the transactions of a request only while it is unanswered and there is time to answer. Later, it throws a 503 and
 * the transaction is rolled back.
 */
export const commitInTime =
  (reply: FastifyReply): Commit =>
  (commit) => {
    const { clock } = reply.server.gate;
    if (isAnswered(reply) || clock.now() > reply.request.ticket.answerBy - COMMIT_MARGIN) {
      throw unavailable('The service', new Error('there was no time left to commit'));
    }
    reply.request.ticket.commits = true;
    return commit(LONGEST_COMMIT, clock);
  };

/** Runs `work` in one transaction for a request; it commits as `commitInTime` does. */
export const changeInTime = <T>(reply: FastifyReply, work: (tx: Executor) => Promise<T>): Promise<T> =>
  inTransaction(reply.server.services.database, work, commitInTime(reply));

/**
 * Ends an answer so that its client cannot mistake a part for the whole. The connection is reset: what the system still
 * holds of the answer is not sent, and a client that reads to the end of the connection (HTTP/1.0) gets an error.
 */
export function breakOff({ raw }: FastifyReply): void {
  // An answer that waits behind another has no socket yet, and one in a test never has.
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy();
  else raw.destroy();
}
