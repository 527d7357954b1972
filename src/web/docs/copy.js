import { CopyButton } from '../copy.js';
import { html } from '../html.js';

/** Code with a button that copies it. */
export const CodeBlock = ({ code, title }) => html`
  <figure class="docs-code">
    <figcaption>${title}<${CopyButton} label="Copy" text=${() => code} class="docs-copy" /></figcaption>
    <pre tabindex="0" aria-label="${title} code"><code>${code}</code></pre>
  </figure>
`;
