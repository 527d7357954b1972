import { html, useChange, useLayoutEffect, useRef, useState } from '../html.js';
import { tell } from '../notice.js';
import { boxArea } from './area.js';
import { Popover } from './popover.js';

const KINDS = {
  rectangle: ['Box', 'Click two corners of a box, or drag.'],
  circle: ['Circle', 'Click the middle and then the edge of a circle, or drag.'],
  polygon: ['Polygon', 'Click the corners, and the first one again to end.'],
};
const MENU = 'map-draw';

/** The button that draws an area, and the one that clears it; `change` takes the part of the state that changed. */
export function AreaControl({ view, area, change }) {
  const control = useRef();
  const clear = useRef();
  /** `{kind}` while the user draws. */
  const [drawing, setDrawing] = useState(null);
  const focusMenu = () => control.current.querySelector(`[popovertarget="${MENU}"]`).focus();

  useLayoutEffect(() => {
    if (!drawing || !view) return;
    const ended = new AbortController();
    const { signal } = ended;
    const pressed = (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrawing(null);
      focusMenu();
    };
    document.addEventListener('keydown', pressed, { signal, capture: true });
    const drawn = (area) => {
      if (signal.aborted) return;
      setDrawing(null);
      if (area) change({ area });
    };
    const failed = (failure) => {
      if (!signal.aborted) tell(failure);
      drawn(null);
    };
    view.draw(drawing.kind, signal).then(drawn, failed);
    return () => ended.abort();
  }, [drawing, view]);
  useChange(() => (area ? clear.current.focus() : focusMenu()), [area]);

  const item = (label, onclick) => html`
    <button type="button" popovertarget=${MENU} popovertargetaction="hide" onclick=${onclick}>${label}</button>
  `;
  const here = () => view && change({ area: boxArea(view.bounds()) });
  return html`
    <div class="map-area" ref=${control}>
      <${Popover} id=${MENU} name="Draw an area" label="Draw an area" done=${false}>
        <div class="area-ways">
          ${Object.entries(KINDS).map(([kind, [label]]) => item(label, () => setDrawing({ kind })))}
          ${item('All that is in view', here)}
        </div>
      </>
      <button type="button" class="chip on removes" hidden=${area === null}
        onclick=${() => change({ area: null })} ref=${clear}>
        Clear the area
      </button>
      <p class="area-told" role="status">${drawing && `${KINDS[drawing.kind][1]} Escape ends it.`}</p>
    </div>
  `;
}
