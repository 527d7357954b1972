import { STATE } from '../../domain/delivery-states.ts';
import { type Database, inTransaction } from '../../stores/mysql/database.ts';
import { list, sql } from '../../stores/mysql/drizzle.ts';
import { retried } from '../../stores/mysql/retry.ts';
import { createBatcher } from './batcher.ts';
import { type Claimed, release } from './claim.ts';
import type { EndedAttempt } from './ended.ts';
import { noteHealth } from './health.ts';

const iso = (time: number) => new Date(time).toISOString().slice(0, 23).replace('T', ' ');

/**
 * Writes the outcomes of attempts and the health of their endpoints, many in one commit. A delivery that another process has
 * taken over is left as it is. The outcome of one whose lease ran out during the send is still written.
 */
export async function finish(database: Database, ended: EndedAttempt[]): Promise<void> {
  const rows = ended.map(({ claim, state, due, status, error, endedAt }) => {
    const delivered = state === STATE.delivered ? iso(endedAt) : null;
    return [claim.id, claim.token, state, due === null ? null : iso(due), status, error, delivered];
  });
  const attempts = ended
    .filter(({ claim }) => claim.begun)
    .map(({ claim, status, error, endedAt }) => [
      claim.id,
      claim.attempt,
      new Date(claim.begun!.at),
      Math.max(0, endedAt - claim.begun!.at),
      status,
      status === null ? error : null,
    ]);
  await inTransaction(database, async (tx) => {
    await tx.execute(
      sql`UPDATE webhook_deliveries d JOIN JSON_TABLE(${JSON.stringify(rows)}, '$[*]' COLUMNS (
            id BIGINT UNSIGNED PATH '$[0]', token BIGINT UNSIGNED PATH '$[1]', state TINYINT UNSIGNED PATH '$[2]',
            due DATETIME(3) PATH '$[3]', status SMALLINT UNSIGNED PATH '$[4]', error VARCHAR(300) PATH '$[5]',
            delivered DATETIME(3) PATH '$[6]')) r ON r.id = d.id
          SET d.state = r.state, d.due_at = r.due, d.last_response_status = r.status, d.last_error = r.error,
            d.delivered_at = r.delivered, d.lease_token = IF(r.state = ${STATE.unknown}, d.lease_token, NULL)
          WHERE d.lease_token = r.token AND d.state IN (${STATE.claimed}, ${STATE.sending}, ${STATE.unknown})`,
    );
    if (attempts.length > 0) {
      await tx.execute(
        sql`INSERT IGNORE INTO webhook_attempts
              (delivery_id, attempt, started_at, duration_ms, response_status, error) VALUES ${list(attempts)}`,
      );
    }
    await noteHealth(tx, ended);
  });
}

const BATCH = { most: 256, wait: 15, concurrency: 1 };
/** How long a closing writer tries to reach a database that is down, in milliseconds. */
export const CLOSING = 3_000;
const PAUSE = 500;

/** Writes what became of deliveries, in batches. It repeats until it succeeds, or until it has closed. */
export function createWriter(
  database: Database,
  now: () => number,
  failed: (what: string, error: unknown) => void,
) {
  let outOfTime = false;

  async function persistently(what: string, work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work();
        return;
      } catch (error) {
        failed(what, error);
        if (outOfTime) return;
        await new Promise((again) => setTimeout(again, PAUSE));
      }
    }
  }

  /** Gives claims back that were not sent. */
  const releaseAll = (claims: Claimed[]): Promise<void> =>
    persistently('release', () => retried(() => release(database, claims, now())));
  const finishes = createBatcher<EndedAttempt>(
    (ended) => persistently('finish', () => finish(database, ended)),
    BATCH,
  );
  const releases = createBatcher<Claimed>(releaseAll, BATCH);

  return {
    finish: finishes.add,
    release: releases.add,
    releaseAll,
    /** What cannot be written in time gets an unknown outcome when its lease ends. */
    async close(): Promise<void> {
      setTimeout(() => {
        outOfTime = true;
      }, CLOSING).unref();
      await Promise.all([finishes.idle(), releases.idle()]);
    },
  };
}
export type Writer = ReturnType<typeof createWriter>;
