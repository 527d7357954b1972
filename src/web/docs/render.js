import { marked } from '/assets/vendor/marked/marked.esm.js';
import { CodeBlock } from '../copy.js';
import { html } from '../html.js';

const INDEX = 'README.md';
const DOCS = '/docs/';
const BASE = 'https://terrier.invalid';

/** The address of a page's file: `webhooks.md`, `adr/README.md`. */
const addressOfFile = (file) => `/assets/guides/${file}`;

/** The address at which a file is shown: `/docs/webhooks`, `/docs/adr`. */
const addressOfPage = (file) => DOCS + file.replace(/\.md$/, '').replace(/(^|\/)README$/, '');

/** The address of a link in a file: links to other pages of the documentation are changed; all others stay as written. */
function addressOfLink(href, file) {
  const { origin, pathname, hash } = new URL(href, BASE + DOCS + file);
  const isPage = origin === BASE && pathname.startsWith(DOCS) && pathname.endsWith('.md');
  return isPage ? addressOfPage(pathname.slice(DOCS.length)) + hash : href;
}

/** The address of a picture, as written relative to the page's own file. */
const addressOfPicture = (href, file) =>
  addressOfFile(new URL(href, BASE + DOCS + file).pathname.slice(DOCS.length));

/** The id of a heading, made as Git hosts do. */
const idOf = (words) =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** The text of tokens without their markup. */
export const wordsOf = (tokens) =>
  tokens.map((token) => (token.tokens ? wordsOf(token.tokens) : token.text)).join('');

/** The Markdown tokens of a file, such as `webhooks.md`; null when there is no such page. */
export async function readPage(file, signal) {
  const response = await fetch(addressOfFile(file), { signal });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`Status ${response.status}`);
  return marked.lexer(await response.text());
}

/** The pages in reading order. Each item of the index is a link, a colon and a summary. */
export async function readContents(signal) {
  const lists = (await readPage(INDEX, signal)).filter(({ type }) => type === 'list');
  return lists
    .flatMap(({ items }) => items)
    .map(({ tokens: [{ tokens }] }) => {
      const [{ href: file, text: title }, ...rest] = tokens;
      return { file, address: addressOfPage(file), title, summary: wordsOf(rest).replace(/^: /, '') };
    });
}

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

/** Views of a text's tokens. HTML in a text is shown as written. */
const inline = (tokens, page) => tokens.map((token) => (INLINE[token.type] ?? plain)(token, page));

const plain = (token, page) => (token.tokens ? html`<span>${inline(token.tokens, page)}</span>` : token.text);

const INLINE = {
  codespan: ({ text }) => html`<code>${text}</code>`,
  strong: ({ tokens }, page) => html`<strong>${inline(tokens, page)}</strong>`,
  em: ({ tokens }, page) => html`<em>${inline(tokens, page)}</em>`,
  image: ({ href, text }, { file }) =>
    html`<img src=${addressOfPicture(href, file)} alt=${text} loading="lazy" />`,
  // Markdown also makes links of text that is no address, such as two addresses with a comma between them.
  link: (token, page) =>
    URL.canParse(token.href, location.href)
      ? html`<a href=${addressOfLink(token.href, page.file)}>${inline(token.tokens, page)}</a>`
      : plain(token, page),
};

/** Views of blocks. HTML blocks, such as comments, are left out. */
const blocks = (tokens, page) => tokens.map((token) => BLOCKS[token.type]?.(token, page));

const list = ({ ordered, items }, page) =>
  html`<${ordered ? 'ol' : 'ul'}>${items.map(({ tokens }) => html`<li>${blocks(tokens, page)}</li>`)}</>`;

function table({ header, rows }, page) {
  const names = header.map(({ tokens }) => wordsOf(tokens));
  const label = [page.heading, ...names].join(', ');
  const head = ({ tokens }) => html`<th scope="col" role="columnheader">${inline(tokens, page)}</th>`;
  // On phones, a row is a block. If there are more than two columns, a name says which one a value belongs to.
  const named = (tokens, at) => at > 0 && names.length > 2 && tokens.length > 0;
  const cell = ({ tokens }, at) => html`
    <td role="cell" data-column=${named(tokens, at) ? names[at] : null}>${inline(tokens, page)}</td>
  `;
  // The roles are the elements' own, which they lose when they are drawn as blocks.
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table role="table">
        <thead role="rowgroup"><tr role="row">${header.map(head)}</tr></thead>
        <tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${row.map(cell)}</tr>`)}</tbody>
      </table>
    </div>
  `;
}

function heading({ depth, tokens }, page) {
  page.heading = wordsOf(tokens);
  return html`<${`h${depth}`} id=${idOf(page.heading)} tabindex="-1">${inline(tokens, page)}</>`;
}

const BLOCKS = {
  heading,
  list,
  table,
  paragraph: ({ tokens }, page) => html`<p>${inline(tokens, page)}</p>`,
  text: ({ tokens }, page) => html`<span>${inline(tokens, page)}</span>`,
  code: ({ text, lang }) => html`
    <${CodeBlock} code=${text.replaceAll(EXAMPLE_SERVER, location.origin)} title=${LANGUAGES[lang] ?? 'Text'} />
  `,
};

/** The id and the words of each second-level heading. */
export const headingsOf = (tokens) =>
  tokens
    .filter(({ type, depth }) => type === 'heading' && depth === 2)
    .map((token) => wordsOf(token.tokens))
    .map((words) => [idOf(words), words]);

/** A guide from its tokens; `file` is its own file, from which its links lead. */
export const Article = ({ tokens, file }) =>
  html`<article class="docs-guide">${blocks(tokens, { file, heading: '' })}</article>`;

/** Views of text with inline Markdown, such as a description from the API. */
export const prose = (words) => blocks(marked.lexer(words), { file: '', heading: '' });
