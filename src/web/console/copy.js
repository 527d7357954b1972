import { h, put } from '../dom.js';

const TOLD_FOR = 2_000;

/** Browsers give the clipboard only to secure pages, not to plain http from another machine. */
function copySelected(text) {
  const area = h('textarea', { class: 'unseen', readonly: true, value: text });
  document.getElementById('main').append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** A button that copies what `text()` gives, and says so. */
export function copyButton(text, label = 'Copy') {
  const button = h('button', { type: 'button', onclick: copy }, label);
  async function copy() {
    const done = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => copySelected(text()),
    );
    put(button, (done ?? copySelected(text())) ? 'Copied' : 'Select and copy it by hand');
    button.focus();
    setTimeout(() => put(button, label), TOLD_FOR);
  }
  return button;
}
