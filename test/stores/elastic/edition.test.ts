/** How often readers ask for the edition. The test moves the clock and decides when Elasticsearch answers. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { readerClient } from '../../../src/stores/elastic/client.ts';
import { editionReader } from '../../../src/stores/elastic/edition.ts';

const LEASE = 20;

t.test('an edition is asked for again within its lease, and not used for longer', async (t) => {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => {
    asked.push(response);
    server.emit('asked');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = readerClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.teardown(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  let now = 1_000;
  t.intercept(performance, 'now', { value: () => now });
  t.intercept(Date, 'now', { value: () => now });
  const { leased } = editionReader(client, 'counties');
  const nthAsked = async (nth: number) => {
    while (asked.length < nth) await once(server, 'asked');
    t.equal(asked.length, nth);
  };
  const answer = (edition: string) =>
    asked
      .at(-1)!
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ _source: { edition } }));

  const first = leased();
  now += LEASE - 1;
  const another = leased();
  await nthAsked(1);
  answer('one');
  t.same([await first, await another], [{ edition: 'one' }, { edition: 'one' }], 'both use one read');

  t.same(await leased(), { edition: 'one' }, 'nobody waits for the next read');
  await nthAsked(2);
  now += LEASE;
  const waiting = leased();
  answer('two');
  await nthAsked(3);
  answer('three');
  t.same(await waiting, { edition: 'three' }, 'a longer read is too old for a caller who came meanwhile');
});
