import { html, useState } from '../html.js';
import { byTag } from './document.js';
import { Route } from './operation.js';

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
export function OperationList({ document, operations }) {
  const [filter, setFilter] = useState('');
  const wanted = filter.toLowerCase().split(/\s+/);
  const found = operations.filter((listed) => wanted.every((word) => wordsOf(listed).includes(word)));
  const descriptions = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
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
