import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { createHistory } from '../../accounts/history.ts';
import type { Decision, WindowState } from '../../accounts/lease.ts';
import { createMeter } from '../../accounts/meter.ts';
import { createWindow } from '../../accounts/window.ts';
import { ApiError, retryAfter, unavailable } from '../../domain/problems.ts';
import type { Database } from '../../stores/mysql/database.ts';
import type { Ticket } from './ticket.ts';

const SWEEP_EVERY = 15_000;

/** Whole seconds until a time in Unix epoch seconds, at least one. */
const secondsTo = (time: number, now: number): string => String(Math.max(1, Math.ceil(time - now / 1000)));

/** The headers of both windows, and of the one that counts here: with fewer left, unless it is given. */
function headersOf(
  { lookups, burst }: Decision,
  now: number,
  window?: WindowState,
): Record<string, string | number> {
  const shown = window ?? (lookups !== null && lookups.remaining <= burst.remaining ? lookups : burst);
  const left = (name: string, { remaining, reset }: WindowState) =>
    `"${name}";r=${remaining};t=${secondsTo(reset, now)}`;
  const minute = {
    'x-ratelimit-limit': shown.limit,
    'x-ratelimit-remaining': shown.remaining,
    'x-ratelimit-reset': shown.reset,
    'ratelimit-policy': `"minute";q=${burst.limit};w=60`,
    ratelimit: left('minute', burst),
  };
  if (lookups === null) return minute;
  return {
    ...minute,
    'x-ratelimit-limit-month': lookups.limit,
    'x-ratelimit-remaining-month': lookups.remaining,
    'x-ratelimit-reset-month': lookups.reset,
    // A month has no fixed number of seconds.
    'ratelimit-policy': `${minute['ratelimit-policy']}, "month";q=${lookups.limit}`,
    ratelimit: `${minute.ratelimit}, ${left('month', lookups)}`,
  };
}

export const tooMany = (message: string, reset: number, now: number): ApiError =>
  new ApiError('burst_limit', message, retryAfter(reset - now / 1000));

const refuseBurst = ({ limit, reset }: WindowState, now: number): ApiError =>
  tooMany(`More than ${limit} requests in a minute`, reset, now);

const refuseMonth = (message: string, reset: number, now: number): ApiError =>
  new ApiError('monthly_limit', message, retryAfter(reset - now / 1000));

/** The error of a refused data request. If both windows are used up, it names the month, which is the longer wait. */
const refuse = ({ lookups, burst }: Decision, now: number): ApiError =>
  lookups === null || lookups.remaining > 0
    ? refuseBurst(burst, now)
    : refuseMonth(`The ${lookups.limit} lookups of this month are used up`, lookups.reset, now);

const usageStore = (error: unknown): never => {
  throw unavailable('The usage store', error);
};

/**
 * The limits of callers. A data route books one lookup before its handler runs; the handler may book more, and what has no
 * data is given back when it is answered.
 */
export function createLimits(database: Database, now: () => number) {
  const meter = createMeter(database, now);
  const history = createHistory(database, now);
  const apart = createWindow(now);

  const setHeaders = (reply: FastifyReply, windows: Decision, window?: WindowState) =>
    reply.headers(headersOf(windows, now(), window));

  /** Updates the headers of an answer that has not begun. */
  function show(reply: FastifyReply, windows: Decision | null): void {
    if (windows && !reply.raw.headersSent) setHeaders(reply, windows);
  }

  /** Counts lookups in the history of the caller's key: negative ones are given back. */
  function tally({ caller }: Ticket, day: string, count: number): void {
    if (caller!.key) history.add(caller!.key, day, 0, count);
  }

  /** Gives back the last `count` of those booked since the first. */
  function giveBackMore(ticket: Ticket, count: number): Promise<unknown> {
    const { more, day } = ticket.lookups!;
    const settled: Promise<void>[] = [];
    for (let left = count; left > 0 && more.length > 0; ) {
      const last = more.at(-1)!;
      const some = Math.min(left, last.count);
      const { windows, done } = meter.giveBackMore(ticket.caller!.subject, last.month, some);
      show(ticket.reply, windows);
      settled.push(done);
      tally(ticket, day, -some);
      left -= some;
      last.count -= some;
      if (last.count === 0) more.pop();
    }
    return Promise.all(settled);
  }

  return {
    meter,
    history,

    /** Refuses a caller who is known to be over a limit, before the request takes a slot from others. */
    refuseKnown({ caller, reply }: Ticket): void {
      const over = meter.refusal(caller!.subject, caller!.limits);
      if (over === null) return;
      setHeaders(reply, over);
      throw refuse(over, now());
    },

    /** Counts a request that costs no lookup. @throws 429, or 503 without the usage store. */
    async count({ request, reply, caller }: Ticket): Promise<void> {
      const { subject, limits, key } = caller!;
      const { url, config } = request.routeOptions;
      if (config.apart !== undefined) {
        const limit = config.apart * limits.burst;
        const { refused, reset } = apart.add(`${url} ${subject}`, limit);
        if (refused) throw refuseBurst({ limit, remaining: 0, reset }, now());
        return;
      }
      const decision = await Promise.resolve(meter.count(subject, limits)).catch(usageStore);
      if (reply.sent) return;
      setHeaders(reply, decision, decision.burst);
      if (!decision.allowed) throw refuseBurst(decision.burst, now());
      if (key) history.add(key, history.today(), 1, 0);
    },

    /** Books the first lookup of a request. @throws 429, or 503 without the usage store. */
    async book(ticket: Ticket): Promise<void> {
      const { subject, limits, key } = ticket.caller!;
      const { reply } = ticket;
      let decision = meter.take(subject, limits);
      if (decision instanceof Promise) decision = await decision.catch(usageStore);
      // The deadline may have passed while MySQL was slow.
      if (reply.sent) {
        if (decision.allowed) meter.giveBack(subject, decision.month);
        return;
      }
      setHeaders(reply, decision);
      if (!decision.allowed) throw refuse(decision, now());
      const day = history.today();
      if (key) history.add(key, day, 1, 1);
      ticket.lookups = { month: decision.month, day, more: [] };
    },

    /**
     * Books `count` more lookups, all or none, before the data that they pay for is read. They do not count in the minute.
     * Headers are updated unless they are sent already.
     * @throws 429 `monthly_limit` when fewer are left, 503 when the usage store does not answer.
     */
    async bookMore(ticket: Ticket, count: number): Promise<void> {
      if (count < 1) return;
      const { subject, limits } = ticket.caller!;
      const booking = await meter.takeMore(subject, limits, count).catch(usageStore);
      const { lookups } = ticket;
      if (lookups === null) {
        if (booking.allowed) await meter.giveBackMore(subject, booking.month, count).done;
        throw new ApiError('unavailable', 'The request was already answered');
      }
      show(ticket.reply, booking.windows);
      if (!booking.allowed) {
        const had = 1 + lookups.more.reduce((sum, block) => sum + block.count, 0);
        const message = `${had + count} lookups are needed, and ${had + booking.left} of the ${limits.lookups} of this month are left`;
        throw refuseMonth(message, booking.reset, now());
      }
      lookups.more.push({ month: booking.month, count });
      tally(ticket, lookups.day, count);
    },

    /**
     * Gives back the lookups of a request that have no data, but not the first: that one goes back with the answer if none
     * has data.
     * @param booked how many the request booked, the first included.
     * @param used how many have data.
     * @returns when it is stored, and so visible to every process.
     */
    async settle(ticket: Ticket, booked: number, used: number): Promise<void> {
      ticket.hasData = used > 0;
      if (ticket.lookups !== null) await giveBackMore(ticket, booked - Math.max(1, used));
    },

    /** Gives back all lookups of a request, once, when its answer has no data, and updates the headers. */
    giveBack(ticket: Ticket): void {
      if (ticket.lookups === null) return;
      const { month, day } = ticket.lookups;
      void giveBackMore(ticket, Number.MAX_SAFE_INTEGER);
      ticket.lookups = null;
      tally(ticket, day, -1);
      show(ticket.reply, meter.giveBack(ticket.caller!.subject, month));
    },

    /** Writes what was counted from time to time. @returns a function that stops that, and writes the rest. */
    sweep(log: FastifyBaseLogger, every = SWEEP_EVERY): () => Promise<void> {
      const warn = (words: string) => (err: unknown) => log.warn({ err }, words);
      const flush = () => history.flush().catch(warn('use by day was not written'));
      const sweeper = setInterval(() => {
        void meter.sweep().catch(warn('sweep'));
        void flush();
      }, every);
      sweeper.unref();
      return async () => {
        clearInterval(sweeper);
        await meter.close().catch(warn('unused lookups were not given back'));
        await flush();
      };
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;
