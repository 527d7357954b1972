import { useAsked } from '../asked.js';
import { Framed, Overview } from '../docs/frame.js';
import { Article, headingsOf, readContents, readPage, wordsOf } from '../docs/render.js';
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

/** A page of the guides; null when there is no such page. */
async function guidePage(pages, here, signal) {
  const listed = pages.find(({ address }) => address === here);
  const file = listed?.file ?? `${here.slice(HOME.length + 1)}.md`;
  const tokens = await readPage(file, signal);
  return (
    tokens && {
      title: wordsOf(tokens.find(({ type, depth }) => type === 'heading' && depth === 1).tokens),
      content: html`
        <${Framed} pages=${pages} here=${here} parts=${headingsOf(tokens)}>
          <${Article} tokens=${tokens} file=${file} />
        </>
      `,
    }
  );
}

/** The view of the page at the address. */
async function read(signal) {
  const pages = [...(await readContents(signal)), CHANGES, REFERENCE];
  const here = location.pathname.replace(/\/$/, '');
  const overview = (title, lead) => html`<${Overview} ...${{ pages, title, lead }} />`;
  if (here === HOME) return overview('Docs', 'Guides to read, and every route to try.');
  const isReference = `${here}/`.startsWith(`${REFERENCE.address}/`);
  const page = await (isReference ? referencePage : guidePage)(pages, here, signal);
  if (page === null) return overview('There is no such page', 'These are all the pages.');
  document.title = `${page.title} · Terrier`;
  return page.content;
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
