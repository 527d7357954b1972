import { randomBytes } from 'node:crypto';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { LIMITS } from '../../../accounts/tiers.ts';
import { STATE, type State } from '../../../domain/delivery-states.ts';
import { ApiError, notFound, retryAfter } from '../../../domain/problems.ts';
import type { NewEndpoint, WebhookEndpoint } from '../../../records/schemas/webhook.ts';
import type { Executor } from '../../../stores/mysql/database.ts';
import { and, count, desc, eq, getTableColumns, lt, sql } from '../../../stores/mysql/drizzle.ts';
import {
  webhookAccounts,
  webhookDeliveries,
  webhookEndpoints,
  webhookHealth,
  webhookWatches,
} from '../../../stores/mysql/schema.ts';
import { accountNumber, lockAccount } from '../../../webhooks/quota.ts';
import { newSecret, seal } from '../../../webhooks/secrets.ts';
import { changeInTime, keyOf } from '../../gate/ticket.ts';
import type { Watched } from './filter.ts';
import { IDEMPOTENCY_ERRORS } from './idempotency.ts';

/** `number` is the endpoint's key in other tables. */
export interface StoredEndpoint {
  number: number;
  record: WebhookEndpoint;
}

const PUBLIC_ID = /^whe_[0-9a-f]{19}$/;
const newPublicId = () => `whe_${randomBytes(10).toString('hex').slice(0, 19)}`;
const { secret: _secret, accountId: _account, ...COLUMNS } = getTableColumns(webhookEndpoints);
const dueIn = (state: State) =>
  sql<Date | null>`(SELECT MIN(due_at) FROM webhook_deliveries
    WHERE state = ${state} AND endpoint_id = ${webhookEndpoints.id})`.mapWith(webhookDeliveries.dueAt);
/** The columns that a record shows. */
const SHOWN = {
  ...COLUMNS,
  failures: sql`COALESCE(${webhookHealth.failures}, 0)`.mapWith(Number),
  failingSince: webhookHealth.failingSince,
  lastSuccessAt: webhookHealth.lastSuccessAt,
  firstDueAt: dueIn(STATE.pending),
  retryDueAt: dueIn(STATE.retrying),
};
/** Selects endpoints with the columns that their records show. */
const selectShown = (executor: Executor) =>
  executor
    .select(SHOWN)
    .from(webhookEndpoints)
    .leftJoin(webhookHealth, eq(webhookHealth.endpointId, webhookEndpoints.id));
const ENDPOINTS_AT_ONCE = 100;
const WATCHES_AT_ONCE = 1_000;

type EndpointRow = Omit<typeof webhookEndpoints.$inferSelect, 'secret' | 'accountId'> &
  Pick<typeof webhookHealth.$inferSelect, 'failures' | 'failingSince' | 'lastSuccessAt'> & {
    firstDueAt: Date | null;
    retryDueAt: Date | null;
  };

const earlier = (a: Date | null, b: Date | null) => (a && b ? (a < b ? a : b) : (a ?? b));

/** An endpoint as the API shows it. The casts are safe: the schema checked the values before they were stored. */
function toEndpoint(row: EndpointRow): StoredEndpoint {
  return {
    number: row.id,
    record: {
      id: row.publicId,
      url: row.url,
      event_types: (row.eventTypes === '' ? [] : row.eventTypes.split(',')) as WebhookEndpoint['event_types'],
      filter_kind: row.filterKind as WebhookEndpoint['filter_kind'],
      filter_value: JSON.parse(row.filterValue),
      description: row.description,
      is_active: row.isActive,
      disabled_reason: row.disabledReason as WebhookEndpoint['disabled_reason'],
      disabled_at: row.disabledAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
      consecutive_failures: row.failures,
      failing_since: row.failingSince?.toISOString() ?? null,
      last_success_at: row.lastSuccessAt?.toISOString() ?? null,
      next_attempt_at: (row.isActive && earlier(row.firstDueAt, row.retryDueAt)?.toISOString()) || null,
    },
  };
}

async function countActive(tx: Executor, account: number): Promise<number> {
  const [found] = await tx
    .select({ active: count() })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, account), eq(webhookEndpoints.isActive, true)));
  return found?.active ?? 0;
}

async function watch(tx: Executor, endpoint: number, keys: Watched['keys']): Promise<void> {
  for (let from = 0; from < keys.length; from += WATCHES_AT_ONCE) {
    const watches = keys.slice(from, from + WATCHES_AT_ONCE).map(([stateFips, countyFips, parcelId]) => ({
      stateFips,
      countyFips,
      parcelId,
      endpointId: endpoint,
    }));
    await tx.insert(webhookWatches).values(watches);
  }
}

interface Creation {
  secretKey: Buffer;
  account: string;
  endpoint: NewEndpoint;
  watched: Pick<Watched, 'filter' | 'keys'>;
  /** The most active endpoints of the account; null is unlimited. */
  most: number | null;
  now: number;
}

/**
 * Creates an endpoint and what it watches.
 * @returns it with its secret, which is shown only now, or null when the account may have no more.
 * @throws ApiError 429 when it has created too many in a minute.
 */
export async function createEndpoint(
  tx: Executor,
  { secretKey, account, endpoint, watched: { filter, keys }, most, now }: Creation,
): Promise<(WebhookEndpoint & { secret: string }) | null> {
  const secret = newSecret();
  const number = await accountNumber(tx, account, now);
  // One after the other for an account, so that its endpoints are counted correctly.
  await lockAccount(tx, number);
  if (most !== null && (await countActive(tx, number)) >= most) return null;
  await checkCreations(tx, number, now);
  const row = {
    publicId: newPublicId(),
    url: endpoint.url,
    eventTypes: [...new Set(endpoint.event_types)].join(','),
    filterKind: endpoint.filter_kind,
    filterValue: JSON.stringify(filter),
    description: endpoint.description ?? null,
    isActive: true,
    disabledReason: null,
    disabledAt: null,
    createdAt: new Date(now),
  };
  const [{ insertId: id }] = await tx
    .insert(webhookEndpoints)
    .values({ ...row, accountId: number, secret: seal(secret, secretKey) });
  await watch(tx, id, keys);
  const untried = {
    failures: 0,
    failingSince: null,
    lastSuccessAt: null,
    firstDueAt: null,
    retryDueAt: null,
  };
  return { ...toEndpoint({ ...row, ...untried, id }).record, secret };
}

const numberOf = (executor: Executor, account: string) =>
  executor
    .select({ id: webhookAccounts.id })
    .from(webhookAccounts)
    .where(eq(webhookAccounts.account, account));

/** An endpoint of an account; null when it is unknown or another account's. */
export async function findEndpoint(
  executor: Executor,
  account: string,
  publicId: string,
): Promise<StoredEndpoint | null> {
  if (!PUBLIC_ID.test(publicId)) return null;
  const [row] = await selectShown(executor).where(
    and(eq(webhookEndpoints.publicId, publicId), eq(webhookEndpoints.accountId, numberOf(executor, account))),
  );
  return row ? toEndpoint(row) : null;
}

/** All endpoints of an account, newest first, a batch at a time. */
export async function* listEndpoints(executor: Executor, account: string): AsyncGenerator<WebhookEndpoint[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await selectShown(executor)
      .where(
        and(eq(webhookEndpoints.accountId, numberOf(executor, account)), lt(webhookEndpoints.id, before)),
      )
      .orderBy(desc(webhookEndpoints.id))
      .limit(ENDPOINTS_AT_ONCE);
    yield rows.map((row) => toEndpoint(row).record);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ENDPOINTS_AT_ONCE) return;
    before = last.id;
  }
}

/** Disables an endpoint for good: nothing more is sent to it. Idempotent. */
export async function disableEndpoint(
  reply: FastifyReply,
  { number, record }: StoredEndpoint,
  now: number,
): Promise<WebhookEndpoint> {
  if (!record.is_active) return record;
  return changeInTime(reply, async (tx) => {
    await tx
      .update(webhookEndpoints)
      .set({ isActive: false, disabledReason: 'user', disabledAt: new Date(now) })
      .where(and(eq(webhookEndpoints.id, number), eq(webhookEndpoints.isActive, true)));
    await tx.delete(webhookWatches).where(eq(webhookWatches.endpointId, number));
    const [row] = await selectShown(tx).where(eq(webhookEndpoints.id, number));
    return toEndpoint(row!).record;
  });
}

const MINUTE = 60_000;

/** When the latest endpoints of an account were created, epoch milliseconds. */
async function latestCreations(tx: Executor, account: number): Promise<number[]> {
  const latest = (active: boolean) =>
    tx
      .select({ at: webhookEndpoints.createdAt })
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.accountId, account), eq(webhookEndpoints.isActive, active)))
      .orderBy(desc(webhookEndpoints.id))
      .limit(LIMITS.endpointsAMinute);
  // Each query reads only the end of its part of the index, however many endpoints there are.
  return [...(await latest(true)), ...(await latest(false))].map(({ at }) => at.getTime());
}

/**
 * Refuses another endpoint to an account that has created its share in the last minute; the account must be locked.
 * @param now epoch milliseconds.
 * @throws ApiError 429 that says when there is room again.
 */
export async function checkCreations(tx: Executor, account: number, now: number): Promise<void> {
  const lately = (await latestCreations(tx, account)).filter((at) => at > now - MINUTE).sort((a, b) => b - a);
  const full = lately[LIMITS.endpointsAMinute - 1];
  if (full === undefined) return;
  const wait = Math.max(1, Math.ceil((full + MINUTE - now) / 1000));
  throw new ApiError(
    'burst_limit',
    `The account has created ${LIMITS.endpointsAMinute} webhook endpoints in a minute; try again in ${wait} s`,
    retryAfter(wait),
  );
}

export const TAGS = ['Webhooks'];

/** The settings of routes that change something once per idempotency key. */
export const ONCE: FastifyContextConfig = {
  access: 'account',
  needs: 'webhooks',
  errors: [404, 413, 415, ...IDEMPOTENCY_ERRORS],
  idempotent: true,
};

export const EndpointId = Type.Object({
  id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
});

/**
 * The endpoint that a request's path names.
 * @throws ApiError 404 when the caller's account has none with this id.
 */
export async function ownEndpoint(request: FastifyRequest): Promise<StoredEndpoint> {
  const { id } = request.params as { id: string };
  const found = await findEndpoint(request.server.services.database, keyOf(request).account, id);
  if (!found) throw notFound('There is no such webhook endpoint');
  return found;
}
