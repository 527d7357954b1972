import type { RowDataPacket } from 'mysql2/promise';
import type { Test } from 'tap';
import type { Claimed } from '../../../src/webhooks/dispatch/claim.ts';
import { openSendWindow } from '../../../src/webhooks/dispatch/send-window.ts';
import { call, makeHarness } from '../../helper.ts';
import {
  type Created,
  createEndpoint,
  eventually,
  loadNews,
  makeReceiver,
  permit,
  type Receiver,
} from '../support.ts';
import { county } from '../watching.ts';

/** An installation with an account whose endpoints watch counties. */
export async function makeQueue(t: Pick<Test, 'teardown'>) {
  const harness = await makeHarness(t);
  const { app, key } = await harness.api();
  let loads = 0;
  let counties = 0;

  async function rowsOf({
    id,
  }: Created): Promise<{ id: number; state: number; attempt: number; lease_token: unknown }[]> {
    const [rows] = await harness.database.$client.query<RowDataPacket[]>(
      `SELECT d.id, d.state, d.attempt, d.lease_token FROM webhook_deliveries d
       JOIN webhook_endpoints e ON e.id = d.endpoint_id WHERE e.public_id = ? ORDER BY d.id`,
      [id],
    );
    return rows.map((row) => ({ ...row, id: Number(row.id) })) as never;
  }

  async function watchCounty(t: Test, county_fips: string) {
    const receiver = await makeReceiver(t);
    const endpoint = await createEndpoint(app, key, {
      url: receiver.url,
      ...county('31', county_fips),
      event_types: ['parcel.permit_filed'],
    });
    return { receiver, endpoint };
  }

  /** Loads permits of a county: one event each. */
  async function fill(county: string, count: number): Promise<void> {
    loads++;
    const records = Array.from({ length: count }, (_, n) =>
      permit(`${loads}-${n}`, { county_fips: `31${county}`, parcel_id: `P-${n}` }),
    );
    const { webhooks } = await loadNews(harness, 'permits', records);
    if (webhooks?.events !== count) throw new Error(`${webhooks?.events} events of ${count}`);
  }

  async function numberOf({ id }: Created): Promise<number> {
    const [rows] = await harness.database.$client.query<RowDataPacket[]>(
      'SELECT id FROM webhook_endpoints WHERE public_id = ?',
      [id],
    );
    return Number(rows[0]!.id);
  }

  /** `count` waiting deliveries of an endpoint that is at first the only one to watch its county; `wanted` claims them. */
  async function waiting(t: Test, count: number) {
    const county = String(2 * counties++ + 1).padStart(3, '0');
    const watched = await watchCounty(t, county);
    if (count > 0) await fill(county, count);
    const number = await numberOf(watched.endpoint);
    return { ...watched, county, number, wanted: new Map([[number, count]]) };
  }

  return {
    harness,
    app,
    key,
    watchCounty,
    fill,
    rowsOf,
    waiting,

    allIn: (endpoint: Created, state: number, count: number) =>
      eventually(`${count} deliveries in state ${state}`, async () => {
        const rows = await rowsOf(endpoint);
        return rows.length === count && rows.every((row) => row.state === state);
      }),

    disable: (endpoint: Created) => call(app, 'DELETE', `/api/v1/webhooks/${endpoint.id}`, { key }),
  };
}

/** A claim whose attempt began at a time. */
export const begunAt = (claim: Claimed, at: number): Claimed => ({
  ...claim,
  begun: { at, record: null, sendWindow: openSendWindow() },
});

/** The deliveries that came, in their order. */
export const idsOf = ({ got }: Receiver) =>
  got.map(({ headers }) => String(headers['x-terrier-delivery-id']));

/** Checks that nothing arrived twice. */
export function checkOnce(t: Test, receiver: Receiver, count: number): void {
  const ids = idsOf(receiver);
  t.equal(ids.length, count, `${count} came`);
  t.equal(new Set(ids).size, ids.length, 'none of them twice');
}
