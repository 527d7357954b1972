import type { FastifyReply } from 'fastify';
import type { Decision } from '../../accounts/lease.ts';
import type { Meter } from '../../accounts/meter.ts';
import { ApiError, unavailable } from '../../domain/problems.ts';

/** The lookups booked for a request: one when it began, and those that its route has booked since. */
export interface Lookup {
  /**
   * Books `count` more lookups, all or none, before the data that they pay for is read. They do not count in the minute.
   * Headers are updated unless they are sent already.
   * @throws 429 `monthly_limit` when fewer are left, 503 when the usage store does not answer.
   */
  more(count: number, reply: FastifyReply): Promise<void>;
  /**
   * Gives back `count` of the lookups that `more` booked, because there is no data for them.
   * @returns when it is stored, and so visible to every process.
   */
  less(count: number, reply: FastifyReply): Promise<void>;
  /** Gives all of them back, once, when the answer has no data, and updates the headers. */
  giveBack(reply: FastifyReply): void;
}

interface Booker {
  meter: Meter;
  caller: { subject: string; limits: Parameters<Meter['takeMore']>[1] };
  month: string;
  setHeaders(reply: FastifyReply, windows: Decision): void;
  /** Counts lookups in the history of the caller's key: negative ones are given back. */
  tally(count: number): void;
  /** Whole seconds until a time in Unix epoch seconds, at least one. */
  secondsTo(time: number): number;
}

/** The lookup of a request whose first has been booked. */
export function bookedLookup({ meter, caller, month, setHeaders, tally, secondsTo }: Booker): Lookup {
  const { subject, limits } = caller;
  /** What `more` booked, in order: a long answer may extend into the next month. */
  const booked: { month: string; count: number }[] = [];
  let givenBack = false;

  const show = (reply: FastifyReply, windows: Decision | null) => {
    if (windows && !reply.raw.headersSent) setHeaders(reply, windows);
  };

  function less(count: number, reply: FastifyReply): Promise<void> {
    const settled: Promise<void>[] = [];
    for (let left = count; left > 0 && booked.length > 0; ) {
      const last = booked.at(-1)!;
      const some = Math.min(left, last.count);
      const { windows, done } = meter.giveBackMore(subject, last.month, some);
      show(reply, windows);
      settled.push(done);
      tally(-some);
      left -= some;
      last.count -= some;
      if (last.count === 0) booked.pop();
    }
    return Promise.all(settled).then(() => {});
  }

  return {
    async more(count, reply) {
      if (count < 1) return;
      const booking = await meter.takeMore(subject, limits, count).catch((error) => {
        throw unavailable('The usage store', error);
      });
      if (givenBack && booking.allowed) await meter.giveBackMore(subject, booking.month, count).done;
      if (givenBack) throw new ApiError('unavailable', 'The request was already answered');
      show(reply, booking.windows);
      if (!booking.allowed) {
        const had = 1 + booked.reduce((sum, block) => sum + block.count, 0);
        const message = `${had + count} lookups are needed, and ${had + booking.left} of the ${limits.lookups} of this month are left`;
        throw new ApiError('monthly_limit', message, {
          'retry-after': String(secondsTo(booking.reset)),
        });
      }
      booked.push({ month: booking.month, count });
      tally(count);
    },
    less,
    giveBack(reply) {
      if (givenBack) return;
      givenBack = true;
      void less(Number.MAX_SAFE_INTEGER, reply);
      tally(-1);
      show(reply, meter.giveBack(subject, month));
    },
  };
}
