import { neighbors } from '../docs/frame.js';
import { h } from '../dom.js';
import { readOpenapi } from '../openapi.js';
import { loadStyles } from '../styles.js';
import { byTag, operationsOf } from './document.js';
import { operationList } from './list.js';
import { operationPage } from './operation.js';

export const REFERENCE = {
  address: '/docs/reference',
  title: 'API reference',
  summary: 'Every route, field and event, with samples and a form to send each request.',
};

function navigation(operations, here) {
  const link = ({ address, method, path, isEvent }) =>
    h(
      'li',
      {},
      h(
        'a',
        { class: 'docs-part', href: address, 'aria-current': address === here ? 'page' : null },
        isEvent ? path : `${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
      ),
    );
  const tag = ([name, listed]) =>
    h('li', {}, h('span', { class: 'docs-link' }, name), h('ul', { class: 'docs-parts' }, listed.map(link)));
  return h('nav', { class: 'docs-nav', 'aria-label': 'Routes' }, h('ul', {}, byTag(operations).map(tag)));
}

/**
 * The reference, or the page of one operation: `/docs/reference/postSearch`.
 * @returns {Promise<{title: string, content: Node, alone: boolean} | null>} null when there is no such operation;
 *   `alone` when it has its own links to the other operations
 */
export async function referencePage(here, signal) {
  await loadStyles('/assets/reference/reference.css');
  const document = await readOpenapi(signal);
  const operations = operationsOf(document);
  if (here === REFERENCE.address)
    return { title: REFERENCE.title, content: operationList(document, operations), alone: false };
  const listed = operations.find(({ address }) => address === here);
  if (listed === undefined) return null;
  const pages = operations.map(({ address, path, method, isEvent }) => ({
    address,
    title: isEvent ? path : `${method.toUpperCase()} ${path}`,
  }));
  const content = h(
    'div',
    { class: 'docs docs-wide' },
    navigation(operations, here),
    h(
      'div',
      { class: 'docs-page' },
      h('p', {}, h('a', { href: REFERENCE.address }, '← All routes')),
      operationPage(document, listed, signal),
      neighbors(pages, here),
    ),
  );
  return {
    title: `${listed.isEvent ? 'Event' : listed.method.toUpperCase()} ${listed.path}`,
    content,
    alone: true,
  };
}
