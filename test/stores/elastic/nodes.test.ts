/** ELASTICSEARCH_URL with several nodes: requests go to those that answer. */
import { createServer } from 'node:http';
import type { Client } from '@elastic/elasticsearch';
import t, { type Test } from 'tap';
import { checkingClient, loaderClient, readerClient } from '../../../src/stores/elastic/client.ts';
import { rawRequest } from '../../../src/stores/elastic/raw.ts';
import { makeHarness } from '../../helper.ts';
import { portOf } from '../../port-of.ts';
import { FaultyProxy } from '../../tcp-proxy.ts';

const { env } = await makeHarness(t);
const node = env.ELASTICSEARCH_URL!;

/** A node that fails as the proxy is set to. */
async function failing(t: Test) {
  const proxy = new FaultyProxy(node);
  await proxy.start();
  t.teardown(async () => {
    await proxy.set('pass');
    await proxy.stop();
  });
  return proxy;
}

const CLIENTS = { readerClient, loaderClient, checkingClient };

for (const [name, open] of Object.entries(CLIENTS))
  t.test(`${name}: no request is lost with a node`, async (t) => {
    const lost = await failing(t);
    for (const urls of [`${lost.url},${node}`, `${node},${lost.url}`])
      for (const ask of [
        async (client: Client) => Boolean(await client.info()),
        async (client: Client) => (await rawRequest(client, 'GET', '/')).status === 200,
      ]) {
        const client = open(urls);
        await lost.set('pass');
        for (let n = 0; n < 4; n++) t.ok(await ask(client));
        await lost.set('refuse');
        for (let n = 0; n < 4; n++) t.ok(await ask(client));
        await client.close();
      }
  });

t.test('a silent node costs one request, then it is left out', async (t) => {
  const first = await failing(t);
  const client = readerClient(`${first.url},${node}`, 300);
  t.teardown(() => client.close());
  await first.set('hang');
  for (const ask of [() => client.info(), () => rawRequest(client, 'GET', '/')]) {
    const failed: unknown[] = [];
    for (let n = 0; n < 6; n++) await ask().catch((error) => failed.push(error));
    t.ok(failed.length <= 1, `${failed}`);
  }
});

t.test('a node that is starting or stopping is passed over', async (t) => {
  let asked = 0;
  const stopping = createServer((_request, response) => {
    asked++;
    response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await portOf(stopping);
  t.teardown(() => stopping.close());
  const client = readerClient(`http://127.0.0.1:${port},${node}`);
  t.teardown(() => client.close());
  for (let n = 0; n < 4; n++) t.equal((await rawRequest(client, 'GET', '/')).status, 200);
  t.equal(asked, 1);
});

t.test('however many requests fail at the same time, a node is left out as long as for one', async (t) => {
  const first = await failing(t);
  const client = readerClient(`${first.url},${node}`);
  t.teardown(() => client.close());
  await first.set('refuse');
  const before = Date.now();
  await Promise.all(Array.from({ length: 20 }, () => rawRequest(client, 'GET', '/')));
  await Promise.all(Array.from({ length: 20 }, () => client.info()));
  const until = client.connectionPool.connections.map(({ resurrectTimeout }) => resurrectTimeout - before);
  const left = until.filter((time) => time > 0);
  t.equal(left.length, 1);
  t.ok(left[0]! < 90_000, `${left[0]} ms`);
});
