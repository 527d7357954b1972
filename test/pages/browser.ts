/** Shared by the tests of the pages: a browser, the served pages, and checks for every page. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import type { FastifyInstance } from 'fastify';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import type { Harness } from '../helper.ts';

/** How long a page may take to show what is expected: test machines are slow. */
export const PATIENCE = 30_000;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** WebGL runs on the CPU, and the browser makes no requests of its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findChromium(): string | null {
  const given = process.env.CHROMIUM;
  if (given) return given;
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  const { status, stdout } = spawnSync('which', ['chromium'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const executable = findChromium();

/** For the `skip` option of a test that needs a browser. */
export const withoutChromium =
  executable === null ? 'no chromium: install it, or name it in CHROMIUM' : (false as const);

/** Starts a browser with an empty profile; closed when the test ends. Null without Chromium. */
export async function makeBrowser(t: Test): Promise<Browser | null> {
  if (executable === null) return null;
  const browser = await chromium.launch({ executablePath: executable, args: FLAGS });
  t.teardown(() => browser.close());
  return browser;
}

/**
 * Serves the API and its pages on loopback until the test ends; `settings` are environment variables. For `patient`, see
 * `Harness.app`.
 */
export async function servePages(
  _t: Test,
  harness: Harness,
  settings: Record<string, string> = {},
  patient?: boolean,
): Promise<{ app: FastifyInstance; url: string }> {
  const limits = { BURST_FREE: '100000', LIMIT_FREE: '1000000' };
  const app = await harness.app({ ...limits, ...settings }, undefined, patient);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url };
}

export interface PageOptions {
  phone?: boolean;
  dark?: boolean;
  /** Console errors that the test causes, such as the browser’s line about a failed request. */
  expected?: RegExp;
  context?: BrowserContextOptions;
}

/** The looks in which every page must be accessible, by name. */
export const LOOKS: [name: string, look: PageOptions][] = [
  ['on a desktop in the light', {}],
  ['on a desktop in the dark', { dark: true }],
  ['on a phone in the light', { phone: true }],
  ['on a phone in the dark', { phone: true, dark: true }],
];

/**
 * Opens an address in its own window, closed when the test ends. The test fails on console errors, on uncaught errors,
 * and on requests to other hosts.
 */
export async function openPage(
  t: Test,
  browser: Browser | null,
  url: string,
  { phone = false, dark = false, expected, context: more }: PageOptions = {},
): Promise<Page> {
  const context = await browser!.newContext({
    viewport: phone ? PHONE : DESKTOP,
    hasTouch: phone,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...more,
  });
  let closing = false;
  t.teardown(async () => {
    closing = true;
    await context.close();
  });
  const fail = (what: string) => {
    if (!closing && !expected?.test(what)) t.fail(what);
  };
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (line) => {
    if (line.type() === 'error') fail(`console error: ${line.text()} (${line.location().url})`);
  });
  page.on('pageerror', (error) => fail(`error on the page: ${error.stack ?? error.message}`));
  const { origin } = new URL(url);
  context.on('request', (request) => {
    const asked = request.url();
    if (!/^(data|blob):/.test(asked) && new URL(asked).origin !== origin) fail(`request to ${asked}`);
  });
  await page.goto(url);
  return page;
}

/** Opens an address with a key, as `npm start` prints it, and confirms the key. */
export async function openWithKey(
  t: Test,
  browser: Browser | null,
  url: string,
  key: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = await openPage(t, browser, `${url}#key=${key}`, options);
  await page.getByRole('button', { name: 'Use this key' }).click();
  return page;
}

/** Resolves when all animations have ended. */
const SETTLED = `Promise.allSettled(
  document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime < Infinity)
    .map((animation) => animation.finished),
).then(() => undefined)`;

/** Checks the page against the rules of axe-core, after all animations. */
export async function noViolations(t: Test, page: Page, name = 'no accessibility violations'): Promise<void> {
  await page.evaluate(SETTLED);
  // Evaluated by the debugger, to which the Content-Security-Policy does not apply.
  await page.evaluate(`${axe.source}; undefined`);
  const results = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] })`)) as AxeResults;
  const found = results.violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }));
  t.same(found, [], name);
}
