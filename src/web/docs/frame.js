import { html, useLayoutEffect, useRef } from '../html.js';

function Navigation({ pages, here, parts }) {
  const nav = useRef();
  // Scrolls the list of links, not the page, until the link to this page is visible.
  useLayoutEffect(() => {
    const link = nav.current.querySelector('[aria-current]');
    if (!link) return;
    const [outer, inner] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    nav.current.scrollTop += inner.top - outer.top - outer.height / 2;
    nav.current.scrollLeft += inner.left - outer.left - outer.width / 3;
  }, []);
  const part = ([id, words]) => html`<li><a class="docs-part" href="#${id}">${words}</a></li>`;
  const link = ({ address, title }) => {
    const isHere = address === here;
    return html`
      <li>
        <a class="docs-link" href=${address} aria-current=${isHere ? 'page' : null}>${title}</a>
        ${isHere && parts.length > 0 && html`<ul class="docs-parts">${parts.map(part)}</ul>`}
      </li>
    `;
  };
  return html`<nav class="docs-nav" aria-label="Docs" ref=${nav}><ul>${pages.map(link)}</ul></nav>`;
}

/** Links to the previous and the next page. */
export function Neighbors({ pages, here }) {
  const at = pages.findIndex(({ address }) => address === here);
  const [before, after] = at === -1 ? [] : [pages[at - 1], pages[at + 1]];
  return html`
    <p class="row docs-neighbors">
      ${before && html`<a href=${before.address}>← ${before.title}</a>`}
      ${after && html`<a href=${after.address} class="docs-after">${after.title} →</a>`}
    </p>
  `;
}

/** A card that leads to a page. */
export const Way = ({ address, title, summary }) => html`
  <a class="card way" href=${address}><h2>${title}</h2><p class="quiet">${summary}</p></a>
`;

/** A card for each page. */
export const Overview = ({ pages, title, lead }) => html`
  <div class="wrap">
    <h1>${title}</h1>
    <p class="lead">${lead}</p>
    <div class="grid">${pages.map((page) => html`<${Way} ...${page} />`)}</div>
  </div>
`;

/** A page with links to all others around it, and to its own `parts`: the id and the words of each. */
export const Framed = ({ pages, here, parts = [], children }) => html`
  <div class="docs">
    <${Navigation} pages=${pages} here=${here} parts=${parts} />
    <div class="docs-page">${children}<${Neighbors} pages=${pages} here=${here} /></div>
  </div>
`;
