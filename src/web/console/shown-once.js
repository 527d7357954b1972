import { CopyButton } from '../copy.js';
import { html, useLayoutEffect, useRef } from '../html.js';

/**
 * A secret that is shown only once, until its reader says that it is stored. It gets the focus.
 * @param {{title: string, words: View, secret: string, copy: string, more?: View, onStored(): void}} props `copy` is the
 *   label of the button that copies it
 */
export function ShownOnce({ title, words, secret, copy, more, onStored }) {
  const panel = useRef();
  useLayoutEffect(() => {
    panel.current.focus();
    panel.current.scrollIntoView({ block: 'nearest' });
  }, []);
  return html`
    <section class="card secret" aria-label=${title} tabindex="-1" ref=${panel}>
      <h3>${title}</h3>
      <p><strong>It is shown only once. </strong>${words}</p>
      <div class="row">
        <code class="secret-text">${secret}</code>
        <${CopyButton} label=${copy} text=${() => secret} class=${null} />
      </div>
      ${more}
      <div class="row"><button type="button" class="primary" onclick=${onStored}>I have stored it</button></div>
    </section>
  `;
}
