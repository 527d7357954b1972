import { createServer } from 'node:https';
import { setDefaultCACertificates } from 'node:tls';
import t from 'tap';
import { download } from '../../../src/loading/readers/download.ts';
import { createHttp, textOf } from '../../../src/loading/readers/http.ts';
import { ENDS, firewall } from '../../firewall.ts';
import { portOf } from '../../port-of.ts';
import { makeAuthority } from '../../webhooks/dispatch/certificates.ts';
import { IMPATIENT } from './local-server.ts';

const authority = makeAuthority();
setDefaultCACertificates([authority.ca]);

let answered = 0;
const server = createServer(authority.issue('127.0.0.1'), (_, response) => {
  answered++;
  response.end('a,b\n1,2\n');
});
const port = await portOf(server);
t.teardown(() => {
  server.close();
  server.closeAllConnections();
});
/** Nothing is tried again because it failed. */
const patience = { ...IMPATIENT, tries: 1 };

for (const [how, end] of Object.entries(ENDS)) {
  t.test(`a firewall that ends handshakes of two packets ${how} gets one of one packet`, async (t) => {
    answered = 0;
    const wall = await firewall(t, port, end);
    const options = { folder: t.testdir(), allowPrivate: true, patience };
    const loaded = await download(`https://127.0.0.1:${wall.port}/a.csv`, options);
    t.match(loaded, { unchanged: false, bytes: 8 });
    t.match([wall.hellos.length, wall.hellos[0]! > 1_400, wall.hellos[1]! < 600], [2, true, true]);
    t.equal(answered, 1);
  });

  t.test(`a server that ends each handshake ${how} is tried twice`, async (t) => {
    const wall = await firewall(t, port, end, 0);
    const options = { folder: t.testdir(), allowPrivate: true, patience };
    await t.rejects(download(`https://127.0.0.1:${wall.port}/a.csv`, options), {
      message: /the connection broke \(ECONNRESET\)/,
    });
    t.equal(wall.hellos.length, 2);
  });
}

t.test('a firewall is known after the first request', async (t) => {
  const wall = await firewall(t, port, ENDS['with a reset']!);
  const http = createHttp({ allowPrivate: true });
  t.teardown(http.close);
  for (let page = 0; page < 3; page++) {
    const url = new URL(`https://127.0.0.1:${wall.port}/page`);
    await http.request(url, { patience }, (reply) => textOf(reply, 'it', 100));
  }
  t.equal(wall.hellos.filter((length) => length > 1_400).length, 1);
});
