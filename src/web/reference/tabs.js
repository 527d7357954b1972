import { h, put } from '../dom.js';

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };
let last = null;

/**
 * Tabs above one panel; the chosen tab is kept from page to page.
 * @param {string[]} names
 * @param {(name: string) => Node} draw the content of the panel
 * @returns {{element: HTMLElement, redraw: () => void}}
 */
export function tabs(names, label, draw) {
  let chosen = names.includes(last) ? last : names[0];
  const panel = h('div', { id: 'ref-sample', role: 'tabpanel' });
  const buttons = names.map((name) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `ref-tab-${name}`,
        'aria-controls': 'ref-sample',
        onclick: () => choose(name),
      },
      name,
    ),
  );

  function choose(name) {
    chosen = name;
    last = name;
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(names[at] === name));
      button.tabIndex = names[at] === name ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', `ref-tab-${name}`);
    redraw();
  }

  function move(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (names.indexOf(chosen) + step + names.length) % names.length;
    buttons[next].focus();
    choose(names[next]);
  }

  const redraw = () => put(panel, draw(chosen));
  const element = h(
    'div',
    {},
    h('div', { class: 'ref-tabs', role: 'tablist', 'aria-label': label, onkeydown: move }, buttons),
    panel,
  );
  const kept = last;
  choose(chosen);
  last = kept;
  return { element, redraw };
}
