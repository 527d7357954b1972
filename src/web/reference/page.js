import { Framed, Neighbors } from '../docs/frame.js';
import { html, useState } from '../html.js';
import { byTag, readApi } from './document.js';
import { Operation, Route } from './operation.js';

const wordsOf = ({ method, path, id, summary, tag }) =>
  `${method} ${path} ${id} ${summary} ${tag}`.toLowerCase();

const Row = ({ listed }) => html`
  <li>
    <a class="ref-row" href=${listed.address}>
      <span class="ref-route"><${Route} ...${listed} /></span>
      <span class="quiet">${listed.summary}</span>
    </a>
  </li>
`;

function told(filter, count, all) {
  if (filter.trim() === '') return '';
  return count === 0 ? 'No route has all of these words.' : `${count} of ${all}`;
}

/** Every operation by tag, with a field that narrows the list. */
function OperationList({ tags, operations }) {
  const [filter, setFilter] = useState('');
  const wanted = filter.toLowerCase().split(/\s+/);
  const found = operations.filter((listed) => wanted.every((word) => wordsOf(listed).includes(word)));
  const descriptions = new Map(tags.map(({ name, description }) => [name, description]));
  const section = ([tag, listed]) => html`
    <section key=${tag}>
      <h2>${tag}</h2>
      <p class="quiet">${descriptions.get(tag)}</p>
      <ul class="ref-list">${listed.map((one) => html`<${Row} key=${one.id} listed=${one} />`)}</ul>
    </section>
  `;
  return html`
    <div class="ref-index">
      <h1>API reference</h1>
      <p>
        Every route, field and event, made from the schemas that check the requests: the same as${' '}
        <a href="/openapi.json">/openapi.json</a>. Each has samples in curl, TypeScript and Python, and a form to send it.
      </p>
      <label for="ref-filter">Find a route</label>
      <input type="search" id="ref-filter" autocomplete="off" value=${filter}
        oninput=${({ target }) => setFilter(target.value)} />
      <p class="quiet" role="status">${told(filter, found.length, operations.length)}</p>
      ${byTag(found).map(section)}
    </div>
  `;
}

export const REFERENCE = {
  address: '/docs/reference',
  title: 'API reference',
  summary: 'Every route, field and event, with samples and a form to send each request.',
};

function Navigation({ operations, here }) {
  const link = ({ address, title }) => html`
    <li>
      <a class="docs-part" href=${address} aria-current=${address === here ? 'page' : null}>
        ${title.replace('/api/v1', '')}
      </a>
    </li>
  `;
  const tag = ([name, listed]) => html`
    <li><span class="docs-link">${name}</span><ul class="docs-parts">${listed.map(link)}</ul></li>
  `;
  return html`<nav class="docs-nav" aria-label="Routes"><ul>${byTag(operations).map(tag)}</ul></nav>`;
}

function OperationPage({ operations, listed }) {
  const here = listed.address;
  return html`
    <div class="docs docs-wide">
      <${Navigation} operations=${operations} here=${here} />
      <div class="docs-page">
        <p><a href=${REFERENCE.address}>← All routes</a></p>
        <${Operation} listed=${listed} />
        <${Neighbors} pages=${operations} here=${here} />
      </div>
    </div>
  `;
}

/** The reference, or the page of one operation: `/docs/reference/postSearch`; null when there is no such operation. */
export async function referencePage(pages, here, signal) {
  const api = await readApi(signal);
  if (here === REFERENCE.address) {
    const list = html`<${OperationList} ...${api} />`;
    return { title: REFERENCE.title, content: html`<${Framed} pages=${pages} here=${here}>${list}</>` };
  }
  const { operations } = api;
  const listed = operations.find(({ address }) => address === here);
  if (listed === undefined) return null;
  const title = listed.isEvent ? `Event ${listed.path}` : listed.title;
  return { title, content: html`<${OperationPage} ...${{ operations, listed }} />` };
}
