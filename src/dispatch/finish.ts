import { waitAfter } from '../domain/retry-schedule.ts';
import { type Database, inTransaction } from '../mysql/database.ts';
import { STATE, type State } from '../webhooks/states.ts';
import type { Claimed } from './claim.ts';
import type { Outcome } from './outcome.ts';

/** An attempt that has ended. */
export interface Ended {
  claim: Claimed;
  outcome: Outcome;
  /** When it began and when it ended, epoch milliseconds; null when it never began. */
  startedAt: number | null;
  endedAt: number;
}

interface Result {
  state: State;
  due: Date | null;
  status: number | null;
  error: string | null;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** Where an attempt leaves its delivery: section 3.2 of the contract. */
export function resultOf({ claim, outcome, endedAt }: Ended, jitter: number): Result {
  if (outcome.kind === 'refused') {
    return { state: STATE.dead_lettered, due: null, status: null, error: outcome.error };
  }
  if (outcome.kind === 'unknown')
    return { state: STATE.unknown, due: null, status: null, error: outcome.error };
  const { status } = outcome;
  if (isSuccess(status)) return { state: STATE.delivered, due: null, status, error: null };
  const wait = waitAfter(claim.attempt - claim.attemptsBefore, jitter);
  const error = `The endpoint answered ${status}`;
  return wait === null
    ? { state: STATE.dead_lettered, due: null, status, error }
    : { state: STATE.retrying, due: new Date(endedAt + wait), status, error };
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 23).replace('T', ' ');

/**
 * Writes what became of attempts, many in one commit. A delivery that is no longer this process's is left as it is; one
 * whose lease ran out while it was sent is still told what became of it.
 */
export async function finish(database: Database, ended: Ended[]): Promise<void> {
  const rows = ended.map((one) => {
    const { state, due, status, error } = resultOf(one, Math.random());
    const delivered = state === STATE.delivered ? iso(one.endedAt) : null;
    return [one.claim.id, one.claim.token, state, due && iso(due.getTime()), status, error, delivered];
  });
  const attempts = ended
    .filter(({ startedAt }) => startedAt !== null)
    .map(({ claim, outcome, startedAt, endedAt }) => [
      claim.id,
      claim.attempt,
      new Date(startedAt!),
      Math.max(0, endedAt - startedAt!),
      outcome.kind === 'answered' ? outcome.status : null,
      outcome.kind === 'answered' ? null : outcome.error,
    ]);
  await inTransaction(database, async (connection) => {
    await connection.query(
      `UPDATE webhook_deliveries d JOIN JSON_TABLE(?, '$[*]' COLUMNS (
         id BIGINT UNSIGNED PATH '$[0]', token BIGINT UNSIGNED PATH '$[1]', state TINYINT UNSIGNED PATH '$[2]',
         due DATETIME(3) PATH '$[3]', status SMALLINT UNSIGNED PATH '$[4]', error VARCHAR(300) PATH '$[5]',
         delivered DATETIME(3) PATH '$[6]')) r ON r.id = d.id
       SET d.state = r.state, d.due_at = r.due, d.last_response_status = r.status, d.last_error = r.error,
         d.delivered_at = r.delivered, d.lease_token = IF(r.state = ${STATE.unknown}, d.lease_token, NULL)
       WHERE d.lease_token = r.token AND d.state IN (${STATE.claimed}, ${STATE.sending}, ${STATE.unknown})`,
      [JSON.stringify(rows)],
    );
    if (attempts.length > 0) {
      await connection.query(
        `INSERT IGNORE INTO webhook_attempts
           (delivery_id, attempt, started_at, duration_ms, response_status, error) VALUES ?`,
        [attempts],
      );
    }
  });
}
