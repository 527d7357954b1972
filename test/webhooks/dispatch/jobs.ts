import type { Job } from '../../../src/webhooks/dispatch/deliver-task.ts';
import { createSender, type SenderOptions } from '../../../src/webhooks/dispatch/send.ts';
import { openSendWindow, type SendWindow } from '../../../src/webhooks/dispatch/send-window.ts';
import { createNames, nameServers, type Resolve } from '../../../src/webhooks/names.ts';

export const SECRET = 'whsec_q7Yc0dZkP4n1xGvR2bLtWs8mJfHeUa35';
export const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** An event as it is stored. */
export const STORED = {
  event_id: 'e1'.repeat(32),
  event_type: 'parcel.sold',
  occurred_at: '2024-06-20T00:00:00.000Z',
  occurred_at_basis: 'recording_date',
  parcel_id: '0123 A/7 ü',
  state_fips: '31',
  county_fips: '109',
  source_run_id: null,
  sale_date: '2024-06-14',
  sale_price_usd: 241_000.5,
  grantor: 'WREN, ODETTE “ODD” 🏠',
  grantee: null,
  recorded_date: '2024-06-20',
  is_arm_length: true,
  document_type: 'warranty_deed',
};

interface Changes {
  account?: number;
  attempt?: number;
  eventId?: string;
  secret?: string;
  event?: string;
  record?: number | null;
  parcelScoped?: boolean;
  match?: { canonical_id: string | null; match_basis: string | null };
}

export const jobTo = (
  url: string,
  {
    account = 1,
    attempt = 3,
    eventId = STORED.event_id,
    secret = SECRET,
    event = JSON.stringify(STORED),
    record = null,
    parcelScoped = false,
    match = { canonical_id: '31:109:0123 A/7 ü', match_basis: 'state_county_parcel_id' },
  }: Changes = {},
): Job => ({
  claim: {
    id: 71,
    endpoint: 5,
    event: 9,
    attempt,
    attemptsBefore: 0,
    token: 1,
    requeued: false,
    createdAt: new Date(0),
    begun: { at: 0, record, sendWindow: openSendWindow() },
  },
  endpoint: { id: 'whe_5', account, url, secret, parcelScoped },
  event: {
    eventId,
    eventType: STORED.event_type,
    body: event,
    ...match,
    isTest: false,
  },
  deliveryId: 'dlv_71',
});

/** The same, as an attempt that begins again. */
export const begunAgain = (job: Job, sendWindow = openSendWindow()): Job => ({
  ...job,
  claim: { ...job.claim, begun: { ...job.claim.begun!, sendWindow } },
});

/** A sender that may reach loopback, closed with the test. */
export function senderFor(
  t: { teardown(work: () => void): void },
  { resolve = nameServers(), ...options }: Partial<SenderOptions> & { resolve?: Resolve } = {},
) {
  const sender = createSender({
    devHosts: LOOPBACK,
    names: createNames(resolve),
    mark: () => true,
    ...options,
  });
  t.teardown(sender.close);
  return { ...sender, send: (job: Job, sendWindow?: SendWindow) => sender.send(begunAgain(job, sendWindow)) };
}

/** A look-up that finds these addresses for any host, and records which hosts it was asked for. */
export function lookupOf(...addresses: string[]) {
  const asked: string[] = [];
  const resolve: Resolve = async (host) => {
    asked.push(host);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, asked };
}
