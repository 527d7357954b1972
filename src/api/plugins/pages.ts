import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { PROJECT_ROOT } from '../../config.ts';
import { noRoute } from './errors.ts';
import { answerKept, type Kept, keep } from './kept.ts';
import { pageFiles, preloadLinks } from './page-files.ts';

const HIDDEN = { schema: { hide: true } };
const FRAME = resolve(PROJECT_ROOT, 'src/web/index.html');
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
    // No browser of today reads these two.
    xXssProtection: false,
    xDownloadOptions: false,
  });
  // The change log is a page of the documentation, though its links are relative to its own folder.
  const changes = (await readFile(CHANGES, 'utf8')).replaceAll('](docs/', '](');
  const made = new Map([
    ['/assets/guides/changes.md', keep(changes, 'text/markdown; charset=utf-8')],
    [CATALOG, keep(moduleOf(catalog), 'text/javascript; charset=utf-8')],
  ]);
  const file = await pageFiles();
  app.get<{ Params: { '*': string } }>('/assets/*', HIDDEN, async (request, reply) => {
    const address = `/assets/${request.params['*']}`;
    const found = made.get(address) ?? (await file(address));
    if (found === undefined) throw noRoute(request);
    return answerKept(request, reply, found);
  });

  const frame = await readFile(FRAME, 'utf8');
  const documents = new Map<string, Kept>();
  for (const name of new Set(Object.values(PAGES))) {
    const links = await preloadLinks(`/assets/pages/${name}.js`, new Set([CATALOG]), LATER[name]);
    documents.set(name, keep(frame.replace(LINKS, links.trimStart()), 'text/html; charset=utf-8'));
  }
  for (const [url, name] of Object.entries(PAGES)) {
    const document = documents.get(name)!;
    app.get(url, HIDDEN, (request, reply) => answerKept(request, reply, document));
  }
}
