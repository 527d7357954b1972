import { h } from '../dom.js';
import { codeBlock } from './copy.js';
import { errorsTable } from './errors-table.js';
import { eventsTable } from './events-table.js';
import { inline } from './inline.js';

const idOf = (words) =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const items = (block) => block.items.map((item) => h('li', {}, inline(item)));

function table({ head, rows }) {
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': head.join(', ').replaceAll('`', '') },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          head.map((cell) => h('th', { scope: 'col' }, inline(cell))),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((cells) =>
          h(
            'tr',
            {},
            cells.map((cell) => h('td', {}, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

const DRAW = {
  heading: ({ text }) => h('h2', { id: idOf(text), tabindex: -1 }, text),
  text: ({ text }) => h('p', {}, inline(text)),
  list: (block) => h('ul', {}, items(block)),
  code: ({ text, title }, signal) => codeBlock(text, title, signal),
  table,
  errors: (_block, signal) => errorsTable(signal),
  events: (_block, signal) => eventsTable(signal),
};

/** Where the parts of a guide begin. */
export const headingsOf = ({ body }) =>
  body.filter(({ kind }) => kind === 'heading').map(({ text }) => [idOf(text), text]);

/** Draws a guide. */
export function guide({ title, summary, body }, signal) {
  return h(
    'article',
    { class: 'docs-guide' },
    h('h1', {}, title),
    h('p', { class: 'lead quiet' }, summary),
    body.map((block) => DRAW[block.kind](block, signal)),
  );
}
