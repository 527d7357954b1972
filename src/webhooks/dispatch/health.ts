import { STATE } from '../../domain/delivery-states.ts';
import type { Executor } from '../../stores/mysql/database.ts';
import { list, sql } from '../../stores/mysql/drizzle.ts';
import { webhookHealth } from '../../stores/mysql/schema.ts';
import type { EndedAttempt } from './ended.ts';

/** The results of some sends to an endpoint, in the order in which they ended; times are epoch milliseconds. */
export interface Run {
  /** The last success among them; null when all failed. */
  succeededAt: number | null;
  /** The failures after that success. */
  failures: number;
  firstFailureAt: number | null;
}

/** Tests, deliveries queued again by hand and those never sent do not count. */
const counts = ({ byHand, claim }: EndedAttempt) => !byHand && claim.begun !== undefined;

/** The runs of attempts, by endpoint. */
export function runsOf(ended: EndedAttempt[]): Map<number, Run> {
  const runs = new Map<number, Run>();
  for (const { claim, state, endedAt } of ended.filter(counts).sort((a, b) => a.endedAt - b.endedAt)) {
    const before = runs.get(claim.endpoint);
    runs.set(
      claim.endpoint,
      state === STATE.delivered
        ? { succeededAt: endedAt, failures: 0, firstFailureAt: null }
        : {
            succeededAt: before?.succeededAt ?? null,
            failures: (before?.failures ?? 0) + 1,
            firstFailureAt: before?.firstFailureAt ?? endedAt,
          },
    );
  }
  return runs;
}

const timeOf = (time: number | null) => (time === null ? null : new Date(time));

/** Records how sends to endpoints went. A success clears the failures before it. */
export async function noteHealth(tx: Executor, ended: EndedAttempt[]): Promise<void> {
  const runs = [...runsOf(ended)].sort(([a], [b]) => a - b);
  if (runs.length === 0) return;
  const rows = runs.map(([endpoint, { succeededAt, failures, firstFailureAt }]) => [
    endpoint,
    failures,
    timeOf(firstFailureAt),
    timeOf(succeededAt),
  ]);
  await tx.execute(
    sql`INSERT INTO ${webhookHealth}
          (endpoint_id, failures, failing_since, last_success_at) VALUES ${list(rows)}
        ON DUPLICATE KEY UPDATE
          failures = IF(VALUES(last_success_at) IS NULL, failures, 0) + VALUES(failures),
          failing_since = IF(VALUES(last_success_at) IS NULL, COALESCE(failing_since, VALUES(failing_since)),
            VALUES(failing_since)),
          last_success_at = COALESCE(VALUES(last_success_at), last_success_at)`,
  );
}
