/** Shared by the tests of views: three counties, sales, and what the API answers from the views. */
import { VIEW_KINDS } from '../../../src/stores/elastic/indices.ts';
import { call, type Harness } from '../../helper.ts';
import { contents, stored } from './support.ts';

export const LANCASTER = '31109';
export const DOUGLAS = '31055';
export const WAKE = '37183';
export const at = (parcel_id: string, county_fips = LANCASTER) => ({ county_fips, parcel_id });

/** A sale at arm's length, with the given keys replaced. */
export const sale = (
  record_id: string,
  sale_date: string,
  sale_price_usd: number,
  more: Record<string, unknown> = {},
) => ({
  ...at('p1'),
  record_id,
  sale_date,
  sale_price_usd,
  ...more,
});

/** What the views answer, and which documents they have. */
export async function viewAnswers(harness: Harness) {
  const app = await harness.app();
  const key = await harness.key({ tier: 'license' });
  const ask = (path: string) => call(app, 'GET', `/api/v1/${path}`, { key });
  /** The answer to a request that must succeed. */
  async function get(path: string) {
    const { status, text, json } = await ask(path);
    if (status !== 200) throw new Error(`${status} ${text} to ${path}`);
    return json();
  }
  const rows = async (path: string) => (await get(path)).data;
  const owner = (name: string) => get(`owners/${encodeURIComponent(name)}`);
  const noOwner = async (name: string) => (await ask(`owners/${encodeURIComponent(name)}`)).status === 404;

  /** Every document of every view. */
  const views = async () =>
    Object.fromEntries(
      await Promise.all(VIEW_KINDS.map(async (kind) => [kind, await contents(harness, kind)])),
    );
  /** How many documents each view has; empty views are left out. */
  async function sizes() {
    const counted = VIEW_KINDS.map(
      async (kind): Promise<[string, number]> => [kind, (await stored(harness, kind)).size],
    );
    return Object.fromEntries((await Promise.all(counted)).filter(([, size]) => size > 0));
  }
  return { get, rows, owner, noOwner, views, sizes };
}
