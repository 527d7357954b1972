import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { PROJECT_ROOT } from '../../config.ts';
import { preloadLinks } from './page-files.ts';

const WEB = resolve(PROJECT_ROOT, 'src/web');
const GUIDES = resolve(PROJECT_ROOT, 'docs');
const CHANGES = resolve(PROJECT_ROOT, 'CHANGELOG.md');
const CATALOG = '/assets/catalog.js';
/** The addresses of pages, each with its module in `src/web/pages`. All share one document, with different links. */
const PAGES: Record<string, string> = {
  '/': 'home',
  '/map': 'map',
  '/market': 'market',
  '/console': 'console',
  '/docs': 'docs',
  '/docs/*': 'docs',
};
/** What a page's module always imports once it is running. */
const LATER: Record<string, string[]> = { map: ['/assets/vendor/maplibre/maplibre-gl.mjs'] };
const LINKS = '<!-- links -->\n';

const moduleFolder = (file: string) => dirname(fileURLToPath(import.meta.resolve(file)));

/** The libraries that the pages use, as published: their names in addresses, and their folders. */
const LIBRARIES: Record<string, string> = {
  client: resolve(PROJECT_ROOT, 'clients/typescript'),
  maplibre: moduleFolder('maplibre-gl'),
  marked: moduleFolder('marked'),
  'us-atlas': moduleFolder('us-atlas/states-10m.json'),
  'terra-draw': moduleFolder('terra-draw'),
  'terra-draw-maplibre': moduleFolder('terra-draw-maplibre-gl-adapter'),
  topojson: join(moduleFolder('topojson-client/package.json'), 'src'),
  pmtiles: join(moduleFolder('pmtiles/package.json'), 'dist'),
  basemaps: join(moduleFolder('@protomaps/basemaps/package.json'), 'dist/esm'),
  uplot: join(moduleFolder('uplot/package.json'), 'dist'),
};

/** The file behind the address of a module; null for the catalog, which is made here. */
function fileOf(address: string): string | null {
  const [, library, file] = /^\/assets\/vendor\/([^/]+)\/(.*)$/.exec(address) ?? [];
  if (library) return join(LIBRARIES[library]!, file!);
  return address === CATALOG ? null : join(WEB, address.slice('/assets/'.length));
}

const moduleOf = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
    .join('');

/**
 * Serves the pages and their files. Nothing is loaded from another host, and no page has inline scripts.
 * @param options.catalog the lists of the API that the pages import from `/assets/catalog.js`
 */
export async function pages(
  app: FastifyInstance,
  { catalog }: { catalog: Record<string, unknown> },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
        connectSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    // On a developer's machine Terrier is served over http; in production a TLS proxy sets this.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  await app.register(serveFiles, { root: WEB, prefix: '/assets/', index: false });
  await app.register(serveFiles, {
    root: GUIDES,
    prefix: '/assets/guides/',
    index: false,
    decorateReply: false,
    allowedPath: (path) => path.endsWith('.md'),
  });
  for (const [name, root] of Object.entries(LIBRARIES)) {
    await app.register(serveFiles, {
      root,
      prefix: `/assets/vendor/${name}/`,
      index: false,
      decorateReply: false,
      maxAge: '1d',
      allowedPath: (path) => /\.(m?js|css|json|png)$/.test(path),
    });
  }
  // The change log is a page of the documentation, though its links are relative to its own folder.
  const changes = (await readFile(CHANGES, 'utf8')).replaceAll('](docs/', '](');
  app.get('/assets/guides/changes.md', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').header('cache-control', 'no-cache').send(changes),
  );
  const lists = moduleOf(catalog);
  app.get(CATALOG, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(lists),
  );
  const frame = await readFile(join(WEB, 'index.html'), 'utf8');
  const documents = new Map<string, string>();
  for (const name of new Set(Object.values(PAGES))) {
    const links = await preloadLinks(`/assets/pages/${name}.js`, fileOf, LATER[name]);
    documents.set(name, frame.replace(LINKS, links.trimStart()));
  }
  for (const [url, name] of Object.entries(PAGES)) {
    const document = documents.get(name);
    app.get(url, { schema: { hide: true } }, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(document),
    );
  }
}
