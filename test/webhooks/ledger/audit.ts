import { STATE } from '../../../src/domain/delivery-states.ts';
import type { Database } from '../../../src/stores/mysql/database.ts';
import { type Book, type Delivery, type Fault, readAttempts, readDeliveries, readLines } from './book.ts';
import type { Line } from './receiver.ts';
import { matches } from './records.ts';

export interface Counts {
  events: number;
  deliveries: number;
  received: number;
  delivered: number;
  unknown: number;
  /** The unknown ones that a killed dispatcher left and no receiver has seen. */
  unseen: number;
  dead_lettered: number;
  /** Deliveries that were attempted more than once. */
  retried: number;
  resent_by_order: number;
}

const ATTEMPTS = 8;
/** An attempt begins, is sent and is answered in less time: the whole deadline of an attempt, on a busy machine. */
const ATTEMPT = 15_000;
const SEND_LEASE = 30_000;
const SLACK = 1_000;
/** At most this many unknown outcomes that no receiver has seen for each kill. */
const MOST_UNSEEN = 2;
/** The same for a dispatcher that was suspended for longer than its leases: all that it had begun, which is one batch. */
const MOST_STALLED = 64;

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;
const isRefusal = (status: number | null) => status !== null && !isSuccess(status);

/** Checks that every event is in the table once for each endpoint that it matches, and for no other. */
function checkTable({ expected, endpoints }: Book, deliveries: Delivery[]): string[] {
  const wanted = new Set(
    expected.flatMap((event) =>
      endpoints.filter(({ watch }) => matches(watch, event)).map(({ id }) => `${event.name} for ${id}`),
    ),
  );
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { name, endpoint } of deliveries) {
    const key = `${name} for ${endpoint}`;
    if (seen.has(key)) wrong.push(`queued twice: ${key}`);
    if (!wanted.has(key)) wrong.push(`queued and not matching: ${key}`);
    seen.add(key);
  }
  for (const key of wanted) if (!seen.has(key)) wrong.push(`lost: ${key}`);
  return wrong;
}

/** Whether a fault happened during an attempt. */
const happened = (book: Book, began: number, kind: Fault['kind'], within: number, receiver?: number) =>
  book.faults.some(
    (fault) =>
      fault.kind === kind &&
      fault.receiver === receiver &&
      fault.at <= began + within &&
      fault.until >= began - SLACK,
  );

const HOUR = 3_600_000;

/** Whether the clock was wrong during an attempt; the time at which it began may itself be an hour wrong. */
const clockWasWrong = (book: Book, began: number) =>
  [-HOUR, 0, HOUR].some((wrong) => happened(book, began + wrong, 'clock', ATTEMPT + SEND_LEASE));

const receiverOf = (book: Book, delivery: Delivery) =>
  book.endpoints.find(({ id }) => id === delivery.endpoint)!.receiver;

/** Whether the dispatcher was killed before it recorded the outcome, and no receiver has seen the attempt. */
const isUnseen = (book: Book, delivery: Delivery, lines: Line[]) =>
  (delivery.state === STATE.sending ||
    (delivery.state === STATE.unknown && delivery.error.includes('dispatcher stopped'))) &&
  !lines.some(({ attempt }) => attempt === delivery.attempt) &&
  !happened(book, delivery.lastAttempt, 'receiver', ATTEMPT, receiverOf(book, delivery)) &&
  !clockWasWrong(book, delivery.lastAttempt);

/** Whether a fault explains why an outcome is unknown. */
function explains(book: Book, delivery: Delivery, line: Line | undefined): boolean {
  const { error, lastAttempt: began } = delivery;
  // To a dispatcher whose clock is ahead, the others' leases have run out; it records starts by its own clock.
  if (clockWasWrong(book, began)) return true;
  if (error.includes('dispatcher stopped')) {
    return book.faults.some(
      ({ kind, at }) =>
        (kind === 'dispatcher' || kind === 'stall') &&
        at >= began - SLACK &&
        at <= began + SEND_LEASE + SLACK,
    );
  }
  if (error.includes('sending thread') && happened(book, began, 'thread', ATTEMPT)) return true;
  if (line && line.attempt === delivery.attempt && line.status === null) return true;
  return (
    happened(book, began, 'receiver', ATTEMPT, receiverOf(book, delivery)) ||
    happened(book, began, 'stall', ATTEMPT)
  );
}

/** What is known of an outcome: its error, and how many seconds after its start each fault came and ended. */
function told({ faults }: Book, { error, lastAttempt: began }: Delivery): string {
  const after = (time: number) => ((time - began) / 1000).toFixed(1);
  return [error, ...faults.map(({ kind, at, until }) => `${kind} ${after(at)} to ${after(until)}`)].join(
    '; ',
  );
}

/** Checks that the state of a delivery follows from what its receiver saw. */
function checkState(book: Book, delivery: Delivery, lines: Line[]): string[] {
  const last = lines.at(-1);
  const current = last?.attempt === delivery.attempt ? last : undefined;
  switch (delivery.state) {
    case STATE.delivered:
      return isSuccess(current?.status ?? null) ? [] : ['delivered, and its receiver answered no 2xx'];
    case STATE.dead_lettered:
      if (delivery.attempt - delivery.attemptsBefore !== ATTEMPTS) return ['given up before 8 attempts'];
      return isRefusal(current?.status ?? null) ? [] : ['given up, and its receiver refused nothing'];
    case STATE.sending:
    case STATE.unknown: {
      const stopped =
        delivery.state === STATE.sending ? { ...delivery, error: 'dispatcher stopped' } : delivery;
      return explains(book, stopped, last)
        ? []
        : [`unknown, and nothing explains it: ${told(book, delivery)}`];
    }
    default:
      return ['it still waits'];
  }
}

/** Checks that a request follows another of its delivery only after a refusal or by order, with the next number. */
function checkSequence({ resendings }: Book, id: string, lines: Line[]): string[] {
  const wrong: string[] = [];
  const orders = (from: number, to: number) =>
    resendings.filter((order) => order.ids.has(id) && order.to >= from && order.from <= to).length;
  let before: Line = { ...lines[0]!, at: 0, attempt: 0, status: 500 };
  for (const line of lines) {
    const ordered = orders(before.at, line.at);
    const skipped = line.attempt - before.attempt - 1;
    if (!isRefusal(before.status) && ordered === 0) {
      wrong.push(`sent again (attempt ${line.attempt}) after ${before.status ?? before.plan}`);
    }
    if (skipped === -1)
      wrong.push(`attempt ${line.attempt} came twice: it was taken back though it had left`);
    else if (skipped < 0 || skipped > ordered)
      wrong.push(`attempt ${line.attempt} follows ${before.attempt}`);
    before = line;
  }
  return wrong;
}

function checkAttempts(
  delivery: Delivery,
  lines: Line[],
  recorded: Map<number, number | null>,
  ordered: boolean,
) {
  const wrong: string[] = [];
  for (const { attempt, status } of lines) {
    const known = recorded.get(attempt);
    if (known !== undefined && known !== null && known !== status) {
      wrong.push(`attempt ${attempt} is recorded as ${known} and was answered ${status}`);
    }
  }
  const open = delivery.state === STATE.unknown || delivery.state === STATE.sending;
  if (!open && !ordered && recorded.size !== delivery.attempt) {
    wrong.push(`${delivery.attempt} attempts, ${recorded.size} recorded`);
  }
  if (Math.max(0, ...recorded.keys()) > delivery.attempt)
    wrong.push('an attempt is recorded beyond the last');
  return wrong;
}

/**
 * Compares what was published, what is in the database and what the receivers saw.
 * @returns everything that is wrong, and the counts.
 */
export async function audit(database: Database, book: Book): Promise<{ wrong: string[]; counts: Counts }> {
  const deliveries = (await readDeliveries(database, book.ids)).filter(
    ({ endpoint }) => !book.apart?.includes(endpoint),
  );
  const attempts = await readAttempts(database, book.ids);
  const all = book.logs.flatMap(readLines);
  const received = Map.groupBy(all, ({ delivery }) => delivery);
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const wrong = checkTable(book, deliveries);

  for (const { path, id } of book.endpoints) {
    const events = Map.groupBy(
      all.filter((line) => line.path === path),
      ({ event }) => event,
    );
    for (const [event, lines] of events) {
      if (new Set(lines.map(({ delivery }) => delivery)).size > 1) wrong.push(`${id}: event ${event} twice`);
    }
  }
  for (const line of all) {
    const delivery = byId.get(line.delivery);
    const endpoint = book.endpoints.find(({ path }) => path === line.path);
    if (delivery?.event !== line.event || delivery.endpoint !== endpoint?.id) {
      wrong.push(`${line.path} got ${line.delivery} of event ${line.event}, which is not its own`);
    }
    if (line.expired && !book.faults.some(({ kind }) => kind === 'clock'))
      wrong.push(`${line.delivery} attempt ${line.attempt} was signed at another time`);
    if (line.verified === false) wrong.push(`${line.delivery} attempt ${line.attempt} does not verify`);
  }
  for (const delivery of deliveries) {
    const lines = received.get(delivery.id) ?? [];
    const ordered = book.resendings.some(({ ids }) => ids.has(delivery.id));
    const found = [
      ...checkState(book, delivery, lines),
      ...(lines.length > 0 ? checkSequence(book, delivery.id, lines) : []),
      ...checkAttempts(delivery, lines, attempts.get(delivery.id) ?? new Map(), ordered),
    ];
    for (const what of found) wrong.push(`${delivery.id} (state ${delivery.state}): ${what}`);
  }

  const unseen = deliveries.filter((one) => isUnseen(book, one, received.get(one.id) ?? []));
  const stood = unseen.filter((one) => happened(book, one.lastAttempt, 'stall', ATTEMPT + SEND_LEASE)).length;
  const [killed, stalled] = (['dispatcher', 'stall'] as const).map(
    (wanted) => book.faults.filter(({ kind }) => kind === wanted).length,
  ) as [number, number];
  if (unseen.length - stood > MOST_UNSEEN * killed || stood > MOST_UNSEEN * killed + MOST_STALLED * stalled) {
    wrong.push(
      `no receiver has seen ${unseen.length} outcomes that are unknown after ${killed} kills, ${stood} of them about ` +
        `${stalled} stalls`,
    );
  }

  const inState = (...states: number[]) => deliveries.filter(({ state }) => states.includes(state)).length;
  return {
    wrong,
    counts: {
      events: new Set(deliveries.map(({ event }) => event)).size,
      deliveries: deliveries.length,
      received: all.length,
      delivered: inState(STATE.delivered),
      unknown: inState(STATE.unknown, STATE.sending),
      unseen: unseen.length,
      dead_lettered: inState(STATE.dead_lettered),
      retried: deliveries.filter(({ attempt }) => attempt > 1).length,
      resent_by_order: new Set(book.resendings.flatMap(({ ids }) => [...ids])).size,
    },
  };
}
