import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { call, type Harness } from '../helper.ts';
import { EVERY_TYPE } from './support.ts';

export const PUBLIC = 'https://93.184.215.14/hook';
export const NEW = {
  url: PUBLIC,
  event_types: EVERY_TYPE,
  filter_kind: 'state_fips',
  filter_value: { state_fips: '31' } as Record<string, unknown>,
};

/** A body with some keys replaced; undefined removes a key. */
export const body = (changes: Record<string, unknown>) => JSON.stringify({ ...NEW, ...changes });

/** A request that should be refused, or with which an endpoint should be created. */
export type Row = [what: string, body: string | Buffer, names: RegExp, code?: string, status?: number];

/** Sends bodies that should create endpoints with a key, and reads what is stored. */
export function creating({ database }: Harness, app: FastifyInstance, key: string) {
  const send = (sent: string | Buffer, type = 'application/json') =>
    call(app, 'POST', '/api/v1/webhooks', { key, body: sent, headers: { 'content-type': type } });

  /** The numbers of stored endpoints, of filter values, and of accounts that ever had an endpoint. */
  async function stored(): Promise<number[]> {
    const tables = ['webhook_endpoints', 'webhook_watches', 'webhook_accounts'];
    const all = tables.map((table) => database.$client.query(`SELECT COUNT(*) AS count FROM ${table}`));
    return (await Promise.all(all)).map(([rows]) => Number((rows as { count: unknown }[])[0]!.count));
  }

  /** Creates an endpoint, and checks that it is stored as it was answered. Returns its record. */
  async function make(t: Test, what: string, changes: Record<string, unknown>) {
    const answer = await send(body(changes));
    t.equal(answer.status, 201, `${what}: ${answer.text.slice(0, 200)}`);
    const read = (await call(app, 'GET', `/api/v1/webhooks/${answer.json().id}`, { key })).json();
    const { secret, unmatched_parcel_ids, ...record } = answer.json();
    t.same(read, record, `${what}: stored as it was answered`);
    return read;
  }
  return { send, stored, make };
}
