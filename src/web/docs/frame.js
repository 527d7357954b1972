import { h } from '../dom.js';

function navigation(pages, here, parts) {
  const part = ([id, words]) => h('li', {}, h('a', { class: 'docs-part', href: `#${id}` }, words));
  const link = ({ address, title }) => {
    const isHere = address === here;
    return h(
      'li',
      {},
      h('a', { class: 'docs-link', href: address, 'aria-current': isHere ? 'page' : null }, title),
      isHere && parts.length > 0 && h('ul', { class: 'docs-parts' }, parts.map(part)),
    );
  };
  return h('nav', { class: 'docs-nav', 'aria-label': 'Docs' }, h('ul', {}, pages.map(link)));
}

/** Links to the previous and the next page. */
export function neighbors(pages, here) {
  const at = pages.findIndex(({ address }) => address === here);
  const [before, after] = at === -1 ? [] : [pages[at - 1], pages[at + 1]];
  return h(
    'p',
    { class: 'row docs-neighbors' },
    before && h('a', { href: before.address }, `← ${before.title}`),
    after && h('a', { href: after.address, class: 'docs-after' }, `${after.title} →`),
  );
}

/** A card for each page. */
export function overview(pages, title, lead) {
  const card = ({ address, title, summary }) =>
    h('a', { class: 'card way', href: address }, h('h2', {}, title), h('p', { class: 'quiet' }, summary));
  return h(
    'div',
    { class: 'wrap' },
    h('h1', {}, title),
    h('p', { class: 'lead' }, lead),
    h('div', { class: 'grid' }, pages.map(card)),
  );
}

/**
 * A page with links to all others around it.
 * @param {string} here the address of this page
 * @param {[id: string, words: string][]} [parts] the headings to link to
 */
export const framed = (pages, here, content, parts = []) =>
  h(
    'div',
    { class: 'docs' },
    navigation(pages, here, parts),
    h('div', { class: 'docs-page' }, content, neighbors(pages, here)),
  );

/** Scrolls the list of links, not the page, until the link to this page is visible. */
export function seeCurrent(root) {
  const nav = root.querySelector('.docs-nav');
  const link = nav?.querySelector('[aria-current]');
  if (!link) return;
  const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  nav.scrollTop += inner.top - outer.top - outer.height / 2;
  nav.scrollLeft += inner.left - outer.left - outer.width / 3;
}
