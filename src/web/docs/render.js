import { marked } from '/assets/vendor/marked/marked.esm.js';
import { h } from '../dom.js';
import { codeBlock } from './copy.js';
import { wordsOf } from './files.js';
import { addressOfLink, addressOfPicture, idOf } from './places.js';

/** The server in the examples; it is replaced by the server that shows them. */
const EXAMPLE_SERVER = 'http://127.0.0.1:8080';
const LANGUAGES = {
  sh: 'Shell',
  json: 'JSON',
  js: 'JavaScript',
  html: 'HTML',
  py: 'Python',
  ts: 'TypeScript',
  mermaid: 'Mermaid',
};

/** Elements for a text's tokens. HTML in a text is shown as written. */
const inline = (tokens, page) => tokens.map((token) => (INLINE[token.type] ?? plain)(token, page));

const plain = (token, page) => (token.tokens ? h('span', {}, inline(token.tokens, page)) : token.text);

const INLINE = {
  codespan: ({ text }) => h('code', {}, text),
  strong: ({ tokens }, page) => h('strong', {}, inline(tokens, page)),
  em: ({ tokens }, page) => h('em', {}, inline(tokens, page)),
  image: ({ href, text }, { file }) =>
    h('img', { src: addressOfPicture(href, file), alt: text, loading: 'lazy' }),
  // Markdown also makes links of text that is no address, such as two addresses with a comma between them.
  link: (token, page) =>
    URL.canParse(token.href, location.href)
      ? h('a', { href: addressOfLink(token.href, page.file) }, inline(token.tokens, page))
      : plain(token, page),
};

/** Elements for blocks. HTML blocks, such as comments, are left out. */
const blocks = (tokens, page) => tokens.map((token) => BLOCKS[token.type]?.(token, page));

function list({ ordered, items }, page) {
  return h(
    ordered ? 'ol' : 'ul',
    {},
    items.map(({ tokens }) => h('li', {}, blocks(tokens, page))),
  );
}

function table({ header, rows }, page) {
  const names = header.map(({ tokens }) => wordsOf(tokens));
  const label = [page.heading, ...names].join(', ');
  const head = ({ tokens }) => h('th', { scope: 'col', role: 'columnheader' }, inline(tokens, page));
  // On phones, a row is a block. If there are more than two columns, a name says which one a value belongs to.
  const cell = ({ tokens }, at) =>
    h(
      'td',
      { role: 'cell', 'data-column': at > 0 && names.length > 2 && tokens.length > 0 && names[at] },
      inline(tokens, page),
    );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    // These are the elements' own roles, which they lose when they are drawn as blocks.
    h(
      'table',
      { role: 'table' },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, header.map(head))),
      h(
        'tbody',
        { role: 'rowgroup' },
        rows.map((row) => h('tr', { role: 'row' }, row.map(cell))),
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

/** Paragraphs of text with inline Markdown, such as a description from the API. */
export const text = (words) => blocks(marked.lexer(words), { file: '', heading: '' });
