import { h, put } from '../dom.js';
import { notice } from '../notice.js';

const SAID_FOR = 2_000;

/** Code with a button that copies it. */
export function codeBlock(code, title, signal) {
  const button = h('button', { type: 'button', class: 'docs-copy', onclick: copy }, 'Copy');
  let timer;
  signal.addEventListener('abort', () => clearTimeout(timer));

  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      put(button, 'Copied');
      clearTimeout(timer);
      timer = setTimeout(() => put(button, 'Copy'), SAID_FOR);
    } catch {
      notice('This browser does not let the page copy. Select the text instead.', 'bad');
    }
  }

  return h(
    'figure',
    { class: 'docs-code' },
    h('figcaption', {}, title, button),
    h('pre', { tabindex: 0, 'aria-label': `${title} code` }, h('code', {}, code)),
  );
}
