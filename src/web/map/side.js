import { html, useRef, useState } from '../html.js';

const SIZES = ['peek', 'half', 'full'];
const NEXT = {
  peek: ['half', 'Show the list'],
  half: ['full', 'Show more of the list'],
  full: ['peek', 'Back to the map'],
};
/** From how many pixels on a movement is a drag, not an unsteady tap. */
const DRAG = 6;
const PEEK = 92;

/** The part of the page beside the map; on a phone, a sheet with three heights and a handle. */
export function Side({ size, setSize, children }) {
  const side = useRef();
  /** Where a drag began; it `moved` once it is no tap. */
  const start = useRef(null);
  /** The height while it is dragged, in pixels. */
  const [height, setHeight] = useState(null);

  const heights = () => {
    const whole = side.current.parentElement.clientHeight;
    return { peek: PEEK, half: whole * 0.55, full: whole };
  };
  const heightAt = (y) => {
    const { peek, full } = heights();
    return Math.max(peek, Math.min(full, start.current.height + start.current.y - y));
  };
  function press({ clientY: y, pointerId, currentTarget: handle }) {
    start.current = { y, height: side.current.clientHeight, moved: false };
    handle.setPointerCapture(pointerId);
  }
  function move({ clientY: y }) {
    const drag = start.current;
    if (!drag || (!drag.moved && Math.abs(y - drag.y) < DRAG)) return;
    drag.moved = true;
    setHeight(heightAt(y));
  }
  function release() {
    if (start.current?.moved) {
      const away = (name) => Math.abs(heights()[name] - side.current.clientHeight);
      setSize(SIZES.toSorted((a, b) => away(a) - away(b))[0]);
      setHeight(null);
    }
    // The click that ends a drag must not change the height again.
    setTimeout(() => {
      start.current = null;
    });
  }
  const tap = () => start.current?.moved || setSize(NEXT[size][0]);
  return html`
    <section class="map-side" id="map-side" aria-label="Parcels in view"
      data-sheet=${height === null ? size : 'half'} style=${height === null ? '' : `height: ${height}px`}
      ref=${side}>
      <button type="button" class="map-handle" aria-expanded=${String(size !== 'peek')} onclick=${tap}
        onpointerdown=${press} onpointermove=${move} onpointerup=${release} onpointercancel=${release}>
        <span class="handle-label">${NEXT[size][1]}</span>
      </button>
      ${children}
    </section>
  `;
}
