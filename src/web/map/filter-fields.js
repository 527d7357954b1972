import { h, put } from '../dom.js';
import { kindName } from './fields.js';
import { RANGES } from './filter-kinds.js';
import { parameterOf } from './state.js';

function ticks({ label, choices }, chosen, change) {
  const boxes = choices.map((value) =>
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
    h('legend', {}, label),
    boxes.map((box, at) => h('label', { class: 'tick' }, box, kindName(choices[at]))),
  );
}

function flag({ label }, checked, change) {
  const box = h('input', { type: 'checkbox', checked, onchange: () => change(box.checked) });
  return h('label', { class: 'tick' }, box, label);
}

/** Nothing is sent while the lower end is above the upper one. */
function range(filter, value, change) {
  const { label, of } = filter;
  const { read, input: attributes, ends, misread } = RANGES[of];
  const problemId = `map-${parameterOf(filter)}-problem`;
  const problem = h('p', { class: 'problem', role: 'alert', id: problemId, hidden: true });
  const input = (end, text) =>
    h('input', {
      ...attributes,
      value: value[end] ?? '',
      placeholder: text,
      'aria-label': `${label}: ${text}`,
      'aria-describedby': problemId,
      onchange: changed,
    });
  const [from, to] = [input('min', ends[0]), input('max', ends[1])];
  function changed() {
    const next = { min: read(from.value), max: read(to.value) };
    const bad = [from, to].some((box) => !box.validity.valid);
    const inverted = next.min !== null && next.max !== null && next.min > next.max;
    problem.hidden = !bad && !inverted;
    put(problem, bad ? misread : inverted ? 'The lower end is above the upper end.' : '');
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

const FIELDS = { choices: ticks, flag, range };

/**
 * The form of one filter.
 * @param filter one in the catalog
 * @param value as `KINDS` reads it
 */
export const filterField = (filter, value, change) => FIELDS[filter.kind](filter, value, change);
