/** Shared by the tests of deliveries that are queued, and that nothing sends yet. */
import { STATE } from '../../src/domain/delivery-states.ts';
import { call, type Harness } from '../helper.ts';
import { createEndpoint, idsOf, loadNews, permit } from './support.ts';

export const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: answers, rows and what commands print are looked into at any depth
export type Json = any;

export const idsIn = (listed: Json[]): string[] => listed.map(({ id }) => id);

/** The columns of a delivery of unknown outcome. */
export const unknown = (error: string) => ({
  state: STATE.unknown,
  due_at: null,
  attempt: 1,
  last_error: error,
  lease_token: 5,
  last_attempt_at: new Date(),
});
/** The columns of a dead letter. */
export const dead = {
  state: STATE.dead_lettered,
  due_at: null,
  attempt: 8,
  last_error: 'The endpoint answered 500',
};

/** Queues deliveries of an installation, and sets and reads their states. */
export async function queuing(harness: Harness) {
  const known = await idsOf(harness);
  const { app, key } = await harness.api({ tier: 'pro' });
  const listed = async ({ id }: { id: string }): Promise<Json[]> =>
    (await call(app, 'GET', `/api/v1/webhooks/${id}/deliveries`, { key })).json().data;
  let parcels = 0;
  /** An endpoint of its own with this many deliveries in queue order. */
  const queued = async (count: number, url = 'http://127.0.0.1:9/') => {
    const parcel_id = `P-${++parcels}`;
    const endpoint = await createEndpoint(app, key, {
      url,
      filter_kind: 'parcel_ids',
      filter_value: { parcel_ids: [`31:109:${parcel_id}`] },
    });
    const permits = Array.from({ length: count }, (_, n) => permit(`${parcel_id}-${n}`, { parcel_id }));
    await loadNews(harness, 'permits', permits);
    return { endpoint, ids: idsIn(await listed(endpoint)).reverse() };
  };
  /** Sets columns of a delivery, as attempts and time would. */
  const put = (id: string, values: Record<string, unknown>) =>
    harness.database.$client.query('UPDATE webhook_deliveries SET ? WHERE id = ?', [
      values,
      known.deliveryNumber(id),
    ]);
  const statuses = async (endpoint: { id: string }): Promise<Record<string, string>> =>
    Object.fromEntries((await listed(endpoint)).map(({ id, status }) => [id, status]));
  const disable = ({ id }: { id: string }) => call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });
  return { app, known, queued, put, statuses, disable };
}
