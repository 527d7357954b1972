import { h, put } from '../dom.js';
import { words } from '../format.js';
import { FIELDS, ownerType } from './fields.js';
import { countFilters, OWNER_TYPES, RANGES, readState, SORTS, ZONINGS } from './state.js';

const option = (value, label, chosen) => h('option', { value, selected: value === chosen }, label);

function choice(id, label, options, chosen, change) {
  const select = h(
    'select',
    { id, onchange: () => change(select.value) },
    options.map(([value, text]) => option(value, text, chosen)),
  );
  return h('div', { class: 'field' }, h('label', { for: id }, label), select);
}

function ticks(legend, values, label, chosen, change) {
  const boxes = values.map((value) =>
    h('input', {
      type: 'checkbox',
      value,
      checked: chosen.includes(value),
      onchange: () => change(boxes.filter(({ checked }) => checked).map((box) => box.value)),
    }),
  );
  return h(
    'fieldset',
    { class: 'ticks' },
    h('legend', {}, legend),
    boxes.map((box, at) => h('label', { class: 'tick' }, box, label(values[at]))),
  );
}

/** Two numbers; nothing is sent while the lower is above the higher. */
function range({ name, label, whole }, value, change) {
  const problem = h('p', { class: 'problem', role: 'alert', id: `map-${name}-problem`, hidden: true });
  const read = (input) => (input.value.trim() === '' ? null : Number(input.value));
  const input = (end, text) =>
    h('input', {
      type: 'number',
      step: whole ? '1' : 'any',
      inputmode: 'decimal',
      value: value[end] ?? '',
      placeholder: text,
      'aria-label': `${label}: ${text}`,
      'aria-describedby': `map-${name}-problem`,
      onchange: changed,
    });
  const [from, to] = [input('min', 'at least'), input('max', 'at most')];
  function changed() {
    const next = { min: read(from), max: read(to) };
    const bad = [from, to].some((box) => !box.validity.valid);
    const inverted = next.min !== null && next.max !== null && next.min > next.max;
    problem.hidden = !bad && !inverted;
    put(problem, bad ? 'Not a number that fits here.' : inverted ? 'The lower end is above the higher.' : '');
    if (problem.hidden) change(next);
  }
  return h(
    'fieldset',
    { class: 'range' },
    h('legend', {}, label),
    h('div', { class: 'pair' }, from, h('span', { 'aria-hidden': 'true' }, '–'), to),
    problem,
  );
}

/**
 * The controls of the colors, the order and every filter.
 * @param {object} state as read from the address
 * @param {(part: object) => void} change takes the part of the state that changed
 */
export function controls(state, change) {
  const element = h('div', { class: 'map-controls' });
  // If there is room for the list beside them, the filters are open.
  const roomy = matchMedia('(min-width: 900px) and (min-height: 900px)').matches;

  function draw(state, open) {
    const active = h('span', { class: 'badge', hidden: countFilters(state) === 0 }, countFilters(state));
    const set = (part) => {
      Object.assign(state, part);
      put(active, countFilters(state));
      active.hidden = countFilters(state) === 0;
      change(part);
    };
    const clear = () => {
      const { zoningCategories, ownerTypes, absenteeOnly, valueRange, yearBuiltRange, acreageRange } =
        readState('');
      const part = { zoningCategories, ownerTypes, absenteeOnly, valueRange, yearBuiltRange, acreageRange };
      draw({ ...state, ...part }, true);
      change(part);
      element.querySelector('summary').focus();
    };
    const absentee = h('input', {
      type: 'checkbox',
      checked: state.absenteeOnly,
      onchange: () => set({ absenteeOnly: absentee.checked }),
    });
    put(
      element,
      choice(
        'map-color',
        'Color by',
        Object.entries(FIELDS).map(([key, { label }]) => [key, label]),
        state.color,
        (color) => set({ color }),
      ),
      choice(
        'map-sort',
        'Sort by',
        [['', 'No order'], ...SORTS.map((sort) => [sort, words(sort)])],
        state.sort,
        (sort) => set({ sort }),
      ),
      choice(
        'map-order',
        'Order',
        [
          ['desc', 'Highest first'],
          ['asc', 'Lowest first'],
        ],
        state.order,
        (order) => set({ order }),
      ),
      h(
        'details',
        { class: 'filters', open },
        h('summary', {}, 'Filters ', active),
        ticks('Zoning', ZONINGS, words, state.zoningCategories, (zoningCategories) =>
          set({ zoningCategories }),
        ),
        ticks('Owner', OWNER_TYPES, ownerType, state.ownerTypes, (ownerTypes) => set({ ownerTypes })),
        h('label', { class: 'tick' }, absentee, 'Only absentee owners'),
        Object.entries(RANGES).map(([key, kind]) =>
          range(kind, state[key], (value) => set({ [key]: value })),
        ),
        h('button', { type: 'button', onclick: clear }, 'Clear the filters'),
      ),
    );
  }
  draw({ ...state }, roomy || countFilters(state) > 0);
  return element;
}
