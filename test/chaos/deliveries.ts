import type { RowDataPacket } from 'mysql2/promise';
import { STATE } from '../../src/domain/delivery-states.ts';
import { poll } from '../../src/stores/local/run.ts';
import type { Database } from '../../src/stores/mysql/database.ts';

const OPEN = [STATE.pending, STATE.retrying, STATE.claimed, STATE.sending];
const HURRY = 2_000;
const SETTLED = 120_000;
const SENDING = 8_000;
const LOOK = 10;

/** Makes retries due early: eight attempts would take ten hours. Returns how to stop it. */
export function hurryRetries(database: Database): () => void {
  const sql = 'UPDATE webhook_deliveries SET due_at = ? WHERE state = ? AND due_at > ?';
  const timer = setInterval(() => {
    const now = new Date();
    // MySQL may be away.
    database.$client.query(sql, [now, STATE.retrying, now]).catch(() => {});
  }, HURRY);
  return () => clearInterval(timer);
}

/** Waits, for a few seconds at most, until a dispatcher is sending something. */
export async function whileSending(database: Database): Promise<void> {
  const isSending = async () => {
    const [rows] = await database.$client.query<RowDataPacket[]>(
      'SELECT id FROM webhook_deliveries WHERE state = ? LIMIT 1',
      [STATE.sending],
    );
    return rows.length > 0 ? true : undefined;
  };
  // MySQL may be away.
  await poll(() => isSending().catch(() => undefined), SENDING, LOOK);
}

/** Waits until every delivery is final. Returns how many are not after two minutes. */
export async function settled(database: Database): Promise<number> {
  const left = async () => {
    const [[row]] = await database.$client.query<RowDataPacket[]>(
      'SELECT COUNT(*) AS count FROM webhook_deliveries WHERE state IN (?)',
      [OPEN],
    );
    return Number(row!.count);
  };
  await poll(async () => ((await left()) === 0 ? true : undefined), SETTLED, 1_000);
  return left();
}
