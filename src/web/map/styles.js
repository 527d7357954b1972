import { h } from '../dom.js';

/** Loads stylesheets, and removes them when the signal aborts. Resolves when they apply. */
export async function styles(addresses, signal) {
  await Promise.all(
    addresses.map(
      (href) =>
        new Promise((done) => {
          const link = h('link', { rel: 'stylesheet', href, onload: done, onerror: done });
          signal.addEventListener('abort', () => link.remove());
          document.head.append(link);
        }),
    ),
  );
}
