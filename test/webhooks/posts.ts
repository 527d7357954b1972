import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { call, type Harness } from '../helper.ts';
import { EVERY_TYPE } from './support.ts';
import { parcels } from './watching.ts';

export const HOOKS = '/api/v1/webhooks';
export const NEW = { url: 'http://127.0.0.1:9/hook', event_types: EVERY_TYPE, ...parcels('31:109:R-1') };
export type Answer = Awaited<ReturnType<typeof call>>;

export const wasReplayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

export function checkError(t: Test, answer: Answer, status: number, code: string): void {
  t.equal(answer.status, status, answer.text);
  t.match(answer.json(), { code, error: /\w/, request_id: /^[0-9a-f-]{36}$/ });
  t.notOk(wasReplayed(answer));
}

/** Requests under /webhooks that may be repeated, and what is stored by them. */
export function posts({ database }: Harness, app: FastifyInstance) {
  return {
    /** A POST; `once` is its Idempotency-Key. */
    post: (key: string, path: string, body?: unknown, once?: string, api = app) =>
      call(api, 'POST', `${HOOKS}${path}`, {
        key,
        body,
        headers: once === undefined ? {} : { 'idempotency-key': once },
      }),
    /** The endpoints of an account, and its quota. */
    list: async (key: string) => (await call(app, 'GET', HOOKS, { key })).json(),
    rows: async (sql: string, values: unknown[] = []) =>
      (await database.$client.query(sql, values))[0] as Record<string, unknown>[],
  };
}
