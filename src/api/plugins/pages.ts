import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { PROJECT_ROOT } from '../../config.ts';
import { noRoute } from './errors.ts';
import { answerKept, type Kept, keep } from './kept.ts';

const WEB = resolve(PROJECT_ROOT, 'src/web');
const GUIDES = resolve(PROJECT_ROOT, 'docs');
/** The pictures in its pages. */
const SCREENS = join(GUIDES, 'screens');
/** Files of libraries change only with an upgrade. */
const VENDOR = '/assets/vendor/';
const LIBRARY_AGE = 'public, max-age=86400';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
};
const SCRIPT = /\.m?js$/;
const PLAIN = 'text/plain; charset=utf-8';

const folderOf = (file: string) => dirname(fileURLToPath(import.meta.resolve(file)));

/** What the pages load of libraries, as published; the modules that these import are served too. */
const LIBRARIES: Record<string, [folder: string, files: string[]]> = {
  client: [resolve(PROJECT_ROOT, 'clients/typescript'), ['retry.mjs']],
  maplibre: [folderOf('maplibre-gl'), ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'maplibre-gl.css']],
  'csv-parse': [join(folderOf('csv-parse'), '../dist/esm'), ['sync.js']],
  marked: [folderOf('marked'), ['marked.esm.js']],
  'us-atlas': [
    folderOf('us-atlas/states-10m.json'),
    ['counties-10m.json', 'counties-albers-10m.json', 'states-albers-10m.json'],
  ],
  'terra-draw': [folderOf('terra-draw'), ['terra-draw.umd.js']],
  'terra-draw-maplibre': [
    folderOf('terra-draw-maplibre-gl-adapter'),
    ['terra-draw-maplibre-gl-adapter.umd.js'],
  ],
  topojson: [join(folderOf('topojson-client/package.json'), 'src'), ['index.js']],
  pmtiles: [join(folderOf('pmtiles/package.json'), 'dist'), ['pmtiles.js']],
  basemaps: [join(folderOf('@protomaps/basemaps/package.json'), 'dist/esm'), ['index.js']],
  preact: [folderOf('preact'), ['preact.mjs']],
  'preact-hooks': [folderOf('preact/hooks'), ['hooks.mjs']],
  htm: [folderOf('htm'), ['htm.mjs']],
  uplot: [join(folderOf('uplot/package.json'), 'dist'), ['uPlot.esm.js', 'uPlot.min.css']],
};

/** Addresses of packages that these import by name. */
const ADDRESSES: Record<string, string> = { preact: `${VENDOR}preact/preact.mjs` };

/** The file behind an address. */
function fileOf(address: string): string {
  const [, library, file] = /^\/assets\/vendor\/([^/]+)\/(.*)$/.exec(address) ?? [];
  return library ? join(LIBRARIES[library]![0], file!) : join(WEB, address.slice('/assets/'.length));
}

const IMPORTED = /^(?:import|export)\b(?:[\w\s{},*$]*\bfrom\b)?\s*['"]([^'"]+)['"]/gm;
const NAMED = /\bfrom\s*['"]([\w-]+)['"]/g;
const STYLE = /'(\/assets\/[^']+\.css)'/g;

/** A module with addresses instead of names of packages. */
const addressed = (module: string) =>
  module.replaceAll(NAMED, (from, name) => (name in ADDRESSES ? `from '${ADDRESSES[name]}'` : from));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** The addresses of modules and of all that they import, directly or not; of those made here, nothing is read. */
async function modulesFrom(entries: string[], made: ReadonlySet<string>): Promise<string[]> {
  const found = new Set(entries);
  for (const address of found) {
    if (made.has(address)) continue;
    for (const name of matches(await readFile(fileOf(address), 'utf8'), IMPORTED)) {
      found.add(posix.resolve(posix.dirname(address), ADDRESSES[name] ?? name));
    }
  }
  return [...found];
}

/**
 * Links that make a browser load at once all that a page's module needs. Without them it would discover this by reading
 * one module after the other.
 * @param entry the address of the page's module.
 * @param made modules that are made here and import nothing.
 * @param later modules that the page imports once it is running.
 */
async function preloadLinks(entry: string, made: ReadonlySet<string>, later: string[] = []): Promise<string> {
  const modules = [...(await modulesFrom([entry], made)), ...later];
  const styles = matches(await readFile(fileOf(entry), 'utf8'), STYLE);
  const links = [
    ...modules.map((href) => `<link rel="modulepreload" href="${href}" />`),
    ...styles.map((href) => `<link rel="preload" as="style" href="${href}" />`),
  ];
  return links.map((link) => `    ${link}\n`).join('');
}

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && isWanted(entry.name));
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

/**
 * The files that the pages load: a function that returns the one behind an address, read when it is first asked for, or
 * undefined.
 */
async function pageFiles(): Promise<(address: string) => Promise<Kept> | undefined> {
  const files = new Map<string, string>();
  for (const name of await filesIn(WEB, (name) => !name.endsWith('.html')))
    files.set(`/assets/${name}`, join(WEB, name));
  for (const name of await filesIn(GUIDES, (name) => name.endsWith('.md')))
    files.set(`/assets/guides/${name}`, join(GUIDES, name));
  for (const name of await filesIn(SCREENS, (name) => name.endsWith('.png')))
    files.set(`/assets/guides/screens/${name}`, join(SCREENS, name));
  const vendor = Object.entries(LIBRARIES).flatMap(([name, [, own]]) =>
    own.map((file) => `${VENDOR}${name}/${file}`),
  );
  const scripts = vendor.filter((address) => SCRIPT.test(address));
  for (const address of [...vendor, ...(await modulesFrom(scripts, new Set()))])
    files.set(address, fileOf(address));

  const kept = new Map<string, Promise<Kept>>();
  async function load(address: string, file: string): Promise<Kept> {
    const isVendor = address.startsWith(VENDOR);
    const content = await readFile(file);
    const served = isVendor && SCRIPT.test(file) ? addressed(String(content)) : content;
    return keep(served, TYPES[extname(file)] ?? PLAIN, isVendor ? LIBRARY_AGE : undefined);
  }
  return (address) => {
    const file = files.get(address);
    if (file === undefined) return;
    const found = kept.get(address) ?? load(address, file);
    kept.set(address, found);
    found.catch(() => kept.delete(address));
    return found;
  };
}

const HIDDEN = { schema: { hide: true } };
const FRAME = join(WEB, 'index.html');
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
