import { useAsked } from '../asked.js';
import { Tabs } from '../controls.js';
import { CopyButton } from '../copy.js';
import { html, useState } from '../html.js';

const FOLDER = '/assets/console/verifiers/';
/** The tests run each of these against the signature vectors. */
const VERIFIERS = {
  TypeScript: 'verify.ts',
  Python: 'verify.py',
  Go: 'verify.go',
  Java: 'TerrierSignature.java',
};

async function read(file, signal) {
  const response = await fetch(FOLDER + file, { signal }).catch((error) => {
    signal.throwIfAborted();
    throw Object.assign(error, { code: 'network' });
  });
  return response.ok ? response.text() : 'The verifier cannot be shown at the moment.';
}

/** The verifier of deliveries in each language, to copy. */
export function Verifiers() {
  const [chosen, setChosen] = useState('TypeScript');
  const file = VERIFIERS[chosen];
  const { answer, failure } = useAsked((signal) => read(file, signal), [file]);
  const source = failure ? 'Terrier does not answer. Is it running?' : (answer ?? '');
  return html`
    <section class="card" aria-labelledby="verifiers-title">
      <h2 id="verifiers-title">Verify what you receive</h2>
      <p>
        Every delivery carries <code>${'X-Terrier-Signature: t=<unix ms>,v1=<hex>'}</code>. Check it against the raw body before
        you believe it; a delivery more than 5 minutes old or early is refused.
      </p>
      <${Tabs} names=${Object.keys(VERIFIERS)} chosen=${chosen} choose=${setChosen} label="Languages" id="verifier"
        class="tabs">
        <div class="row spread">
          <span class="quiet">${file}</span>
          <${CopyButton} label="Copy the source" text=${() => source} class=${null} />
        </div>
        <pre tabindex="0" role="group" aria-label="Source"><code>${source}</code></pre>
      </>
    </section>
  `;
}
