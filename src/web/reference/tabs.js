import { html, useState } from '../html.js';

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
let last = null;

/**
 * Tabs above one panel; the chosen tab is kept from page to page.
 * @param {{names: string[], label: string, content: (name: string) => View}} props
 */
export function Tabs({ names, label, content }) {
  const [chosen, setChosen] = useState(names.includes(last) ? last : names[0]);
  function choose(name) {
    last = name;
    setChosen(name);
  }
  function move(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (names.indexOf(chosen) + step + names.length) % names.length;
    event.currentTarget.children[next].focus();
    choose(names[next]);
  }
  const tab = (name) => html`
    <button type="button" role="tab" id="ref-tab-${name}" aria-controls="ref-sample"
      aria-selected=${String(name === chosen)} tabindex=${name === chosen ? 0 : -1}
      onclick=${() => choose(name)}>
      ${name}
    </button>
  `;
  return html`
    <div>
      <div class="ref-tabs" role="tablist" aria-label=${label} onkeydown=${move}>${names.map(tab)}</div>
      <div id="ref-sample" role="tabpanel" aria-labelledby="ref-tab-${chosen}">${content(chosen)}</div>
    </div>
  `;
}
