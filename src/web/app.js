import { html, render } from './html.js';
import { keyDialog, offerKey } from './key-dialog.js';
import { tell } from './notice.js';
import { takeKeyFromAddress } from './session.js';

/** By the first part of a path, a module with the `title`, the `styles` and the view (`Page`) of a page. */
const PAGES = {
  '': () => import('./pages/home.js'),
  map: () => import('./pages/map.js'),
  market: () => import('./pages/market.js'),
  console: () => import('./pages/console.js'),
  docs: () => import('./pages/docs.js'),
};

let leave = new AbortController();

const loaded = (link) =>
  new Promise((resolve) => {
    // A page is readable without its styles, too.
    Object.assign(link, { onload: resolve, onerror: resolve });
  });

/** Applies the styles of a page in place of another page's. Resolves when they apply. */
async function applyStyles(addresses) {
  const before = [...document.head.querySelectorAll('link[data-page]')];
  const added = addresses
    .filter((href) => before.every((link) => link.getAttribute('href') !== href))
    .map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  for (const link of added) link.dataset.page = '';
  for (const link of before) if (!addresses.includes(link.getAttribute('href'))) link.remove();
  document.head.append(...added);
  await Promise.all(added.map(loaded));
}

async function show() {
  leave.abort();
  leave = new AbortController();
  const { signal } = leave;
  const name = location.pathname.split('/')[1];
  for (const link of document.querySelectorAll('header nav a')) {
    const here = link.pathname === `/${name}`;
    if (here) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const main = document.getElementById('main');
  main.className = `page-${name || 'home'}`;
  try {
    const page = await PAGES[name]();
    if (signal.aborted) return;
    render(null, main);
    document.title = page.title ? `${page.title} · Terrier` : 'Terrier';
    await applyStyles(page.styles);
    if (!signal.aborted) render(html`<${page.Page} />`, main);
  } catch (failure) {
    if (!signal.aborted) tell(failure);
  }
}

/** Links between pages do not reload. */
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.download) return;
  if (link.origin !== location.origin) return;
  if (!(link.pathname.split('/')[1] in PAGES)) return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname) {
    // For a link within the page, the browser's own navigation would redraw the page.
    const target = document.getElementById(link.hash.slice(1));
    target?.scrollIntoView();
    target?.focus();
    return;
  }
  history.pushState(null, '', link.href);
  void show();
  scrollTo(0, 0);
  document.getElementById('main').focus({ preventScroll: true });
});
/** A key in the address needs confirmation on the current page; any other address is another page. */
addEventListener('popstate', () => {
  const given = takeKeyFromAddress();
  if (given === null) void show();
  else void offerKey(given);
});

const given = takeKeyFromAddress();
keyDialog();
if (given !== null) await offerKey(given);
void show();
