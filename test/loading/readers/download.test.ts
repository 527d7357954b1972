import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { type DownloadOptions, download } from '../../../src/loading/readers/download.ts';
import { downloadName } from '../../../src/loading/readers/download-answer.ts';
import { USER_AGENT } from '../../../src/loading/readers/http.ts';
import { type Handler, IMPATIENT, serve } from './local-server.ts';

const DATA = Buffer.from(Array.from({ length: 40_000 }, (_, line) => `${line},made up\n`).join(''));
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function served(t: Test, handler: Handler) {
  const server = await serve(t, handler);
  const folder = t.testdir();
  return {
    ...server,
    folder,
    get: (path: string, options: Partial<DownloadOptions> = {}) =>
      download(`${server.origin}${path}`, { folder, allowPrivate: true, patience: IMPATIENT, ...options }),
  };
}

t.test('a file is downloaded completely, with what distinguishes it from the next version', async (t) => {
  const agents: (string | undefined)[] = [];
  const { get, folder } = await served(t, (request, response) => {
    agents.push(request.headers['user-agent']);
    response.setHeader('etag', '"v1"');
    response.setHeader('last-modified', 'Mon, 02 Jun 2025 10:00:00 GMT');
    response.setHeader('content-length', DATA.length);
    response.end(DATA);
  });
  const told: [number, number | null][] = [];
  const got = await get('/open%20data/parcels.csv?year=2025', {
    onProgress: (bytes, total) => told.push([bytes, total]),
  });
  const path = join(folder, 'parcels.csv');
  t.same(got, {
    unchanged: false,
    path,
    bytes: DATA.length,
    sha256: sha256(DATA),
    etag: '"v1"',
    lastModified: 'Mon, 02 Jun 2025 10:00:00 GMT',
    name: 'parcels.csv',
  });
  t.ok(readFileSync(path).equals(DATA));
  t.same(readdirSync(folder), ['parcels.csv'], 'nothing else is left in the folder');
  t.same(told.at(-1), [DATA.length, DATA.length]);
  t.same(agents, [USER_AGENT]);
  t.match(USER_AGENT, /^Terrier\/\d+\.\d+\.\d+ \(\+property data loader\)$/);
});

t.test('an unchanged file is not sent again', async (t) => {
  const asked: IncomingMessage['headers'][] = [];
  const { get } = await served(t, (request, response) => {
    asked.push(request.headers);
    response.statusCode = 304;
    response.end();
  });
  t.same(await get('/a.csv', { etag: '"v1"', lastModified: 'Mon, 02 Jun 2025 10:00:00 GMT' }), {
    unchanged: true,
  });
  t.same(await get('/a.csv', { lastModified: 'Mon, 02 Jun 2025 10:00:00 GMT' }), { unchanged: true });
  t.equal(asked[0]?.['if-none-match'], '"v1"');
  t.equal(asked[1]?.['if-modified-since'], 'Mon, 02 Jun 2025 10:00:00 GMT');
});

const PIECE = 100_000;

/** Serves a file with ranges. The first `breaks` connections end after a part, once that has been received. */
function rangedServer(state: { current: Buffer; etag: string; breaks: number }) {
  const ranges: (string | undefined)[] = [];
  let cut = () => {};
  const handler: Handler = (request, response) => {
    const { range, 'if-range': condition } = request.headers;
    ranges.push(range);
    const from = range && condition === state.etag ? Number(/\d+/.exec(range)?.[0]) : 0;
    if (from > 0) {
      response.statusCode = 206;
      response.setHeader(
        'content-range',
        `bytes ${from}-${state.current.length - 1}/${state.current.length}`,
      );
    }
    response.setHeader('etag', state.etag);
    response.setHeader('content-length', state.current.length - from);
    if (state.breaks-- <= 0) response.end(state.current.subarray(from));
    else {
      response.write(state.current.subarray(from, from + PIECE));
      cut = () => response.destroy();
    }
  };
  const onProgress = (bytes: number) => {
    if (bytes % PIECE === 0) cut();
  };
  return { handler, onProgress, ranges };
}

t.test('an interrupted download is continued', async (t) => {
  const { handler, onProgress, ranges } = rangedServer({ current: DATA, etag: '"v1"', breaks: 2 });
  const { get } = await served(t, handler);
  t.match(await get('/a.csv', { onProgress }), { sha256: sha256(DATA), bytes: DATA.length });
  t.same(ranges, [undefined, 'bytes=100000-', 'bytes=200000-']);
});

t.test('a later run continues the download too, unless the file has changed', async (t) => {
  const patience = { ...IMPATIENT, tries: 1 };
  const changed = Buffer.concat([Buffer.from('new\n'), DATA]);
  for (const [current, etag] of [
    [DATA, '"v1"'],
    [changed, '"v2"'],
  ] as const) {
    const state = { current: DATA, etag: '"v1"', breaks: 1 };
    const { handler, onProgress, ranges } = rangedServer(state);
    const { get, folder } = await served(t, handler);
    await t.rejects(get('/a.csv', { patience, onProgress }), { message: /the connection broke/ });
    t.equal(readdirSync(folder).length, 2, 'the part and its ETag');
    Object.assign(state, { current, etag });
    t.match(await get('/a.csv', { patience }), { sha256: sha256(current) });
    t.same(ranges, [undefined, 'bytes=100000-']);
    t.same(readdirSync(folder), ['a.csv']);
  }
});

t.test('without a strong ETag, a download starts again', async (t) => {
  for (const etag of ['W/"v1"', undefined]) {
    let breaks = 1;
    const ranges: (string | undefined)[] = [];
    const { get, folder } = await served(t, (request, response) => {
      ranges.push(request.headers.range);
      if (etag) response.setHeader('etag', etag);
      if (breaks-- <= 0) response.end(DATA);
      else response.write(DATA.subarray(0, 1_000), () => response.socket?.end());
    });
    t.match(await get('/a.csv'), { sha256: sha256(DATA) });
    t.same(ranges, [undefined, undefined]);
    t.same(readdirSync(folder), ['a.csv']);
  }
});

t.test('servers that fail temporarily are asked again', async (t) => {
  const answers = [503, 429, 500, 200];
  const { get, seen } = await served(t, (_, response) => {
    response.statusCode = answers.shift() ?? 200;
    response.setHeader('retry-after', '3600');
    response.end(DATA);
  });
  t.match(await get('/a.csv'), { sha256: sha256(DATA) });
  t.equal(seen.length, 4, 'and Retry-After is bounded');
});

t.test('what cannot be downloaded is explained in a sentence', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const page = '<!DOCTYPE html><html><body>Please log in</body></html>';
  const { get, folder, origin } = await served(t, (_, response, url) => {
    const type = (value: string) => response.setHeader('content-type', value);
    const answers: Record<string, () => void> = {
      '/missing.csv': () => response.writeHead(404).end(),
      '/closed.csv': () => response.writeHead(403).end(),
      '/busy.csv': () => response.writeHead(503).end(),
      '/odd.csv': () => response.writeHead(418).end(),
      '/empty.csv': () => response.end(),
      '/page.csv': () => response.end(`\uFEFF\n  ${page}`),
      '/typed.csv': () => {
        type('text/html; charset=utf-8');
        response.end('Not found');
      },
      '/said.csv': () => {
        response.setHeader('content-length', 2_000_001);
        response.write('x');
      },
      '/endless.csv': () => {
        const more = () => response.destroyed || response.write(Buffer.alloc(65_536, 'x'), more);
        more();
      },
      '/bomb.csv': () => {
        response.setHeader('content-encoding', 'gzip');
        response.end(bomb);
      },
      '/drip.csv': () => {
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      },
      '/silent.csv': () => {},
      '/circle': () => response.writeHead(302, { location: '/circle' }).end(),
      '/ftp': () => response.writeHead(302, { location: 'ftp://ftp.example.com/a.zip' }).end(),
    };
    answers[url.pathname]?.();
  });
  const cases: [path: string, message: RegExp][] = [
    ['/missing.csv', /\/missing\.csv does not exist \(status 404\)\. Check the address\.$/],
    ['/closed.csv', /needs a sign-in or does not let programs in \(status 403\)\.$/],
    ['/busy.csv', /its server answers with status 503\. Try again later\.$/],
    ['/odd.csv', /its server answers with status 418\. Check the address\.$/],
    ['/empty.csv', /\/empty\.csv is empty\. Check the address\.$/],
    ['/page.csv', /\/page\.csv is a web page, not a data file\. Open it in a browser, and give the address/],
    ['/typed.csv', /is a web page, not a data file/],
    ['/said.csv', /\/said\.csv is larger than the limit of 1\.9 MiB\.$/],
    ['/endless.csv', /is larger than the limit of 1\.9 MiB\.$/],
    ['/bomb.csv', /is larger than the limit of 1\.9 MiB\.$/],
    ['/drip.csv', /its server sends too slowly\. Try again later\.$/],
    ['/silent.csv', /no whole answer came within 0\.2 s\. Try again later\.$/],
    ['/circle', /it redirects more than 5 times\. Check the address\.$/],
    ['/ftp', /it leads to an address that is neither http nor https\. Check the address\.$/],
  ];
  // What drips begins in time.
  const slow: Record<string, object> = { '/drip.csv': { answer: 1_000 }, '/silent.csv': { answer: 200 } };
  for (const [path, message] of cases) {
    const patience = { ...IMPATIENT, tries: 2, ...slow[path] };
    await t.rejects(get(`${path}?token=secret`, { most: 2_000_000, patience }), { message }, path);
    t.same(readdirSync(folder), [], `${path} leaves nothing`);
  }
  await t.rejects(get('/missing.csv?token=secret'), { message: new RegExp(`^${origin}/missing.csv does`) });
});

t.test('a beginning that is made to be slow to match is searched quickly', async (t) => {
  const texts: Record<string, string> = {
    '/comments.csv': `${'<!---->'.repeat(80)}x`,
    '/open.csv': '<!--'.repeat(200),
    '/blanks.csv': `<?xml ${' '.repeat(900)}`,
  };
  const { get } = await served(t, (_request, response, url) => response.end(texts[url.pathname]));
  for (const [path, text] of Object.entries(texts))
    t.match(await get(path), { bytes: text.length }, `${path} is no web page`);
  const page = `<?xml version="1.0"?> <!-- a --> <!--> b --><!-- c -->\n<!DOCTYPE html>`;
  const said = await served(t, (_request, response) => response.end(page));
  await t.rejects(said.get('/page.csv'), { message: /is a web page, not a data file/ });
});

t.test('a zip or gzip file may be called a web page by its server', async (t) => {
  const { get } = await served(t, (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(Buffer.from('PK\u0003\u0004 and more'));
  });
  t.match(await get('/parcels.zip'), { name: 'parcels.zip' });
});

t.test('private addresses are refused, even by name or after a redirect', async (t) => {
  const { origin, seen } = await serve(t, (_, response) => response.end(DATA));
  const { port } = new URL(origin);
  const folder = t.testdir();
  const hosts = '127.0.0.1 localhost [::1] 2130706433 10.0.0.1 169.254.169.254 [::ffff:127.0.0.1]'.split(' ');
  for (const host of hosts) {
    const wanted = download(`http://${host}:${port}/a.csv`, { folder, patience: IMPATIENT });
    await t.rejects(
      wanted,
      { message: /leads to an address that is not public\. Name a public address/ },
      host,
    );
  }
  t.same(seen, [], 'none was connected to');
});

t.test('addresses that are not web addresses are refused', async (t) => {
  const cases: [address: string, message: RegExp][] = [
    [
      'ftp://ftp.example.com/parcels.zip',
      /^FTP is not supported: download ftp:\/\/ftp\.example\.com\/parcels\.zip/,
    ],
    ['file:///etc/passwd', /is not a web address: it should begin with https:\/\//],
    ['parcels.zip', /^"parcels\.zip" is not a web address/],
    ['', /is not a web address/],
  ];
  for (const [address, message] of cases) {
    await t.rejects(download(address, { folder: t.testdir() }), { message }, address);
  }
});

t.test('a folder that cannot be written to is named', async (t) => {
  const { get } = await served(t, (_, response) => response.end(DATA));
  const folder = join(t.testdir({ file: '' }), 'file', 'below');
  await t.rejects(get('/a.csv', { folder }), {
    message: /^The download cannot be written to .*: ENOTDIR\.$/,
  });
});

t.test('the name of a download stays in its folder', async (t) => {
  const url = 'https://example.com/';
  const cases: [header: string | undefined, path: string, name: string][] = [
    ['attachment; filename="Parcels 2025.zip"', 'x', 'Parcels 2025.zip'],
    ["attachment; filename*=UTF-8''Par%C3%A7%C3%A3o.zip", 'x', 'Parção.zip'],
    ['attachment; filename="../../etc/passwd"', 'x', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\a.zip"', 'x', 'a.zip'],
    ['attachment; filename=".bashrc"', 'x', 'bashrc'],
    ['attachment; filename="a\u0000b.zip"', 'x', 'ab.zip'],
    ['attachment; filename=".."', 'b.csv', 'b.csv'],
    ['attachment; filename="broken', 'b.csv', 'b.csv'],
    ['attachment', 'folder/', 'folder'],
    [undefined, 'a%20b.csv?x=1', 'a b.csv'],
    [undefined, '%E0%A4%A', '%E0%A4%A'],
    [undefined, '..%2F..%2Fx.csv', 'x.csv'],
    [undefined, '', 'download'],
    [`attachment; filename="${'a'.repeat(300)}.shp.zip"`, 'x', `${'a'.repeat(112)}.shp.zip`],
  ];
  for (const [header, path, name] of cases) {
    t.equal(downloadName(header, new URL(path, url)), name, `${header} ${path}`);
  }
});
