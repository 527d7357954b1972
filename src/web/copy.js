import { h, put } from './dom.js';

const SAID_FOR = 2_000;

/** Copies by selecting: browsers give the clipboard only to secure pages, not to plain http from another machine. */
function copySelected(text, beside) {
  const area = h('textarea', { class: 'unseen', readonly: true, value: text });
  beside.after(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  beside.focus();
  return done;
}

/** A button that copies what `text()` returns, and says so. */
export function copyButton(label, text, className = 'small') {
  const button = h('button', { type: 'button', class: className, onclick: copy }, label);
  let timer;
  async function copy() {
    const written = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    put(button, written || copySelected(text(), button) ? 'Copied' : 'Select and copy it by hand');
    clearTimeout(timer);
    timer = setTimeout(() => put(button, label), SAID_FOR);
  }
  return button;
}
