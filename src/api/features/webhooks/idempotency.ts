import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pTimeout from 'p-timeout';
import Type from 'typebox';
import { ApiError, retryAfter } from '../../../domain/problems.ts';
import { JSON_TYPE } from '../../../records/schemas/common.ts';
import type { Database, Executor } from '../../../stores/mysql/database.ts';
import { and, eq, lte } from '../../../stores/mysql/drizzle.ts';
import { isDuplicate } from '../../../stores/mysql/retry.ts';
import { idempotencyKeys } from '../../../stores/mysql/schema.ts';
import { open, seal } from '../../../webhooks/secrets.ts';
import { changeInTime, keyOf } from '../../gate/ticket.ts';

export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description:
        'Makes the request safe to repeat: 1 to 255 visible ASCII characters of your own, new for each thing to create. ' +
        'The same key with the same request within 24 hours has the first answer again, with `Idempotent-Replayed: ' +
        'true`; with another request it is a 422. Only 2xx answers are kept. Any API key of the account with the scope ' +
        '`webhooks` has the same answer, a secret in it included',
      examples: ['7f6d2c1e-4b0a-4d57-9a57-2f0f7f0c9b11'],
    }),
  ),
});
export const IDEMPOTENCY_ERRORS = [409, 422];

const HOUR = 3_600_000;
const HOURS_KEPT = 24;
const ROWS_AT_ONCE = 1_000;
/** How long a request waits for another one with the same key, in milliseconds. */
const PATIENCE = 800;

export interface Answer {
  status: number;
  body: string;
}

/** The key within its account, and a hash of method, route, path and body. */
interface KeyedRequest {
  account: string;
  key: string;
  asked: Buffer;
}

function keyedRequestOf(request: FastifyRequest): KeyedRequest | null {
  const { headers, method, routeOptions, params, body } = request;
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  const asked = hash('sha256', JSON.stringify([method, routeOptions.url, params, body ?? null]), 'buffer');
  return { account: keyOf(request).account, key, asked };
}

const rowOf = ({ account, key }: KeyedRequest) =>
  and(eq(idempotencyKeys.account, account), eq(idempotencyKeys.idempotencyKey, key));

/**
 * The stored answer of a key; null when there is none or it has expired.
 * @throws ApiError 422 when the key came with another request.
 */
async function findAnswer(
  executor: Executor,
  secretKey: Buffer,
  keyed: KeyedRequest,
  now: number,
): Promise<Answer | null> {
  const [row] = await executor.select().from(idempotencyKeys).where(rowOf(keyed));
  if (!row || row.createdAt.getTime() <= now - HOURS_KEPT * HOUR) return null;
  if (!keyed.asked.equals(row.asked)) {
    throw new ApiError('idempotency_conflict', 'This Idempotency-Key came with another request before');
  }
  return { status: row.status!, body: open(row.answer!, secretKey) };
}

/** Inserts the row of a key. Another request may hold it while it works: this waits, but not as long as other statements. */
async function insertKey(tx: Executor, { account, key, asked }: KeyedRequest, now: number): Promise<void> {
  const row = { account, idempotencyKey: key, asked, createdAt: new Date(now) };
  const text = 'Another request with this Idempotency-Key is under way';
  await pTimeout(tx.insert(idempotencyKeys).values(row).execute(), {
    milliseconds: PATIENCE,
    message: new ApiError('idempotency_in_progress', text, retryAfter(1)),
  });
}

/** Takes a key for this transaction, so that other requests with it wait. Returns the stored answer, if any. */
async function takeKey(tx: Executor, secretKey: Buffer, keyed: KeyedRequest, now: number) {
  try {
    await insertKey(tx, keyed, now);
    return null;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const found = await findAnswer(tx, secretKey, keyed, now);
  if (found) return found;
  await tx.delete(idempotencyKeys).where(rowOf(keyed));
  await insertKey(tx, keyed, now);
  return null;
}

const keepAnswer = (tx: Executor, secretKey: Buffer, keyed: KeyedRequest, { status, body }: Answer) =>
  tx
    .update(idempotencyKeys)
    .set({ status, answer: seal(body, secretKey) })
    .where(rowOf(keyed));

/**
 * Answers a request that creates something, once for each Idempotency-Key: what is created and the answer are committed
 * together.
 * @param check runs before the transaction; skipped when there already is an answer.
 * @param create makes the thing in the transaction; if it throws, everything is rolled back and no answer is kept.
 */
export async function answerOnce<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, secretKey, now }: { database: Database; secretKey: Buffer; now: number },
  check: () => Promise<T>,
  create: (tx: Executor, checked: T) => Promise<Answer>,
): Promise<FastifyReply> {
  const keyed = keyedRequestOf(request);
  const send = ({ status, body }: Answer, replayed: boolean) => {
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply.code(status).type(JSON_TYPE).send(body);
  };
  const kept = keyed && (await findAnswer(database, secretKey, keyed, now));
  if (kept) return send(kept, true);
  const checked = await check();
  const { answer, replayed } = await changeInTime(reply, async (tx) => {
    const found = keyed && (await takeKey(tx, secretKey, keyed, now));
    if (found) return { answer: found, replayed: true };
    const made = await create(tx, checked);
    if (keyed) await keepAnswer(tx, secretKey, keyed, made);
    return { answer: made, replayed: false };
  });
  return send(answer, replayed);
}

/** Deletes expired answers. Returns how many. */
export async function deleteOldAnswers(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - HOURS_KEPT * HOUR);
  for (let deleted = 0; ; ) {
    const [{ affectedRows }] = await database
      .delete(idempotencyKeys)
      .where(lte(idempotencyKeys.createdAt, before))
      .orderBy(idempotencyKeys.createdAt)
      .limit(ROWS_AT_ONCE);
    deleted += affectedRows;
    if (affectedRows < ROWS_AT_ONCE) return deleted;
  }
}
