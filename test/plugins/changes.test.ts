import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../src/config.ts';
import { call, makeHarness } from '../helper.ts';

const harness = await makeHarness(t, { indices: false });
const app = await harness.app();
const get = (url: string, accept?: string) =>
  call(app, 'GET', url, accept === undefined ? {} : { headers: { accept } });

t.test('/docs/changes is a page for people and a feed for programs', async (t) => {
  for (const accept of [
    undefined,
    '*/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  ]) {
    const page = await get('/docs/changes', accept);
    t.equal(page.status, 200);
    t.match(page.headers['content-type'], /^text\/html/, `for ${accept}`);
  }
  const asked = await get('/docs/changes', 'application/atom+xml, application/rss+xml;q=0.9, */*;q=0.1');
  t.match(asked.headers['content-type'], /^application\/atom\+xml/);
  t.match(asked.headers.vary, /Accept/);
  t.equal((await get('/docs/changes.atom')).text, asked.text, 'it has an address of its own too');
});

t.test('the feed has every released version, newest first', async (t) => {
  const { text } = await get('/docs/changes.atom');
  const log = await readFile(resolve(PROJECT_ROOT, 'CHANGELOG.md'), 'utf8');
  const released = [...log.matchAll(/^## \[([\d.]+)\] - (.*)$/gm)];
  const entries = text.split('<entry>').slice(1);
  t.equal(entries.length, released.length);
  for (const [at, [, version, day]] of released.entries()) {
    t.match(entries[at], `<title>Terrier ${version}</title><updated>${day}T00:00:00Z</updated>`);
  }
  t.equal(released[0]![1], manifest.version);
  t.match(text, `</author><updated>${released[0]![2]}T00:00:00Z</updated>`);
  t.notMatch(text, /Unreleased/);
  const content = /<content type="html">([^<]*)<\/content>/.exec(entries[0]!)![1];
  t.match(content, /^&lt;h3&gt;/, 'as HTML, escaped');
  const ids = [...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  t.equal(new Set(ids).size, ids.length, 'each has its own id');
});

t.test('the page reads the whole change log', async (t) => {
  const { text, headers } = await get('/assets/guides/changes.md');
  t.match(headers['content-type'], /^text\/markdown/);
  t.match(text, /^# Changes/);
  t.match(text, /\n## \[Unreleased\]\n/);
  t.notMatch(text, /\]\(docs\//, 'its links are those of a page in docs/');
});
