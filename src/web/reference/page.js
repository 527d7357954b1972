import { Neighbors } from '../docs/frame.js';
import { html } from '../html.js';
import { readOpenapi } from '../openapi.js';
import { byTag, operationsOf } from './document.js';
import { OperationList } from './list.js';
import { Operation } from './operation.js';

export const REFERENCE = {
  address: '/docs/reference',
  title: 'API reference',
  summary: 'Every route, field and event, with samples and a form to send each request.',
};

function Navigation({ operations, here }) {
  const link = ({ address, method, path, isEvent }) => html`
    <li>
      <a class="docs-part" href=${address} aria-current=${address === here ? 'page' : null}>
        ${isEvent ? path : `${method.toUpperCase()} ${path.replace('/api/v1', '')}`}
      </a>
    </li>
  `;
  const tag = ([name, listed]) => html`
    <li><span class="docs-link">${name}</span><ul class="docs-parts">${listed.map(link)}</ul></li>
  `;
  return html`<nav class="docs-nav" aria-label="Routes"><ul>${byTag(operations).map(tag)}</ul></nav>`;
}

function OperationPage({ document, operations, listed }) {
  const here = listed.address;
  const pages = operations.map(({ address, path, method, isEvent }) => ({
    address,
    title: isEvent ? path : `${method.toUpperCase()} ${path}`,
  }));
  return html`
    <div class="docs docs-wide">
      <${Navigation} operations=${operations} here=${here} />
      <div class="docs-page">
        <p><a href=${REFERENCE.address}>← All routes</a></p>
        <${Operation} document=${document} listed=${listed} />
        <${Neighbors} pages=${pages} here=${here} />
      </div>
    </div>
  `;
}

/**
 * The reference, or the page of one operation: `/docs/reference/postSearch`.
 * @returns {Promise<{title: string, content: View, alone: boolean} | null>} null when there is no such operation;
 *   `alone` when it has its own links to the other operations
 */
export async function referencePage(here, signal) {
  const document = await readOpenapi(signal);
  const operations = operationsOf(document);
  if (here === REFERENCE.address) {
    const content = html`<${OperationList} document=${document} operations=${operations} />`;
    return { title: REFERENCE.title, content, alone: false };
  }
  const listed = operations.find(({ address }) => address === here);
  if (listed === undefined) return null;
  return {
    title: `${listed.isEvent ? 'Event' : listed.method.toUpperCase()} ${listed.path}`,
    content: html`<${OperationPage} ...${{ document, operations, listed }} />`,
    alone: true,
  };
}
