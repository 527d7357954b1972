import { h } from '../dom.js';
import { codeBlock } from './copy.js';
import { wordsOf } from './files.js';
import { addressOfLink, idOf } from './places.js';

/** The examples' server; the server that shows them takes its place. */
const EXAMPLE_SERVER = 'http://127.0.0.1:8080';
const LANGUAGES = { sh: 'Shell', json: 'JSON', js: 'JavaScript', ts: 'TypeScript', mermaid: 'Mermaid' };

/** Elements of a text's tokens. HTML in a text is shown as it is written. */
const inline = (tokens, page) => tokens.map((token) => (INLINE[token.type] ?? plain)(token, page));

const plain = (token, page) => (token.tokens ? h('span', {}, inline(token.tokens, page)) : token.text);

const INLINE = {
  codespan: ({ text }) => h('code', {}, text),
  strong: ({ tokens }, page) => h('strong', {}, inline(tokens, page)),
  em: ({ tokens }, page) => h('em', {}, inline(tokens, page)),
  link: ({ href, tokens }, page) => h('a', { href: addressOfLink(href, page.file) }, inline(tokens, page)),
};

/** Elements of blocks. Blocks of HTML, such as comments, are left out. */
const blocks = (tokens, page) => tokens.map((token) => BLOCKS[token.type]?.(token, page));

function list({ ordered, items }, page) {
  return h(
    ordered ? 'ol' : 'ul',
    {},
    items.map(({ tokens }) => h('li', {}, blocks(tokens, page))),
  );
}

function table({ header, rows }, page) {
  const cells = (tag, row, props = {}) => row.map(({ tokens }) => h(tag, props, inline(tokens, page)));
  const label = [page.heading, ...header.map(({ tokens }) => wordsOf(tokens))].join(', ');
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, cells('th', header, { scope: 'col' }))),
      h(
        'tbody',
        {},
        rows.map((row) => h('tr', {}, cells('td', row))),
      ),
    ),
  );
}

function heading({ depth, tokens }, page) {
  page.heading = wordsOf(tokens);
  return h(`h${depth}`, { id: idOf(page.heading), tabindex: -1 }, inline(tokens, page));
}

const BLOCKS = {
  heading,
  list,
  table,
  paragraph: ({ tokens }, page) => h('p', {}, inline(tokens, page)),
  text: ({ tokens }, page) => h('span', {}, inline(tokens, page)),
  code: ({ text, lang }) =>
    codeBlock(text.replaceAll(EXAMPLE_SERVER, location.origin), LANGUAGES[lang] ?? 'Text'),
};

/** The id and the words of each second-level heading. */
export const headingsOf = (tokens) =>
  tokens
    .filter(({ type, depth }) => type === 'heading' && depth === 2)
    .map((token) => wordsOf(token.tokens))
    .map((words) => [idOf(words), words]);

/**
 * Draws a page.
 * @param {string} file the page's own file, from which its links lead
 */
export const article = (tokens, file) =>
  h('article', { class: 'docs-guide' }, blocks(tokens, { file, heading: '' }));
