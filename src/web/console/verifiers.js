import { useAsked } from '../asked.js';
import { CopyButton } from '../copy.js';
import { html, useRef, useState } from '../html.js';

const FOLDER = '/assets/console/verifiers/';
/** The tests run each of these against the signature vectors. */
export const VERIFIERS = [
  ['TypeScript', 'verify.ts'],
  ['Python', 'verify.py'],
  ['Go', 'verify.go'],
  ['Java', 'TerrierSignature.java'],
];

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

async function read(file, signal) {
  const response = await fetch(FOLDER + file, { signal }).catch((error) => {
    signal.throwIfAborted();
    throw Object.assign(error, { code: 'network' });
  });
  return response.ok ? response.text() : 'The verifier cannot be shown at the moment.';
}

/** The verifier of deliveries in each language, to copy. */
export function Verifiers() {
  const [chosen, setChosen] = useState(0);
  const tabs = useRef();
  const file = VERIFIERS[chosen][1];
  const { answer, failure } = useAsked((signal) => read(file, signal), [file]);
  const source = failure ? 'Terrier does not answer. Is it running?' : (answer ?? '');

  function move(event) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + VERIFIERS.length) % VERIFIERS.length;
    setChosen(next);
    tabs.current.children[next].focus();
  }

  const tab = ([language], at) => html`
    <button type="button" role="tab" id="verifier-${at}" aria-controls="verifier"
      aria-selected=${String(at === chosen)} tabindex=${at === chosen ? 0 : -1}
      onclick=${() => setChosen(at)}>
      ${language}
    </button>
  `;
  return html`
    <section class="card" aria-labelledby="verifiers-title">
      <h2 id="verifiers-title">Verify what you receive</h2>
      <p>
        Every delivery carries <code>${'X-Terrier-Signature: t=<unix ms>,v1=<hex>'}</code>. Check it against the raw body before
        you believe it; a delivery more than 5 minutes old or early is refused.
      </p>
      <div class="tabs" role="tablist" aria-label="Languages" ref=${tabs} onkeydown=${move}>${VERIFIERS.map(tab)}</div>
      <div id="verifier" role="tabpanel" aria-labelledby="verifier-${chosen}">
        <div class="row spread">
          <span class="quiet">${file}</span>
          <${CopyButton} label="Copy the source" text=${() => source} class=${null} />
        </div>
        <pre tabindex="0" role="group" aria-label="Source"><code>${source}</code></pre>
      </div>
    </section>
  `;
}
