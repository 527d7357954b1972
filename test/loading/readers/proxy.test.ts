import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import t, { type Test } from 'tap';
import { openLayer } from '../../../src/loading/readers/arcgis/layer.ts';
import { download } from '../../../src/loading/readers/download.ts';
import { ENDS, firewall } from '../../firewall.ts';
import { portOf } from '../../port-of.ts';
import { makeAuthority } from '../../webhooks/dispatch/certificates.ts';
import { IMPATIENT, serve } from './local-server.ts';

/** A host that nothing resolves (RFC 6761): the proxy leads to it. */
const HOST = 'gis.invalid';
const PASSWORD = 'p%25ss';
const authority = makeAuthority();
setDefaultCACertificates([authority.ca]);
const patience = { ...IMPATIENT, tries: 1 };
const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** Sets these variables, and no other about proxies, until the test ends. */
function environment(t: Test, given: Record<string, string>): void {
  const before = { ...process.env };
  for (const name of NAMES) delete process.env[name];
  Object.assign(process.env, given);
  t.teardown(() => {
    for (const name of NAMES) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });
}

/** A proxy on loopback, which leads all hosts to these ports of this machine, and notes what it was asked for. */
async function proxyTo(t: Test, ports: { http: number; https: number }, refuses?: string) {
  const asked: string[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    const user = headers['proxy-authorization'] ? ` ${headers['proxy-authorization']}` : '';
    asked.push(`${method} ${url}${user}`);
  };
  const open = new Set<Socket>();
  const server = createServer(async (request, response) => {
    note(request);
    const { pathname, search } = new URL(request.url!);
    const answer = await fetch(`http://127.0.0.1:${ports.http}${pathname}${search}`);
    response.writeHead(answer.status).end(await answer.text());
  });
  server.on('connection', (socket) => open.add(socket));
  server.on('connect', (request, client: Socket) => {
    note(request);
    client.on('error', () => {});
    if (refuses) return client.end(`HTTP/1.1 ${refuses}\r\n\r\n`);
    const behind = connect(ports.https, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(behind).pipe(client);
    });
    open.add(behind);
    behind.on('error', () => client.destroy());
    behind.on('close', () => client.destroy());
  });
  const port = await portOf(server);
  t.teardown(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}

/** What is published: a file, a page that leads to a private address, and nothing else. */
const publish = (request: IncomingMessage) =>
  request.url === '/away' ? { status: 302, location: 'http://127.0.0.1/' } : { status: 200, location: '' };

async function published(t: Test) {
  const secure = createTlsServer(authority.issue(HOST), (request, response) => {
    const { status, location } = publish(request);
    response.writeHead(status, location ? { location } : {}).end('a,b\n1,2\n');
  });
  const port = await portOf(secure);
  t.teardown(() => {
    secure.close();
    secure.closeAllConnections();
  });
  const plain = await serve(t, (_, response) => response.end('a,b\n1,2\n'));
  return {
    https: port,
    http: Number(new URL(plain.origin).port),
    plain,
  };
}

const load = (t: Test, address: string, allowPrivate = false) =>
  download(address, { folder: t.testdir(), patience, allowPrivate });

t.test('downloads go through the proxy of their protocol, even one at a private address', async (t) => {
  for (const names of [
    ['HTTPS_PROXY', 'HTTP_PROXY'],
    ['https_proxy', 'http_proxy'],
  ] as const) {
    const { url, asked } = await proxyTo(t, await published(t));
    environment(t, { [names[0]]: url, [names[1]]: url.replace('http://', '') });
    t.match(await load(t, `https://${HOST}/a.csv`), { bytes: 8 });
    t.match(await load(t, `http://${HOST}/a.csv`), { bytes: 8 });
    t.same(asked, [`CONNECT ${HOST}:443`, `GET http://${HOST}/a.csv`], names.join());
  }
});

t.test('a layer of an ArcGIS server is asked through it, too', async (t) => {
  const { url, asked } = await proxyTo(t, await published(t));
  environment(t, { HTTPS_PROXY: url });
  const layer = `https://${HOST}/arcgis/rest/services/Parcels/FeatureServer/0`;
  await t.rejects(openLayer(layer, { patience }), { message: /cut short or damaged/ });
  t.same(asked, [`CONNECT ${HOST}:443`]);
});

t.test('the proxy is not asked for what is not public', async (t) => {
  const { url, asked } = await proxyTo(t, await published(t));
  environment(t, { HTTPS_PROXY: url, HTTP_PROXY: url });
  for (const host of ['localhost', '127.0.0.1', '[::1]', '169.254.169.254', '[64:ff9b::a9fe:a9fe]', '10.1']) {
    for (const protocol of ['http', 'https']) {
      await t.rejects(load(t, `${protocol}://${host}/a.csv`), { message: /not public/ }, host);
    }
  }
  t.same(asked, []);
  await t.rejects(load(t, `https://${HOST}/away`), { message: /not public/ }, 'after a redirect');
  t.same(asked, [`CONNECT ${HOST}:443`]);
});

t.test('hosts in NO_PROXY are connected to directly, and only if they are public', async (t) => {
  const ports = await published(t);
  const { url, asked } = await proxyTo(t, ports);
  environment(t, { HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: 'example.com, 127.0.0.1 ,localhost' });
  t.match(await load(t, `http://127.0.0.1:${ports.http}/a.csv`, true), { bytes: 8 });
  await t.rejects(load(t, `http://localhost:${ports.http}/a.csv`), { message: /not public/ });
  t.equal(ports.plain.seen.length, 1);
  t.same(asked, []);
});

t.test('a proxy that needs a password gets it, and nobody else sees it', async (t) => {
  const { url, asked } = await proxyTo(t, await published(t));
  const withPassword = url.replace('//', `//me:${PASSWORD}@`);
  environment(t, { HTTPS_PROXY: withPassword });
  t.match(await load(t, `https://${HOST}/a.csv`), { bytes: 8 });
  const user = Buffer.from('me:p%ss').toString('base64');
  t.same(asked, [`CONNECT ${HOST}:443 Basic ${user}`]);
});

t.test('what is wrong with the proxy is said, without its password', async (t) => {
  const ports = await published(t);
  const refusing = await proxyTo(t, ports, '407 Proxy Authentication Required');
  const closed = await proxyTo(t, ports, '502 Bad Gateway');
  const cases: [proxy: string, message: RegExp][] = [
    [refusing.url, /the proxy of HTTPS_PROXY refuses it \(status 407\)/],
    [closed.url, /the proxy of HTTPS_PROXY refuses it \(status 502\)/],
    ['socks5://127.0.0.1:9', /HTTPS_PROXY cannot be used: it must be the address of a proxy/],
    ['http://me:secret@:9', /HTTPS_PROXY cannot be used/],
    ['http://me:%ZZsecret@127.0.0.1:9', /HTTPS_PROXY cannot be used/],
  ];
  for (const [proxy, message] of cases) {
    environment(t, { HTTPS_PROXY: proxy });
    await t.rejects(load(t, `https://${HOST}/a.csv`), { message }, proxy);
    await load(t, `https://${HOST}/a.csv`).catch((error) => t.notMatch(error.message, /secret|me:/));
  }
});

t.test('a firewall behind the proxy that ends handshakes of two packets gets one packet', async (t) => {
  const ports = await published(t);
  const wall = await firewall(t, ports.https, ENDS['with a close']!);
  const { url } = await proxyTo(t, { ...ports, https: wall.port });
  environment(t, { HTTPS_PROXY: url });
  t.match(await load(t, `https://${HOST}/a.csv`), { bytes: 8 });
  t.equal(wall.hellos.length, 2);
});
