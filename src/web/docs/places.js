const DOCS = '/docs/';
const BASE = 'https://terrier.invalid';

/** The address of a page's file: `webhooks.md`, `adr/README.md`. */
export const addressOfFile = (file) => `/assets/guides/${file}`;

/** The address at which a file is shown: `/docs/webhooks`, `/docs/adr`. */
export const addressOfPage = (file) => DOCS + file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');

/**
 * The address of a link. Links to other pages of the documentation are changed; all others stay as written.
 * @param {string} href as written, relative to the file
 * @param {string} file the page's own file
 */
export function addressOfLink(href, file) {
  const { origin, pathname, hash } = new URL(href, BASE + DOCS + file);
  const isPage = origin === BASE && pathname.startsWith(DOCS) && pathname.endsWith('.md');
  return isPage ? addressOfPage(pathname.slice(DOCS.length)) + hash : href;
}

/** The address of a picture, as written relative to the page's own file. */
export const addressOfPicture = (href, file) =>
  addressOfFile(new URL(href, BASE + DOCS + file).pathname.slice(DOCS.length));

/** The id of a heading, made as Git hosts do. */
export const idOf = (words) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
