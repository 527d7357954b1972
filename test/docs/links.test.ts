import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Tokens } from 'marked';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { readPages } from './pages.ts';

const pages = await readPages();
const pageAt = (path: string) => pages.find((page) => page.path === path);

/** The id of a heading, as Git hosts make it. */
const idOf = (words: string) =>
  words
    .replaceAll('`', '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

t.test('every link leads to a file, and to a heading in it', async (t) => {
  t.ok(pages.flatMap(({ links }) => links).length > 50);
  for (const { path, links } of pages) {
    for (const { path: target, anchor } of links) {
      t.ok(existsSync(join(PROJECT_ROOT, target)), `${path}: ${target}`);
      if (anchor === '') continue;
      const ids = pageAt(target)!
        .tokens.filter((token): token is Tokens.Heading => token.type === 'heading')
        .map(({ text }) => idOf(text));
      t.ok(ids.includes(anchor), `${path}: ${target}#${anchor}`);
    }
  }
});

t.test('links of the documentation stay in it, so that they work at /docs too', async (t) => {
  for (const { path, links } of pages.filter(({ path }) => path.startsWith('docs/'))) {
    for (const { path: target } of links) t.ok(target.startsWith('docs/'), `${path}: ${target}`);
  }
});

t.test('the index lists every page of the documentation', async (t) => {
  const listed = pageAt('docs/README.md')!.links.map(({ path }) => path);
  const expected = pages
    .map(({ path }) => path)
    .filter((path) => /^docs\/([^/]+|(adr|deploy)\/README)\.md$/.test(path));
  t.same(
    listed.toSorted(),
    expected.filter((path) => path !== 'docs/README.md'),
  );
});

t.test('a page begins with its title and what it is about', async (t) => {
  for (const { path, tokens } of pages.filter(({ path }) => path.startsWith('docs/'))) {
    const [title, next] = tokens.filter(({ type }) => type !== 'space');
    t.match(title, { type: 'heading', depth: 1 }, path);
    t.equal(next?.type, 'paragraph', path);
  }
});

t.test('the README has at most 150 lines', async (t) => {
  t.ok(pageAt('README.md')!.text.split('\n').length <= 150);
});
