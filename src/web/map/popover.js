import { html, useRef, useState } from '../html.js';

/** Pixels between a popover and the window's edge or its button. */
const GAP = 8;
const WIDTH = 320;

/**
 * A button and the form that it opens below itself. The browser closes the form on Escape and on a click elsewhere, and
 * returns the focus to the button. `name` is the form's name for screen readers; without `done`, no button closes it.
 */
export function Popover({ id, name, label, class: look = '', done = true, onopen, children }) {
  const button = useRef();
  const [place, setPlace] = useState({});
  function opening({ newState }) {
    if (newState !== 'open') return;
    const { left, bottom } = button.current.getBoundingClientRect();
    const last = innerWidth - Math.min(WIDTH, innerWidth - 2 * GAP) - GAP;
    setPlace({
      left: `${Math.max(GAP, Math.min(left, last))}px`,
      top: `${bottom + GAP}px`,
      maxHeight: `${innerHeight - bottom - 2 * GAP}px`,
    });
    onopen?.();
  }
  // The event arrives a moment after the form has opened: by then, the user may already be in another field.
  function opened({ newState, currentTarget: form }) {
    if (newState === 'open' && !form.contains(document.activeElement))
      form.querySelector('input, select, button')?.focus();
  }
  return html`
    <button type="button" class="chip opens ${look}" popovertarget=${id} ref=${button}>${label}</button>
    <div id=${id} class="popover" popover="" role="dialog" aria-label=${name} style=${place}
      onbeforetoggle=${opening} ontoggle=${opened}>
      ${children}
      ${
        done &&
        html`
          <button type="button" class="primary done" popovertarget=${id} popovertargetaction="hide">Done</button>
        `
      }
    </div>
  `;
}
