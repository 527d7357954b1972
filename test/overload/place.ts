import { createKey } from '../../src/accounts/keys.ts';
import { loadRecords, UNLIMITED } from '../contract/place.ts';
import type { Harness } from '../helper.ts';
import { type Running, startTerrier } from '../hostile/processes.ts';
import { harnessFor } from '../proof/installation.ts';
import { laterSteps } from '../proof/prove.ts';
import { makeReceiver, type Receiver } from '../webhooks/support.ts';
import { type Client, startClient } from './load.ts';
import { createNews, NEWS_COUNTY, type News } from './news.ts';
import { type Known, knownParcels } from './questions.ts';

const PARCELS_A_COUNTY = 1_500;
const ACCOUNT = 'overload';

/** An API in its own process. */
export interface Api extends Running {
  port: number;
}

/** An installation with data, a dispatcher, a receiver of webhooks, and a client that can send more than it serves. */
export interface Place {
  harness: Harness;
  receiver: Receiver;
  news: News;
  client: Client;
  parcels: Known[];
  key: string;
  account: string;
  startApi(settings?: Record<string, string>): Promise<Api>;
  startDispatcher(): Promise<Running>;
  close(): Promise<void>;
}

/** Makes it on the servers that ELASTICSEARCH_URL and DATABASE_URL name. `close` ends and deletes all of it. */
export async function makePlace(): Promise<Place> {
  const { later, run: close } = laterSteps();
  try {
    const harness = await harnessFor(later);
    await loadRecords(harness, PARCELS_A_COUNTY);
    const receiver = await makeReceiver({ teardown: later } as never);
    const { key, account } = await createKey(harness.database, {
      tier: 'license',
      name: ACCOUNT,
      isAdmin: true,
    });
    const env = { ...harness.env, ...UNLIMITED, LOG_LEVEL: 'warn', PORT: '0' };

    const startApi: Place['startApi'] = async (settings = {}) => {
      const running = await startTerrier('serve', { ...env, ...settings }, /(Terrier is ready)/);
      later(running.stop);
      const port = Number(await running.find(/ready: http:\/\/127\.0\.0\.1:(\d+)/));
      return { ...running, port };
    };
    const startDispatcher: Place['startDispatcher'] = async () => {
      const running = await startTerrier('dispatch', env, /(The dispatcher is running)/);
      later(running.stop);
      return running;
    };

    const first = await startApi();
    const origin = `http://127.0.0.1:${first.port}`;
    const parcels = await knownParcels(origin, key);
    const endpoint = await fetch(`${origin}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        url: receiver.url,
        event_types: ['parcel.owner_changed'],
        filter_kind: 'county_fips',
        filter_value: NEWS_COUNTY,
      }),
    });
    if (!endpoint.ok) throw new Error(`The endpoint was refused: ${await endpoint.text()}`);
    await first.stop();

    const client = startClient();
    later(client.stop);
    const news = createNews(harness, receiver);
    return { harness, receiver, news, client, parcels, key, account, startApi, startDispatcher, close };
  } catch (error) {
    await close();
    throw error;
  }
}
