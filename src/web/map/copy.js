import { h, put } from '../dom.js';
import { notice } from '../notice.js';

const SAID_FOR = 2_000;

/** A button that copies what `text()` gives. If the browser does not allow copying, it says so. */
export function copyButton(label, text) {
  const button = h('button', { type: 'button', class: 'small', onclick: copy }, label);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      put(button, 'Copied');
      setTimeout(() => put(button, label), SAID_FOR);
    } catch {
      notice('This browser lets no page copy here: select the text and copy it yourself.', 'bad');
    }
  }
  return button;
}
