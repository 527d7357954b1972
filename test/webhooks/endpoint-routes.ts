import type { FastifyInstance } from 'fastify';
import { call } from '../helper.ts';

export const HOOKS = '/api/v1/webhooks';
/** Nothing listens there. */
export const SINK = 'http://127.0.0.1:9/hook';

type Json = Record<string, never>;

/** The routes of endpoints and their deliveries, as a key calls them. */
export function endpointRoutes(app: FastifyInstance) {
  const get = (key: string, path: string) => call(app, 'GET', `${HOOKS}${path}`, { key });
  const post = (key: string, path: string, body?: unknown) =>
    call(app, 'POST', `${HOOKS}${path}`, { key, body });
  const remove = (key: string, path: string) => call(app, 'DELETE', `${HOOKS}${path}`, { key });
  const deliveriesOf = async (key: string, id: string): Promise<Json[]> =>
    (await get(key, `/${id}/deliveries`)).json().data;
  return { get, post, remove, deliveriesOf };
}
