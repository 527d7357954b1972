import { copyButton } from '../copy.js';
import { h } from '../dom.js';

/** Code with a button that copies it. */
export const codeBlock = (code, title) =>
  h(
    'figure',
    { class: 'docs-code' },
    h(
      'figcaption',
      {},
      title,
      copyButton('Copy', () => code, 'docs-copy'),
    ),
    h('pre', { tabindex: 0, 'aria-label': `${title} code` }, h('code', {}, code)),
  );
