import { readContents, readPage } from '../docs/files.js';
import { framed, overview, seeCurrent } from '../docs/frame.js';
import { article, headingsOf } from '../docs/render.js';
import { h, put } from '../dom.js';
import { REFERENCE, referencePage } from '../reference/page.js';
import { loadStyles } from '../styles.js';

export const title = 'Docs';

const HOME = '/docs';
/** This page is not in the folder of the guides, so their table of contents does not list it. */
const CHANGES = {
  file: 'changes.md',
  address: '/docs/changes',
  title: 'Changes',
  summary: 'What is new in each version.',
};

const setTitle = (words) => {
  document.title = `${words} · Terrier`;
};

const missing = (pages) => overview(pages, 'There is no such page', 'These are all the pages.');

async function drawnReference(pages, here, signal) {
  const page = await referencePage(here, signal);
  if (page === null) return missing(pages);
  setTitle(page.title);
  return page.alone ? page.content : framed(pages, here, page.content);
}

async function drawn(signal) {
  const contents = [...(await readContents(signal)), CHANGES];
  const pages = [...contents, REFERENCE];
  const here = location.pathname.replace(/\/$/, '');
  if (here === HOME) return overview(pages, 'Docs', 'Guides to read, and every route to try.');
  if (`${here}/`.startsWith(`${REFERENCE.address}/`)) return drawnReference(pages, here, signal);
  const listed = contents.find(({ address }) => address === here);
  const file = listed?.file ?? `${here.slice(HOME.length + 1)}.md`;
  const tokens = await readPage(file, signal);
  if (tokens === null) return missing(pages);
  const shown = article(tokens, file);
  setTitle(shown.querySelector('h1').textContent);
  return framed(pages, here, shown, headingsOf(tokens));
}

/** Shows the page at the address until the signal aborts. */
export async function mount(main, { signal }) {
  async function show() {
    try {
      await loadStyles('/assets/docs/docs.css');
      const page = await drawn(signal);
      if (signal.aborted) return;
      put(main, page);
      seeCurrent(main);
    } catch (failure) {
      if (failure.name === 'AbortError' || signal.aborted) return;
      const words = h('p', {}, 'The documentation cannot be read at the moment. Is Terrier running?');
      const again = h('button', { type: 'button', onclick: show }, 'Try again');
      put(main, h('div', { class: 'wrap' }, h('div', { class: 'card', role: 'alert' }, words, again)));
    }
  }
  await show();
}
