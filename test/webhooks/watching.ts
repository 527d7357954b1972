import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { call, type Harness } from '../helper.ts';
import { createEndpoint as makeEndpoint } from './support.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers and payloads are looked into at any depth
export type Json = any;
export type Event = Record<string, Json>;

export const parcels = (...ids: string[]) => ({
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: ids },
});
export const state = (state_fips: string) => ({ filter_kind: 'state_fips', filter_value: { state_fips } });
export const county = (state_fips: string, county_fips: string) => ({
  filter_kind: 'county_fips',
  filter_value: { state_fips, county_fips },
});

export const typesOf = (all: Event[]) => all.map(({ event_type }) => event_type).sort();
/** What a load reports that sends nothing. */
export const QUIET = { events: 0, deliveries: 0, over_quota: 0, not_kept: 0 };

/** Endpoints that watch parcels, and what they and their accounts are told. */
export function watching(t: Pick<Test, 'afterEach'>, harness: Harness, app: FastifyInstance) {
  /** Disabled when a test ends, so that they get no events of other tests. */
  const active: [key: string, id: string][] = [];
  t.afterEach(async () => {
    for (const [key, id] of active.splice(0)) await call(app, 'DELETE', `/api/v1/webhooks/${id}`, { key });
  });
  const get = async (key: string, path: string, api = app): Promise<Json> =>
    (await call(api, 'GET', `/api/v1${path}`, { key })).json();
  const createEndpoint = async (key: string, wanted: Record<string, unknown>, api = app) => {
    const endpoint = await makeEndpoint(api, key, { url: 'http://127.0.0.1:9/', ...wanted });
    active.push([key, endpoint.id]);
    return endpoint;
  };
  return {
    get,
    createEndpoint,
    /** An account of its own with one endpoint on these parcels (or another filter), to which nothing is sent. */
    async watch(filter: Record<string, unknown>) {
      const key = await harness.key();
      return { key, endpoint: await createEndpoint(key, filter) };
    },
    /** All events of an account, oldest first. */
    eventsOf: async (key: string): Promise<Event[]> => (await get(key, '/events?limit=500')).data,
    deliveriesOf: async (key: string, id: string): Promise<Event[]> =>
      (await get(key, `/webhooks/${id}/deliveries`)).data,
  };
}
