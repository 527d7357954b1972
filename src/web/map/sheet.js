import { h, put } from '../dom.js';

const SIZES = ['peek', 'half', 'full'];
const NEXT = {
  peek: ['half', 'Show the list'],
  half: ['full', 'Show more of the list'],
  full: ['peek', 'Back to the map'],
};
/** From how many pixels on a movement is a drag, not an unsteady tap. */
const DRAG = 6;
const PEEK = 92;

/**
 * Makes a part of the page a sheet with three heights on phones; elsewhere, its handle is not shown.
 * @returns the handle, which must be first in the element, and `size`, which sets the height
 */
export function sheet(element) {
  const label = h('span', { class: 'handle-label' });
  const handle = h('button', { type: 'button', class: 'map-handle', onclick: next }, label);
  let start = null;

  function size(name) {
    element.dataset.sheet = name;
    element.style.height = '';
    handle.setAttribute('aria-expanded', String(name !== 'peek'));
    put(label, NEXT[name][1]);
  }
  function next() {
    if (start?.moved) return;
    size(NEXT[element.dataset.sheet][0]);
  }

  const heights = () => {
    const whole = element.parentElement.clientHeight;
    return { peek: PEEK, half: whole * 0.55, full: whole };
  };
  handle.addEventListener('pointerdown', (event) => {
    start = { y: event.clientY, height: element.clientHeight, moved: false };
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener('pointermove', ({ clientY }) => {
    if (!start || (!start.moved && Math.abs(clientY - start.y) < DRAG)) return;
    start.moved = true;
    const { peek, full } = heights();
    element.dataset.sheet = 'half';
    element.style.height = `${Math.max(peek, Math.min(full, start.height + start.y - clientY))}px`;
  });
  const release = () => {
    if (!start?.moved) {
      start = null;
      return;
    }
    const away = (name) => Math.abs(heights()[name] - element.clientHeight);
    size(SIZES.toSorted((a, b) => away(a) - away(b))[0]);
    // The click that ends a drag must not change the height again.
    setTimeout(() => {
      start = null;
    });
  };
  handle.addEventListener('pointerup', release);
  handle.addEventListener('pointercancel', release);
  size('peek');
  return { handle, size };
}
