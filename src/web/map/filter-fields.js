import { html, useRef, useState } from '../html.js';
import { kindName } from './fields.js';
import { parameterOf, RANGES } from './state.js';

function Ticks({ filter: { label, choices }, value: chosen, change }) {
  const tick = (choice) => {
    const toggled = ({ target }) =>
      change(choices.filter((one) => (one === choice ? target.checked : chosen.includes(one))));
    return html`
      <label class="tick">
        <input type="checkbox" value=${choice} checked=${chosen.includes(choice)} onchange=${toggled} />
        ${kindName(choice)}
      </label>
    `;
  };
  return html`<fieldset class="ticks"><legend>${label}</legend>${choices.map(tick)}</fieldset>`;
}

const Flag = ({ filter, value, change }) => html`
  <label class="tick">
    <input type="checkbox" checked=${value} onchange=${({ target }) => change(target.checked)} />${filter.label}
  </label>
`;

/** Nothing is sent while the lower end is above the upper one. */
function Range({ filter, value, change }) {
  const { label, of } = filter;
  const { read, input: attributes, ends, misread } = RANGES[of];
  const [problem, setProblem] = useState('');
  const pair = useRef();
  const problemId = `map-${parameterOf(filter)}-problem`;
  function changed() {
    const boxes = [...pair.current.querySelectorAll('input')];
    const [min, max] = boxes.map((box) => read(box.value));
    const bad = boxes.some((box) => !box.validity.valid);
    const inverted = min !== null && max !== null && min > max;
    setProblem(bad ? misread : inverted ? 'The lower end is above the upper end.' : '');
    if (!bad && !inverted) change({ min, max });
  }
  const input = (end, text) => html`
    <input ...${attributes} defaultValue=${value[end] ?? ''} placeholder=${text}
      aria-label="${label}: ${text}" aria-describedby=${problemId} onchange=${changed} />
  `;
  return html`
    <fieldset class="range">
      <legend>${label}</legend>
      <div class="pair" ref=${pair}>
        ${input('min', ends[0])}<span aria-hidden="true">–</span>${input('max', ends[1])}
      </div>
      <p class="problem" role="alert" id=${problemId} hidden=${problem === ''}>${problem}</p>
    </fieldset>
  `;
}

const FIELDS = { choices: Ticks, flag: Flag, range: Range };

/**
 * The form of one filter in the catalog, with its value as `KINDS` reads it. What is entered in a range stays there, so for a
 * value that comes from elsewhere, it needs another key.
 */
export const FilterField = (props) => html`<${FIELDS[props.filter.kind]} ...${props} />`;
