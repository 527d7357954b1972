import { GUIDES } from '../docs/guides/all.js';
import { reference } from '../docs/reference.js';
import { guide, headingsOf } from '../docs/render.js';
import { h } from '../dom.js';
import { loadStyles } from '../styles.js';

export const title = 'Docs';

const REFERENCE = ['reference', 'API reference'];

function contents(slug) {
  const link = ([name, words]) =>
    h(
      'li',
      {},
      h(
        'a',
        { class: 'docs-link', href: `/docs/${name}`, 'aria-current': name === slug ? 'page' : null },
        words,
      ),
      GUIDES.filter((one) => one.slug === slug && name === slug).map((one) =>
        h(
          'ul',
          { class: 'docs-parts' },
          headingsOf(one).map(([id, heading]) =>
            h('li', {}, h('a', { class: 'docs-part', href: `#${id}` }, heading)),
          ),
        ),
      ),
    );
  return h(
    'nav',
    { class: 'docs-nav', 'aria-label': 'Docs' },
    h('ul', {}, [...GUIDES.map((one) => [one.slug, one.title]), REFERENCE].map(link)),
  );
}

function overview(unknown) {
  const card = ([name, words, what]) =>
    h(
      'a',
      { class: 'card way', href: `/docs/${name}` },
      h('h2', {}, words),
      h('p', { class: 'quiet' }, what),
    );
  return [
    h('h1', {}, unknown ? 'There is no such guide' : 'Docs'),
    h(
      'p',
      { class: 'lead' },
      unknown ? 'These are all there are.' : 'Guides to read, and every route to try.',
    ),
    h(
      'div',
      { class: 'grid' },
      GUIDES.map((one) => card([one.slug, one.title, one.summary])),
      card([...REFERENCE, 'Every route, field and error, with a form to send each request.']),
    ),
  ];
}

/** The guides on both sides of this one. */
function neighbours(slug) {
  const all = [...GUIDES.map((one) => [one.slug, one.title]), REFERENCE];
  const at = all.findIndex(([name]) => name === slug);
  const [before, after] = [all[at - 1], all[at + 1]];
  return h(
    'p',
    { class: 'row docs-neighbours' },
    before && h('a', { href: `/docs/${before[0]}` }, `← ${before[1]}`),
    after && h('a', { href: `/docs/${after[0]}`, class: 'docs-after' }, `${after[1]} →`),
  );
}

/** Shows the guide of the address, the reference, or what there is, until the signal aborts. */
export async function mount(main, { signal }) {
  await loadStyles('/assets/docs/docs.css');
  if (signal.aborted) return;
  const slug = location.pathname.split('/')[2] ?? '';
  const wanted = GUIDES.find((one) => one.slug === slug);
  const isReference = slug === REFERENCE[0];
  if (wanted) document.title = `${wanted.title} · Terrier`;
  if (isReference) document.title = `${REFERENCE[1]} · Terrier`;
  const page = wanted
    ? [guide(wanted, signal), neighbours(slug)]
    : isReference
      ? reference(signal)
      : overview(slug !== '');
  main.append(
    wanted || isReference
      ? h('div', { class: 'docs' }, contents(slug), h('div', { class: 'docs-page' }, page))
      : h('div', { class: 'wrap' }, page),
  );
}
