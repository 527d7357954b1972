import { copyButton } from '../copy.js';
import { h, put } from '../dom.js';

const FOLDER = '/assets/console/verifiers/';
/** The tests run each of these against the signature vectors. */
export const VERIFIERS = [
  ['TypeScript', 'verify.ts'],
  ['Python', 'verify.py'],
  ['Go', 'verify.go'],
  ['Java', 'TerrierSignature.java'],
];

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** The verifier of deliveries in each language, to copy. */
export function verifiersPanel({ signal }) {
  const code = h('code', {});
  const name = h('span', { class: 'quiet' });
  const pre = h('pre', { tabindex: 0, role: 'group', 'aria-label': 'Source' }, code);
  const tabs = VERIFIERS.map(([language], at) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `verifier-${at}`,
        'aria-controls': 'verifier',
        onclick: () => choose(at),
      },
      language,
    ),
  );

  async function choose(at) {
    const file = VERIFIERS[at][1];
    tabs.forEach((tab, of) => {
      tab.setAttribute('aria-selected', String(of === at));
      tab.tabIndex = of === at ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', `verifier-${at}`);
    put(name, file);
    try {
      const response = await fetch(FOLDER + file, { signal });
      const source = response.ok ? await response.text() : null;
      if (name.textContent === file) put(code, source ?? 'The verifier cannot be shown at the moment.');
    } catch (failure) {
      if (failure.name !== 'AbortError') put(code, 'Terrier does not answer. Is it running?');
    }
  }

  function move(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
    tabs[next].focus();
    void choose(next);
  }

  const panel = h(
    'div',
    { id: 'verifier', role: 'tabpanel' },
    h(
      'div',
      { class: 'row spread' },
      name,
      copyButton('Copy the source', () => code.textContent, null),
    ),
    pre,
  );
  const element = h(
    'section',
    { class: 'card', 'aria-labelledby': 'verifiers-title' },
    h('h2', { id: 'verifiers-title' }, 'Verify what you receive'),
    h(
      'p',
      {},
      'Every delivery carries ',
      h('code', {}, 'X-Terrier-Signature: t=<unix ms>,v1=<hex>'),
      '. Check it against the raw body before you believe it; a delivery more than 5 minutes old or early is refused.',
    ),
    h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Languages', onkeydown: move }, tabs),
    panel,
  );
  void choose(0);
  return element;
}
