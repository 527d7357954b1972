import { marked } from '/assets/vendor/marked/marked.esm.js';
import { addressOfFile, addressOfPage } from './places.js';

const INDEX = 'README.md';

/** The text of tokens without their markup. */
export const wordsOf = (tokens) =>
  tokens.map((token) => (token.tokens ? wordsOf(token.tokens) : token.text)).join('');

/**
 * Reads a page.
 * @param {string} file as `webhooks.md`
 * @returns {Promise<object[] | null>} its Markdown tokens; null when there is no such page
 */
export async function readPage(file, signal) {
  const response = await fetch(addressOfFile(file), { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return marked.lexer(await response.text());
}

/**
 * The pages in reading order. Each item of the index is a link, a colon and a summary.
 * @returns {Promise<{file: string, address: string, title: string, summary: string}[]>}
 */
export async function readContents(signal) {
  const lists = (await readPage(INDEX, signal)).filter(({ type }) => type === 'list');
  return lists
    .flatMap(({ items }) => items)
    .map(({ tokens: [{ tokens }] }) => {
      const [{ href: file, text: title }, ...rest] = tokens;
      return { file, address: addressOfPage(file), title, summary: wordsOf(rest).replace(/^: /, '') };
    });
}
