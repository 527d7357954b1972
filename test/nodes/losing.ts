import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../src/accounts/keys.ts';
import { STATE } from '../../src/domain/delivery-states.ts';
import { random } from '../../src/loading/demo/random.ts';
import { cutHungStatements, openDatabase } from '../../src/stores/mysql/database.ts';
import { webhookIds } from '../../src/webhooks/ids.ts';
import { settled } from '../chaos/deliveries.ts';
import type { Stores } from '../chaos/stores.ts';
import { freePort } from '../free-port.ts';
import type { Findings } from '../proof/findings.ts';
import { laterSteps } from '../proof/prove.ts';
import { readDeliveries, readLines } from '../webhooks/ledger/book.ts';
import { Feeder } from '../webhooks/ledger/feeder.ts';
import { ReceiverProcess, ServiceProcess, until } from '../webhooks/ledger/processes.ts';
import { startReplicated } from './replicated.ts';

const SEED = 37;
/** Files that are loaded before the nodes are killed, and after. */
const FILES = [3, 4];
const RECORDS = 40;
/** When the replica takes writes, after the source is killed, in milliseconds. */
const PROMOTED = 2_000;
/** How long requests may fail after the nodes are killed, in milliseconds. */
const LONGEST = 10_000;
const KEY = 'a1'.repeat(32);
const WATCH = { event_types: ['parcel.sold', 'parcel.owner_changed', 'parcel.permit_filed'] };

/** Kills the first node of each store while searches, loads and deliveries go on. Finds what is lost, doubled or late. */
export async function losing(stores: Stores): Promise<Findings> {
  const title = 'The first node of each store is lost';
  const { later, run: undo } = laterSteps();
  try {
    const database = await startReplicated(later);
    if (!database) return { title, figures: ['left out: the tests\u2019 MySQL is no MariaDB'], faults: [] };
    const folder = await mkdtemp(join(tmpdir(), 'terrier-losing-'));
    later(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    const env = {
      ...process.env,
      ELASTICSEARCH_URL: stores.nodeUrls.join(),
      DATABASE_URL: database.url,
      INDEX_PREFIX: 'losing',
      INDEX_REPLICAS: '1',
      TERRIER_HOME: folder,
      WEBHOOK_SECRET_KEY: KEY,
      WEBHOOK_DEV_HOSTS: '127.0.0.1',
      PORT: String(port),
    };
    const faults: string[] = [];
    const service = (name: 'serve' | 'dispatch') =>
      new ServiceProcess(name, env, (code, _, lines) =>
        faults.push(`terrier ${name} ended by itself with ${code}: ${lines.slice(-3).join(' | ')}`),
      );
    const receiver = new ReceiverProcess(join(folder, 'receiver.log'), SEED);
    later(() => receiver.kill());
    await receiver.start();
    for (const name of ['serve', 'dispatch'] as const) {
      const one = service(name);
      later(() => one.kill());
      one.start();
      await until(`terrier ${name} is ready`, () => one.isReady);
    }
    const own = openDatabase(database.url);
    cutHungStatements(own);
    later(() => own.$client.end());
    const { key } = await createKey(own, { tier: 'license', name: 'nodes', account: 'nodes' });
    const ask = (path: string, body: object) =>
      fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LONGEST),
      });
    const secrets: Record<string, string> = {};
    for (const state_fips of ['31', '37']) {
      const path = `/hooks/${state_fips}`;
      const watch = { ...WATCH, filter_kind: 'state_fips', filter_value: { state_fips } };
      const answer = await ask('/webhooks', { ...watch, url: `http://127.0.0.1:${receiver.port}${path}` });
      if (answer.status !== 201) throw new Error(`The endpoint was refused: ${await answer.text()}`);
      secrets[path] = ((await answer.json()) as { secret: string }).secret;
    }
    await receiver.order({ secrets, calm: true });

    const failed: number[] = [];
    let asked = 0;
    let isBusy = true;
    const searching = Array.from({ length: 2 }, async () => {
      while (isBusy) {
        const status = await ask('/search/count', { filters: { stateFips: '31' } }).then(
          async (answer) => {
            await answer.text();
            return answer.status;
          },
          (error) => String(error),
        );
        asked++;
        if (status !== 200) failed.push(Date.now());
        if (status !== 200 && status !== 503) faults.push(`a search had ${status}`);
        await sleep(20);
      }
    });
    const feeder = new Feeder(env, folder, random(SEED));
    feeder.disturbed = Number.POSITIVE_INFINITY;
    const feeding = feeder.run(RECORDS);
    later(() => {
      feeder.stopped = true;
    });
    await until('files are loaded', () => feeder.files >= FILES[0]!, 120_000);
    // In the middle of a load.
    await until('a load runs', () => feeder.child !== null);
    await sleep(500);
    const killed = Date.now();
    await Promise.all([stores.nodes[0]!.kill(), database.source.kill()]);
    await sleep(PROMOTED);
    await database.promote();
    const before = feeder.files;
    await until('files are loaded again', () => feeder.files >= before + FILES[1]!, 180_000);
    feeder.stopped = true;
    await feeding;
    isBusy = false;
    await Promise.all(searching);

    const open = await settled(own);
    if (open > 0) faults.push(`${open} deliveries are not final`);
    const deliveries = await readDeliveries(own, webhookIds(Buffer.from(KEY, 'hex')));
    const received = new Map<string, number>();
    for (const line of readLines(receiver.log)) {
      received.set(line.delivery, (received.get(line.delivery) ?? 0) + 1);
      if (line.verified !== true) faults.push(`${line.delivery} was not verified`);
    }
    const wanted = feeder.source.expected.filter(({ county }) => county !== '31000');
    const named = Map.groupBy(deliveries, ({ name }) => name);
    let unknown = 0;
    for (const { name } of wanted) {
      const [delivery, ...more] = named.get(name) ?? [];
      const times = delivery ? (received.get(delivery.id) ?? 0) : 0;
      if (!delivery) faults.push(`${name} has no delivery`);
      else if (more.length > 0 || times > 1)
        faults.push(`${name} is there ${more.length + 1} times, received ${times}`);
      else if (delivery.state === STATE.unknown) unknown++;
      else if (times !== 1) faults.push(`${name} was not received, state ${delivery.state}`);
    }
    const late = Math.max(0, ...failed.map((at) => at - killed));
    if (late > LONGEST) faults.push(`a search failed ${late} ms after the nodes were lost`);
    const early = failed.filter((at) => at < killed).length;
    if (early > 0) faults.push(`${early} searches failed before`);
    return {
      title,
      figures: [
        `${asked} searches, of which ${failed.length} failed, the last one ${(late / 1_000).toFixed(1)} s after the loss`,
        `${feeder.files} loads, ${wanted.length} deliveries, ${unknown} with an unknown outcome`,
      ],
      faults,
    };
  } finally {
    await undo();
  }
}
