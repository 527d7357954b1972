import { h } from './dom.js';

/** Loads the styles of a page, once; they stay, so their names begin with the page's. */
export function loadStyles(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = h('link', { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = resolve;
    // Without its styles a page is ugly, but it can be read.
    link.onerror = resolve;
    document.head.append(link);
  });
}
