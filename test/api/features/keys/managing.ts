import type { FastifyInstance } from 'fastify';
import { type ApiKey, createKey } from '../../../../src/accounts/keys.ts';
import { call, type Harness } from '../../../helper.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at any depth
export type Json = any;
let accounts = 0;

/** The routes with which an account manages its own keys. */
export function managing({ database }: Harness, app: FastifyInstance) {
  /** A key that manages the keys of a new account. */
  async function admin(wanted: Partial<Parameters<typeof createKey>[1]> = {}) {
    const account = `account-${++accounts}`;
    return createKey(database, { tier: 'scale', name: 'first', isAdmin: true, account, ...wanted });
  }
  const status = async (key: string, at = app, url = '/v1/usage') =>
    (await call(at, 'GET', url, { key })).status;
  const make = (key: string, body: object, at = app) => call(at, 'POST', '/v1/keys', { key, body });
  const rotate = (key: string, id: string, body?: object, at = app) =>
    call(at, 'POST', `/v1/keys/${id}/rotate`, { key, body });
  const end = (key: string, id: string, at = app) => call(at, 'DELETE', `/v1/keys/${id}`, { key });
  const list = async (key: string, at = app): Promise<Json[]> =>
    (await call(at, 'GET', '/v1/keys', { key })).json().data;

  async function made(key: string, body: object): Promise<ApiKey & { key: string }> {
    const answer = await make(key, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json();
  }
  return { admin, status, make, rotate, end, list, made };
}
