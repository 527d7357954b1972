import { h, put } from '../dom.js';
import { tell } from '../notice.js';
import { popover } from './popover.js';

const KINDS = {
  rectangle: ['Box', 'Click two corners of a box, or drag.'],
  circle: ['Circle', 'Click the middle and then the edge of a circle, or drag.'],
  polygon: ['Polygon', 'Click the corners, and the first one again to end.'],
};

/**
 * The button that draws an area, and the one that clears it.
 * @param {object} ways `draw(kind, signal)` returns an area or null, `view()` the area that is in view
 * @param {(area: object | null) => void} changed
 */
export function areaControl({ draw, view }, changed, signal) {
  const told = h('p', { class: 'area-told', role: 'status' });
  let drawing = null;
  const begin = (kind) => async () => {
    menu.form.hidePopover();
    drawing?.abort();
    drawing = new AbortController();
    const mine = drawing;
    signal.addEventListener('abort', () => mine.abort());
    put(told, `${KINDS[kind][1]} Escape ends it.`);
    element.classList.add('drawing');
    try {
      const area = await draw(kind, mine.signal);
      if (drawing === mine) end();
      if (area) set(area);
    } catch (failure) {
      end();
      tell(failure);
    }
  };
  function end() {
    drawing = null;
    put(told);
    element.classList.remove('drawing');
  }
  function set(area) {
    show(area);
    changed(area);
    (area ? clear : menu.button).focus();
  }
  const here = () => {
    menu.form.hidePopover();
    const area = view();
    if (area) set(area);
  };
  const item = (label, onclick) => h('button', { type: 'button', onclick }, label);
  const menu = popover(
    { id: 'map-draw', name: 'Draw an area', done: false },
    h(
      'div',
      { class: 'area-ways' },
      Object.entries(KINDS).map(([kind, [label]]) => item(label, begin(kind))),
      item('All that is in view', here),
    ),
  );
  put(menu.button, 'Draw an area');
  const clear = h(
    'button',
    { type: 'button', class: 'chip on removes', onclick: () => set(null) },
    'Clear the area',
  );
  const element = h('div', { class: 'map-area' }, menu.button, menu.form, clear, told);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drawing) return;
      event.stopPropagation();
      drawing.abort();
      end();
      menu.button.focus();
    },
    { signal, capture: true },
  );

  function show(area) {
    clear.hidden = area === null;
  }
  show(null);
  return { element, show, isDrawing: () => drawing !== null };
}
