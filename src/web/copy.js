import { html, useRef, useState } from './html.js';

const SAID_FOR = 2_000;

/** Copies by selecting: browsers give the clipboard only to secure pages, not to plain http from another machine. */
function copySelected(text, beside) {
  const area = Object.assign(document.createElement('textarea'), {
    className: 'unseen',
    readOnly: true,
    value: text,
  });
  beside.after(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  beside.focus();
  return done;
}

/** A button that copies what `text()` returns, and says so. */
export function CopyButton({ label, text, class: className = 'small' }) {
  const [said, setSaid] = useState(null);
  const timer = useRef();
  async function copy({ currentTarget: button }) {
    const written = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    setSaid(written || copySelected(text(), button) ? 'Copied' : 'Select and copy it by hand');
    clearTimeout(timer.current);
    timer.current = setTimeout(setSaid, SAID_FOR, null);
  }
  return html`<button type="button" class=${className} onclick=${copy}>${said ?? label}</button>`;
}
