import { createKey } from '../../src/accounts/keys.ts';
import { tierLimits } from '../../src/accounts/tiers.ts';
import { loadRecords, NEWS, UNLIMITED, WATCHING } from '../contract/place.ts';
import { freePort } from '../free-port.ts';
import type { Harness } from '../helper.ts';
import { harnessFor } from '../proof/installation.ts';
import { laterSteps } from '../proof/prove.ts';
import { makeNameServer, type Says } from '../webhooks/dispatch/name-server.ts';
import { makeReceiver, type Receiver } from '../webhooks/support.ts';
import { basemapOf } from './event-loop/lots.ts';
import type { Json } from './operations.ts';
import { type Running, startTerrier } from './processes.ts';

/** The owner that no log, metric or error may name. */
export const CANARY_OWNER = 'ZEPHYRINE QUILLFEATHER';
export const RECEIVER_HOST = 'receiver.test';
const PARCELS_A_COUNTY = 120;
/** Memory for counties and tiles, MiB: so little that it is full long before memory is measured. */
const CACHES = { MEMORY_MB: process.env.MEMORY_MB ?? '4', TILE_CACHE_MB: '8' };

/** One of the two customers. */
export interface Account {
  key: string;
  keyId: string;
  /** A second key of the account. */
  otherKeyId: string;
  endpoint: string;
  secret: string;
  deliveries: string[];
  /** Texts that only this account may see. */
  marks: string[];
}

/** An installation with data, two customers, an API and a dispatcher, each in its own process. */
export interface Place {
  harness: Harness;
  port: number;
  metricsPort: number;
  api: Running;
  dispatcher: Running;
  receiver: Receiver;
  receiverUrl: string;
  first: Account;
  second: Account;
  /** Answers of the name server by host; other hosts do not exist. */
  hosts: Map<string, Says | (() => Says)>;
  dnsServer: string;
  /** What must not be shown: keys, secrets, passwords. */
  secrets: string[];
  call(
    method: string,
    path: string,
    key: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; json: Json }>;
  close(): Promise<void>;
}

/** Two parcels and a deed of the owner that nothing may name. */
const CANARY = {
  parcels: ['CANARY-1', 'CANARY-2'].map((parcel_id, at) => ({
    county_fips: '31109',
    parcel_id,
    street: `${9 + at} CANARY CT`,
    city: 'LINCOLN',
    zip: '68508',
    location: { lat: 40.8137, lon: -96.7027 },
    owner_name: CANARY_OWNER,
    total_assessed_value: 313_000,
    source: 'made-up',
  })),
  deeds: [
    {
      county_fips: '31109',
      parcel_id: 'CANARY-1',
      document_number: '2024-C1',
      recorded_date: '2024-02-02',
      sale_date: '2024-02-01',
      sale_price_usd: 300_000,
      grantee: CANARY_OWNER,
      document_type: 'Warranty Deed',
      source: 'made-up',
    },
  ],
};

const passwordsOf = (...urls: string[]) =>
  urls.map((url) => decodeURIComponent(new URL(url).password)).filter((password) => password.length > 5);

/** Makes it on the servers that ELASTICSEARCH_URL and DATABASE_URL name. `close` ends and deletes all of it. */
export async function makePlace(): Promise<Place> {
  const { later, run: close } = laterSteps();
  const own = { teardown: later };
  try {
    const harness = await harnessFor(later);
    await loadRecords(harness, PARCELS_A_COUNTY);
    for (const kind of ['parcels', 'deeds'] as const) await harness.load(kind, CANARY[kind]);
    const hosts = new Map<string, Says | (() => Says)>([[RECEIVER_HOST, { A: ['127.0.0.1'] }]]);
    const said = (host: string): Says => {
      const says = hosts.get(host) ?? 'NXDOMAIN';
      return typeof says === 'function' ? says() : says;
    };
    const { address: dnsServer } = await makeNameServer(own as never, said);
    const receiver = await makeReceiver(own as never);
    const receiverUrl = `http://${RECEIVER_HOST}:${receiver.port}/hooks`;
    const metricsPort = await freePort();
    const basemap = await basemapOf(harness);
    const env = {
      ...harness.env,
      ...basemap,
      ...UNLIMITED,
      ...CACHES,
      LOG_LEVEL: 'trace',
      PORT: '0',
      METRICS_PORT: String(metricsPort),
      WEBHOOK_DNS_SERVERS: dnsServer,
      WEBHOOK_DEV_HOSTS: RECEIVER_HOST,
      SIGNUP: 'on',
      TRUST_PROXY: '127.0.0.1',
    };
    const api = await startTerrier('serve', env, /(Terrier is ready)/);
    later(api.stop);
    const port = Number(await api.find(/ready: http:\/\/127\.0\.0\.1:(\d+)/));
    const dispatcher = await startTerrier('dispatch', env, /(The dispatcher is running)/);
    later(dispatcher.stop);

    const call: Place['call'] = async (method, path, key, body, headers = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        text,
        json: /^application\/json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : null,
      };
    };

    async function makeAccount(mark: string): Promise<Account> {
      const wanted = { tier: 'license', name: `${mark} key`, isAdmin: true } as const;
      const { key, id: keyId, account } = await createKey(harness.database, wanted);
      const { json: other } = await call('POST', '/api/v1/keys', key, { name: `${mark} second` });
      const body = { ...WATCHING, url: `${receiverUrl}?of=${mark}`, description: `${mark} endpoint` };
      const { json: endpoint, text } = await call('POST', '/api/v1/webhooks', key, body);
      if (!endpoint?.secret) throw new Error(`The endpoint was refused: ${text}`);
      const marks = [mark, account, key, keyId, other.id, other.key, endpoint.id, endpoint.secret];
      return {
        key,
        keyId,
        otherKeyId: other.id,
        endpoint: endpoint.id,
        secret: endpoint.secret,
        deliveries: [],
        marks,
      };
    }
    const first = await makeAccount('firstmark');
    const second = await makeAccount('secondmark');
    await harness.load('deeds', NEWS, { news: tierLimits(harness.config) });
    for (const account of [first, second]) {
      const { json } = await call('GET', `/api/v1/webhooks/${account.endpoint}/deliveries`, account.key);
      account.deliveries = json.data.map(({ id }: { id: string }) => id);
      account.marks.push(...account.deliveries);
    }
    const secrets = [
      ...[first, second].flatMap(({ key, secret }) => [key, secret]),
      harness.env.WEBHOOK_SECRET_KEY!,
      ...passwordsOf(harness.env.ELASTICSEARCH_URL!, harness.env.DATABASE_URL!),
    ];
    return {
      harness,
      port,
      metricsPort,
      api,
      dispatcher,
      receiver,
      receiverUrl,
      first,
      second,
      hosts,
      dnsServer,
      secrets,
      call,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
