import { readContents, readPage } from '../docs/files.js';
import { framed, overview } from '../docs/frame.js';
import { reference } from '../docs/reference.js';
import { article, headingsOf } from '../docs/render.js';
import { h, put } from '../dom.js';
import { loadStyles } from '../styles.js';

export const title = 'Docs';

const HOME = '/docs';
const REFERENCE = {
  address: `${HOME}/reference`,
  title: 'API reference',
  summary: 'Every route, field and error, with a form to send each request.',
};

const setTitle = (words) => {
  document.title = `${words} · Terrier`;
};

async function drawn(signal) {
  const contents = await readContents(signal);
  const pages = [...contents, REFERENCE];
  const here = location.pathname.replace(/\/$/, '');
  if (here === HOME) return overview(pages, 'Docs', 'Guides to read, and every route to try.');
  if (here === REFERENCE.address) {
    setTitle(REFERENCE.title);
    return framed(pages, here, reference(signal));
  }
  const listed = contents.find(({ address }) => address === here);
  const file = listed?.file ?? `${here.slice(HOME.length + 1)}.md`;
  const tokens = await readPage(file, signal);
  if (tokens === null) return overview(pages, 'There is no such page', 'These are all there are.');
  const shown = article(tokens, file);
  setTitle(shown.querySelector('h1').textContent);
  return framed(pages, here, shown, headingsOf(tokens));
}

/** Shows the page of the address until the signal aborts. */
export async function mount(main, { signal }) {
  async function show() {
    try {
      await loadStyles('/assets/docs/docs.css');
      const page = await drawn(signal);
      if (!signal.aborted) put(main, page);
    } catch (failure) {
      if (failure.name === 'AbortError' || signal.aborted) return;
      const words = h('p', {}, 'The documentation cannot be read at the moment. Is Terrier running?');
      const again = h('button', { type: 'button', onclick: show }, 'Try again');
      put(main, h('div', { class: 'wrap' }, h('div', { class: 'card', role: 'alert' }, words, again)));
    }
  }
  await show();
}
