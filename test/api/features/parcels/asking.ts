import type { FastifyInstance } from 'fastify';
import { call } from '../../../helper.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at any depth
export type Json = Record<string, any>;
export const LANCASTER = '31109';
export const DOUGLAS = '31055';
export const BARE_ID = `${LANCASTER}:bare`;
/** A parcel of which nothing is known. */
export const BARE = { county_fips: LANCASTER, parcel_id: 'bare' };

/** The routes of a parcel. */
export function asking(app: FastifyInstance, key: string) {
  /** Asks under both prefixes, which must answer alike; every 200 has the caller's limits. */
  async function get(id: string, part = '') {
    const path = `/parcels/${encodeURIComponent(id)}${part}`;
    const answer = await call(app, 'GET', `/api/v1${path}`, { key });
    const short = await call(app, 'GET', `/v1${path}`, { key });
    const same = short.status === answer.status && (answer.status !== 200 || short.text === answer.text);
    if (!same)
      throw new Error(`/v1${path}: ${short.status} ${short.text}, /api/v1: ${answer.status} ${answer.text}`);
    for (const { status, headers } of [answer, short]) {
      for (const name of ['limit', 'remaining', 'reset']) {
        const value = headers[`x-ratelimit-${name}`];
        if (status === 200 && !/^\d+$/.test(String(value)))
          throw new Error(`${path}: x-ratelimit-${name} ${value}`);
      }
      if (!/^application\/json/.test(String(headers['content-type']))) throw new Error(`${path}: not JSON`);
    }
    return answer;
  }
  const json = async (id: string, part = ''): Promise<Json> => (await get(id, part)).ok();
  return { get, json };
}
