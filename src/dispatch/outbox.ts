import type { Logger } from 'pino';
import { STATE, stateName } from '../domain/delivery-states.ts';
import * as metrics from '../metrics/attempts.ts';
import type { Database } from '../mysql/database.ts';
import { deliveryId } from '../webhooks/delivery-id.ts';
import { createBatcher } from './batcher.ts';
import { type Begun, begin, type Claimed, release } from './claim.ts';
import type { Courier } from './courier.ts';
import type { Endpoint } from './endpoints.ts';
import type { StoredEvent } from './events.ts';
import { type Ended, endOf, finish, type Told } from './finish.ts';
import type { Journal } from './journal.ts';
import { createLane, type Lane, ROOM_AT_FIRST } from './lane.ts';
import type { Job } from './outcome.ts';
import { grant, type Permit, steadyLeft } from './permit.ts';
import type { Standing } from './places.ts';

const STARTS_AT_ONCE = 64;
const FINISHES_AT_ONCE = 256;
const FINISH_WAIT = 15;
/** How long what is under way may take to end when the outbox closes, in milliseconds. */
const DRAIN = 12_000;
/** How long a closing outbox tries to tell outcomes to a database that is away. */
const LAST_WORDS = 3_000;
const PAUSE = 500;

/** A claimed delivery with what sending it takes. */
export interface Held {
  claim: Claimed;
  endpoint: Endpoint;
  event: StoredEvent;
  /** Its record in the journal, once it begins. */
  record: number | null;
  /** Makes room in the lane of the endpoint. */
  leave: () => void;
}

export interface OutboxOptions {
  database: Database;
  courier: Courier;
  /** Proves after a crash what was not sent, when it is kept. */
  journal?: Journal;
  log: Logger;
  now: () => number;
  /** Notes that a statement did not reach the database. */
  failed: (what: string, error: unknown) => void;
  /** Called each time that a delivery is held no more. */
  freed: () => void;
}

const claimOf = ({ claim }: Held) => claim;

const jobOf = ({ claim, endpoint, event, record }: Held): Job => ({
  id: claim.id,
  account: endpoint.account,
  url: endpoint.url,
  secret: endpoint.secret,
  event: event.body,
  eventId: event.eventId,
  eventType: event.eventType,
  attempt: claim.attempt,
  record,
  parcelScoped: endpoint.parcelScoped,
  canonicalId: event.canonicalId,
  matchBasis: event.matchBasis,
});

/**
 * What a dispatcher holds, on its way out: each claimed delivery waits in the lane of its endpoint, is noted as begun in
 * the moment before it is sent, and finished with what became of it. Begins and finishes are written many at a time.
 */
export function createOutbox({ database, courier, journal, log, now, failed, freed }: OutboxOptions) {
  const lanes = new Map<number, Lane>();
  const held = new Set<Held>();
  /** Those of them that have not begun, by delivery. */
  const waiting = new Map<number, Held>();
  let closed = false;
  let outOfTime = false;

  function laneOf(endpoint: number): Lane {
    const lane = lanes.get(endpoint) ?? createLane();
    lanes.set(endpoint, lane);
    return lane;
  }

  function letGo(one: Held): void {
    held.delete(one);
    one.leave();
    freed();
  }

  /** Does what must be done until it is done, or until there is no more time to. */
  async function persistently(what: string, work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        failed(what, error);
        if (outOfTime) return;
        await new Promise((again) => setTimeout(again, PAUSE));
      }
    }
  }

  const finishes = createBatcher<Ended>((ended) => persistently('finish', () => finish(database, ended)), {
    most: FINISHES_AT_ONCE,
    wait: FINISH_WAIT,
    concurrency: 1,
  });

  const releases = createBatcher<Claimed>(
    (claims) => persistently('release', async () => void (await release(database, claims, now()))),
    { most: FINISHES_AT_ONCE, wait: FINISH_WAIT, concurrency: 1 },
  );

  function note({ claim, endpoint }: Held, { outcome, result }: Ended): void {
    metrics.attempts.inc({ outcome: outcome.kind });
    if (result.state === STATE.retrying) return;
    const left = stateName(result.state);
    metrics.deliveries.inc({ outcome: left });
    if (result.state === STATE.delivered) return;
    const about = { delivery: deliveryId(claim.id), endpoint: endpoint.id, attempt: claim.attempt };
    log.warn({ ...about, outcome: left }, 'not delivered');
  }

  function end(one: Held, outcome: Told, startedAt: number | null): void {
    // What has no outcome when the draining ends stays begun, until its lease runs out.
    if (closed) return;
    const ended = endOf({ claim: one.claim, outcome, startedAt, endedAt: now() }, Math.random());
    note(one, ended);
    finishes.add(ended);
    letGo(one);
  }

  function giveBack(one: Held): void {
    if (closed) return;
    metrics.attempts.inc({ outcome: 'unsent' });
    releases.add(one.claim);
    letGo(one);
  }

  /** Finds out about an attempt whose thread ended: what is not marked when its permit has ended never left. */
  function investigate(one: Held, permit: Permit, startedAt: number): void {
    const { claim, record } = one;
    const provable = record !== null && journal !== undefined;
    const left = provable ? steadyLeft(permit) : 0;
    if (left > 0) setTimeout(() => investigate(one, permit, startedAt), left);
    else if (provable && !journal.mayHaveLeft(record, claim)) giveBack(one);
    else end(one, { kind: 'unknown', error: 'response: the sending thread ended' }, startedAt);
  }

  /** Writes the beginning down here first, so that what is noted as begun has its record. */
  async function beginning(batch: Held[], startedAt: number): Promise<Begun> {
    const claims = batch.map(claimOf);
    const records = journal?.begin(claims) ?? null;
    for (const [n, one] of batch.entries()) one.record = records && records[n]!;
    return begin(database, claims, startedAt);
  }

  /** Those of a batch that may be sent: the others are disabled, or somebody else's by now. */
  async function beginAll(batch: Held[], startedAt: number): Promise<Held[]> {
    const claims = batch.map(claimOf);
    const { started, disabled } = await beginning(batch, startedAt).catch(async (error) => {
      failed('begin', error);
      // They may be noted as begun, and have not been sent.
      await persistently('release', async () => void (await release(database, claims, now())));
      return { started: [], disabled: [] };
    });
    const begun = new Set(started);
    const refused = new Set(disabled);
    for (const one of batch) {
      if (begun.has(one.claim)) continue;
      if (!refused.has(one.claim)) letGo(one);
      else end(one, { kind: 'refused', error: 'Not sent: the endpoint is disabled' }, null);
    }
    return batch.filter(({ claim }) => begun.has(claim));
  }

  const starts = createBatcher<Held>(
    async (batch) => {
      // Before the lease is reckoned: whatever stalls in between shortens the permit, not the lease.
      const permit = grant();
      const startedAt = now();
      const begun = new Map((await beginAll(batch, startedAt)).map((one) => [one.claim.id, one]));
      if (begun.size === 0) return;
      for (const { claim } of begun.values()) {
        if (claim.attempt === 1)
          metrics.lag.observe(Math.max(0, startedAt - claim.createdAt.getTime()) / 1000);
      }
      courier.send([...begun.values()].map(jobOf), permit, (job, outcome) => {
        const one = begun.get(job.id)!;
        const lane = laneOf(one.claim.endpoint);
        if (outcome.kind === 'answered') lane.answered();
        else lane.unanswered();
        if (outcome.kind === 'lost') investigate(one, permit, startedAt);
        else if (outcome.kind === 'unsent') giveBack(one);
        else end(one, outcome, startedAt);
      });
    },
    { most: STARTS_AT_ONCE, wait: 0, concurrency: 4 },
  );

  return {
    /** Takes a claim, to be sent when the lane of its endpoint has room. */
    take(claim: Claimed, endpoint: Endpoint, event: StoredEvent): void {
      const before = waiting.get(claim.id);
      if (before) {
        // It still stands in its lane from a claim that ran out.
        Object.assign(before.claim, claim);
        return;
      }
      const one: Held = { claim, endpoint, event, record: null, leave: () => {} };
      held.add(one);
      waiting.set(claim.id, one);
      laneOf(claim.endpoint).add(
        () =>
          new Promise<void>((leave) => {
            one.leave = leave;
            waiting.delete(claim.id);
            starts.add(one);
          }),
      );
    },
    /** All that is claimed and not finished. */
    held: held as ReadonlySet<Held>,
    /** How many more deliveries may be claimed for an endpoint. */
    room: (endpoint: number): number => lanes.get(endpoint)?.room() ?? ROOM_AT_FIRST,
    /** How an endpoint does. */
    standing: (endpoint: number): Standing => lanes.get(endpoint)?.standing() ?? 'new',
    /** Its answers have been counted into a claim. */
    counted: (endpoint: number): void => lanes.get(endpoint)?.counted(),
    /** Forgets how endpoints did for which nothing is held. */
    forgetQuiet(): void {
      for (const [endpoint, lane] of lanes) if (lane.held() === 0) lanes.delete(endpoint);
    },
    /** Gives back what has not begun, and waits for what has. */
    async close(): Promise<void> {
      const unbegun = [...waiting.values()];
      waiting.clear();
      for (const lane of lanes.values()) lane.clear();
      for (const one of unbegun) held.delete(one);
      await release(database, unbegun.map(claimOf), now()).catch((error) => failed('release', error));
      const deadline = Date.now() + DRAIN;
      while (held.size > 0 && Date.now() < deadline) await new Promise((again) => setTimeout(again, 20));
      closed = true;
      // What cannot be told now is of unknown outcome when its lease ends.
      setTimeout(() => {
        outOfTime = true;
      }, LAST_WORDS).unref();
      await Promise.all([finishes.idle(), releases.idle()]);
    },
  };
}
