import type { Tier, TierLimits } from '../../accounts/tiers.ts';
import type { Executor } from '../../mysql/database.ts';
import { and, count, eq } from '../../mysql/drizzle.ts';
import { webhookDeliveries, webhookEndpoints, webhookHealth, webhookWatches } from '../../mysql/schema.ts';
import { ApiError } from '../../problems.ts';
import type { EndpointChanges, WebhookEndpoint } from '../../schemas/webhook.ts';
import { lockAccount } from '../../webhooks/accounts.ts';
import { ENDPOINT_DISABLED } from '../../webhooks/not-sent.ts';
import { deadLettersOf, retryDeadLetters } from '../../webhooks/retry.ts';
import { countActive, keysOf, listOf, selectShown, toEndpoint, watch } from './endpoints.ts';
import type { Watched } from './filter.ts';

interface Change {
  tiers: Record<Tier, TierLimits>;
  /** The endpoint's number. */
  number: number;
  changes: EndpointChanges;
  /** What the new filter watches; null keeps the old one. */
  watched: { kind: WebhookEndpoint['filter_kind']; filter: Watched['filter']; keys: Watched['keys'] } | null;
  /** Most active endpoints of the account; null is unlimited. */
  most: number | null;
  now: number;
}

type Missed = { events: number | null; queued: number } | null;

const isMissed = eq(webhookDeliveries.lastError, ENDPOINT_DISABLED);

/** Locks an endpoint and, before it, its account, so that no event is stored while it changes. Null when it is gone. */
async function lockEndpoint(tx: Executor, number: number) {
  const [owner] = await tx
    .select({ account: webhookEndpoints.accountId })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, number));
  if (!owner) return null;
  await lockAccount(tx, owner.account);
  const isIt = and(eq(webhookEndpoints.id, number), eq(webhookEndpoints.accountId, owner.account));
  await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isIt).for('update');
  const [row] = await selectShown(tx).where(isIt);
  return row ? { account: owner.account, before: toEndpoint(row).record } : null;
}

async function isWatching(tx: Executor, number: number): Promise<boolean> {
  const [row] = await tx
    .select({ endpoint: webhookWatches.endpointId })
    .from(webhookWatches)
    .where(eq(webhookWatches.endpointId, number))
    .limit(1);
  return row !== undefined;
}

async function countMissed(tx: Executor, number: number): Promise<number> {
  const [found] = await tx
    .select({ events: count() })
    .from(webhookDeliveries)
    .where(deadLettersOf(number, isMissed));
  return found!.events;
}

/** What failed before says nothing of what it is now. */
const forgiveFailures = (tx: Executor, number: number) =>
  tx
    .update(webhookHealth)
    .set({ failures: 0, failingSince: null, lastFailureAt: null })
    .where(eq(webhookHealth.endpointId, number));

const stateOf = (active: boolean, now: number) =>
  active
    ? { isActive: true, disabledReason: null, disabledAt: null }
    : { isActive: false, disabledReason: 'user', disabledAt: new Date(now) };

/**
 * Changes an endpoint, all of it in one commit: every event goes by the old or by the new filter.
 * @returns it as it is then, with what it missed when it was enabled or asked for that; null when it is gone.
 * @throws ApiError when the plan has no room for another active endpoint, or a disabled one shall be sent what it missed.
 */
export async function changeEndpoint(
  tx: Executor,
  { tiers, number, changes, watched, most, now }: Change,
): Promise<{ record: WebhookEndpoint; missed: Missed } | null> {
  const locked = await lockEndpoint(tx, number);
  if (!locked) return null;
  const { account, before } = locked;
  const active = changes.is_active ?? before.is_active;
  const enables = active && !before.is_active;
  if (enables && most !== null && (await countActive(tx, account)) >= most) {
    throw new ApiError(
      'endpoint_quota',
      `All ${most} active endpoints of this plan are in use; disable one first`,
    );
  }
  if (changes.queue_missed === true && !active) {
    throw new ApiError('endpoint_disabled', 'The endpoint is disabled; queue_missed needs is_active true');
  }
  const set = {
    ...(changes.url === undefined ? {} : { url: changes.url }),
    ...(changes.event_types === undefined ? {} : { eventTypes: listOf(changes.event_types) }),
    ...(changes.description === undefined ? {} : { description: changes.description }),
    ...(watched === null ? {} : { filterKind: watched.kind, filterValue: JSON.stringify(watched.filter) }),
    ...(active === before.is_active ? {} : stateOf(active, now)),
  };
  if (Object.keys(set).length > 0) {
    await tx.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, number));
  }
  if (enables || (changes.url !== undefined && changes.url !== before.url)) await forgiveFailures(tx, number);
  const watching = await isWatching(tx, number);
  if (watched !== null || (enables && !watching)) await watch(tx, number, watched?.keys ?? keysOf(before));
  const [row] = await selectShown(tx).where(eq(webhookEndpoints.id, number));
  const { record } = toEndpoint(row!);
  if (!enables && changes.queue_missed !== true) return { record, missed: null };
  const events = watching ? await countMissed(tx, number) : null;
  const { queued } =
    changes.queue_missed === true
      ? await retryDeadLetters(tx, tiers, { endpoint: number, account, condition: isMissed, now })
      : { queued: 0 };
  return { record, missed: { events, queued } };
}
