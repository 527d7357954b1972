import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { call, makeHarness } from '../../../helper.ts';

export const PARCEL = '/api/v1/parcels/31109:1';
export const UNKNOWN = '/api/v1/parcels/31109:2';
export const NOON = Date.UTC(2031, 4, 15, 12, 0, 10);
export const MONTH_END = Date.UTC(2031, 5, 1) / 1000;
export const MINUTE_END = Date.UTC(2031, 4, 15, 12, 1) / 1000;
export const MINUTE = 60_000;

/** An installation with one parcel. */
export async function withParcel(t: Pick<Test, 'teardown'>) {
  const harness = await makeHarness(t);
  await harness.load('parcels', [{ county_fips: '31109', parcel_id: '1', owner_name: 'Ida Quill' }]);
  return harness;
}

/** A clock that stands still until it is set. */
export function clock(start = NOON) {
  let time = start;
  return {
    now: () => time,
    set(value: number) {
      time = value;
    },
    pass(milliseconds: number) {
      time += milliseconds;
    },
  };
}

/** The three headers as numbers. */
export function limits({ headers }: { headers: Record<string, unknown> }) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? Number.NaN),
  );
  return { limit, remaining, reset };
}

export const get = (app: FastifyInstance, key: string, url = PARCEL) => call(app, 'GET', url, { key });
export const usage = async (app: FastifyInstance, key: string) =>
  (await get(app, key, '/api/v1/usage')).json();

export async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < count; at++) results.push(await work());
  return results;
}
export const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status);

export function checkRefusal(
  t: Test,
  answer: Awaited<ReturnType<typeof call>>,
  code: string,
  retryAfter: number,
  reset: number,
): void {
  t.equal(answer.status, 429);
  t.match(answer.json(), { code, error: /\d/, request_id: /^[0-9a-f-]{36}$/ });
  t.equal(answer.headers['retry-after'], String(retryAfter), 'Retry-After is seconds');
  t.match(limits(answer), { remaining: 0, reset });
}
