import { html } from './html.js';

/** A list to choose from, `options: [value, words][]`, with its value even if that is unknown. All others are attributes. */
export function Select({ options, value, change, ...attributes }) {
  const isKnown = value === undefined || options.some(([code]) => code === value);
  const all = isKnown ? options : [...options, [value, value]];
  return html`
    <select value=${value} onchange=${change && (({ target }) => change(target.value))} ...${attributes}>
      ${all.map(([code, words]) => html`<option key=${code} value=${code}>${words}</option>`)}
    </select>
  `;
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs above one panel, which has the `id`. */
export function Tabs({ names, chosen, choose, label, id, class: look, children }) {
  function move(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (names.indexOf(chosen) + step + names.length) % names.length;
    event.currentTarget.children[next].focus();
    choose(names[next]);
  }
  const tab = (name) => html`
    <button type="button" role="tab" id="${id}-${name}" aria-controls=${id}
      aria-selected=${String(name === chosen)} tabindex=${name === chosen ? 0 : -1} onclick=${() => choose(name)}>
      ${name}
    </button>
  `;
  return html`
    <div class=${look} role="tablist" aria-label=${label} onkeydown=${move}>${names.map(tab)}</div>
    <div id=${id} role="tabpanel" aria-labelledby="${id}-${chosen}">${children}</div>
  `;
}
