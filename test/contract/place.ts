import type { Test } from 'tap';
import { createKey } from '../../src/accounts/keys.ts';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { demoDeeds, demoParcels, demoPermits, demoRisks } from '../../src/loading/demo/generate.ts';
import type { IngestKind } from '../../src/loading/ingest/ingest.ts';
import { type Harness, makeHarness } from '../helper.ts';
import { portOf } from '../port-of.ts';
import { makeNameServer } from '../webhooks/dispatch/name-server.ts';

/** Parcels of each of the five demo counties that are loaded by default. */
const PARCELS_A_COUNTY = 400;
/** Deliveries of a day's quota, half of the news: the other half is dead-lettered, so that there is something to retry. */
const SENT = 6;
const MUCH = '1000000000';
/** High limits, with a key or without, so that none is reached. */
export const UNLIMITED = { LIMIT_FREE: MUCH, BURST_FREE: MUCH, BURST_LICENSE: MUCH };

/** The parcel of the document's examples, and what belongs to it. */
const PARCEL = { county_fips: '31109', parcel_id: '0109109006000', source: 'made-up' };
const OWNER = 'OAK STREET HOLDINGS LLC';
const DOCUMENTED: Record<IngestKind, Record<string, unknown>[]> = {
  parcels: [
    {
      ...PARCEL,
      street: '1200 N OAK ST APT 4',
      city: 'LINCOLN',
      zip: '68508',
      location: { lat: 40.8136, lon: -96.7026 },
      owner_name: OWNER,
      mailing_address: 'PO BOX 12',
      mailing_city: 'OMAHA',
      mailing_state: 'NE',
      mailing_zip: '68101',
      total_assessed_value: 265_000,
    },
  ],
  deeds: [{ ...PARCEL, document_number: '2019024411', sale_date: '2019-06-14', sale_price_usd: 241_000 }],
  permits: [
    { ...PARCEL, permit_number: 'B-77', filed_date: '2024-03-01', contractor_name: 'ABEL ROOFING INC' },
  ],
  risks: [],
};

/** Deeds that the watching endpoint gets as events. */
export const NEWS = Array.from({ length: 6 }, (_, at) => ({
  ...PARCEL,
  document_number: `2025-${at}`,
  recorded_date: '2025-06-20',
  sale_date: '2025-06-14',
  sale_price_usd: 300_000 + at,
  grantor: 'WREN, ODETTE',
  grantee: OWNER,
  document_type: 'Warranty Deed',
}));

interface Placed {
  county_fips: string;
  parcel_id?: string | null;
}

/** The first parcels of each demo county with what belongs to them, and the documented one. */
function records(most: number): Record<IngestKind, Record<string, unknown>[]> {
  const counts = new Map<string, number>();
  const parcels = [...demoParcels()].filter(({ county_fips }) => {
    const count = (counts.get(county_fips) ?? 0) + 1;
    counts.set(county_fips, count);
    return count <= most;
  });
  const taken = new Set(parcels.map(({ county_fips, parcel_id }) => `${county_fips}:${parcel_id}`));
  const theirs = ({ county_fips, parcel_id }: Placed) => taken.has(`${county_fips}:${parcel_id}`);
  const made = {
    parcels,
    deeds: [...demoDeeds()].filter((deed) => theirs(deed as Placed)),
    permits: [...demoPermits()].filter((permit) => theirs(permit as Placed)),
    risks: [...demoRisks()].filter((risk) => risk.parcel_id === undefined || theirs(risk as Placed)),
  };
  const kinds = Object.keys(made) as IngestKind[];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      [...(made[kind] as unknown as Record<string, unknown>[]), ...DOCUMENTED[kind]],
    ]),
  ) as Record<IngestKind, Record<string, unknown>[]>;
}

/** Loads the first parcels of each demo county with what belongs to them, and the records of the document's examples. */
export async function loadRecords(harness: Harness, most = PARCELS_A_COUNTY): Promise<void> {
  const made = records(most);
  for (const kind of ['parcels', 'deeds', 'permits', 'risks'] as const) {
    const { error } = await harness.load(kind, made[kind]);
    if (error !== null) throw new Error(`The ${kind} could not be loaded: ${error}`);
  }
}

/** A listening API with data in it. */
export interface Place {
  origin: string;
  /** A key of the license tier, which has an endpoint with deliveries. */
  key: string;
  /** The id of that key, which manages the keys of its account. */
  keyId: string;
  /** The ids of the endpoint and of its deliveries. */
  endpoint: string;
  deliveries: string[];
  document(): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Sends a request to the API with the key. Throws when it is refused. */
async function askJson<T>(url: string, key: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** An endpoint that gets events of the documented parcel. */
export const WATCHING = {
  url: 'http://127.0.0.1:9/hooks',
  event_types: ['parcel.sold', 'parcel.owner_changed'],
  filter_kind: 'parcel_ids',
  filter_value: { parcel_ids: ['31:109:0109109006000'] },
};

/**
 * Makes its own installation on the servers that ELASTICSEARCH_URL and DATABASE_URL name, loads it, and starts the API on
 * a free port of this machine. `close` deletes all of it.
 */
export async function makePlace(parcelsACounty = PARCELS_A_COUNTY): Promise<Place> {
  const undo: (() => unknown)[] = [];
  async function close(): Promise<void> {
    for (const step of undo) await step();
  }
  try {
    const own: Pick<Test, 'teardown'> = { teardown: (step) => undo.push(step) };
    const harness = await makeHarness(own);
    await loadRecords(harness, parcelsACounty);
    // Made-up hosts do not exist, wherever this runs.
    const { address } = await makeNameServer(own, () => 'NXDOMAIN');
    const app = await harness.app({
      ...UNLIMITED,
      LOG_LEVEL: 'error',
      WEBHOOK_DNS_SERVERS: address,
      SIGNUP: 'on',
      TRUST_PROXY: '127.0.0.1',
    });
    const port = await portOf(app);
    const origin = `http://127.0.0.1:${port}`;
    const wanted = { tier: 'license', name: 'contract', isAdmin: true } as const;
    const { key, id: keyId } = await createKey(harness.database, wanted);
    const { id: endpoint } = await askJson<{ id: string }>(`${origin}/api/v1/webhooks`, key, WATCHING);
    const tiers = tierLimits(harness.config);
    tiers.license = { ...tiers.license, webhooks: { endpoints: null, events_per_day: SENT } };
    await harness.load('deeds', NEWS, { news: tiers });
    const sent = `${origin}/api/v1/webhooks/${endpoint}/deliveries`;
    const { data } = await askJson<{ data: { id: string }[] }>(sent, key);
    const document = async () =>
      (await fetch(`${origin}/openapi.json`)).json() as Promise<Record<string, unknown>>;
    return { origin, key, keyId, endpoint, deliveries: data.map(({ id }) => id), document, close };
  } catch (error) {
    await close();
    throw error;
  }
}
