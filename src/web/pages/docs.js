import { useAsked } from '../asked.js';
import { readContents, readPage, wordsOf } from '../docs/files.js';
import { Framed, Overview } from '../docs/frame.js';
import { Article, headingsOf } from '../docs/render.js';
import { html } from '../html.js';
import { REFERENCE, referencePage } from '../reference/page.js';

export const title = 'Docs';
export const styles = ['/assets/docs/docs.css', '/assets/reference/reference.css'];

const HOME = '/docs';
/** This page is not in the folder of the guides, so their table of contents does not list it. */
const CHANGES = {
  file: 'changes.md',
  address: '/docs/changes',
  title: 'Changes',
  summary: 'What is new in each version.',
};

const setTitle = (words) => {
  document.title = `${words} · Terrier`;
};

const missing = (pages) =>
  html`<${Overview} pages=${pages} title="There is no such page" lead="These are all the pages." />`;

async function readReference(pages, here, signal) {
  const page = await referencePage(here, signal);
  if (page === null) return missing(pages);
  setTitle(page.title);
  return page.alone ? page.content : html`<${Framed} pages=${pages} here=${here}>${page.content}</>`;
}

/** The view of the page at the address. */
async function read(signal) {
  const contents = [...(await readContents(signal)), CHANGES];
  const pages = [...contents, REFERENCE];
  const here = location.pathname.replace(/\/$/, '');
  if (here === HOME)
    return html`<${Overview} pages=${pages} title="Docs" lead="Guides to read, and every route to try." />`;
  if (`${here}/`.startsWith(`${REFERENCE.address}/`)) return readReference(pages, here, signal);
  const listed = contents.find(({ address }) => address === here);
  const file = listed?.file ?? `${here.slice(HOME.length + 1)}.md`;
  const tokens = await readPage(file, signal);
  if (tokens === null) return missing(pages);
  setTitle(wordsOf(tokens.find(({ type, depth }) => type === 'heading' && depth === 1).tokens));
  return html`
    <${Framed} pages=${pages} here=${here} parts=${headingsOf(tokens)}>
      <${Article} tokens=${tokens} file=${file} />
    </>
  `;
}

const Failed = ({ again }) => html`
  <div class="wrap">
    <div class="card" role="alert">
      <p>The documentation cannot be read at the moment. Is Terrier running?</p>
      <button type="button" onclick=${again}>Try again</button>
    </div>
  </div>
`;

/** The page of the documentation at the address. */
export function Page() {
  const { answer, again } = useAsked((signal) => read(signal).catch(() => null), []);
  return answer === null ? html`<${Failed} again=${again} />` : answer;
}
