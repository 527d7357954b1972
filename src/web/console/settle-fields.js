import { PHASES } from '../catalog.js';
import { count } from '../format.js';
import { html } from '../html.js';
import { Choice } from './form.js';

const SENT_FROM = PHASES.indexOf('send');
const OUTCOMES = [
  ['requeue', 'Send them again'],
  ['delivered', 'They arrived: send nothing'],
  ['dead_letter', 'Give them up: they become dead letters'],
];

const Radios = ({ name, legend, choices }) => html`
  <fieldset>
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ([value, words], at) =>
          html`<${Choice} type="radio" name=${name} value=${value} defaultChecked=${at === 0}>${words}</>`,
      )}
    </div>
  </fieldset>
`;

/** Deliveries by how far they got: a phase, such as `connect`, from the first word of `last_error`; and how many. */
function byPhase(deliveries) {
  const counts = PHASES.map((phase) => [
    phase,
    deliveries.filter(({ last_error }) => last_error?.split(':')[0] === phase).length,
  ]);
  return counts.filter(([, number]) => number > 0);
}

/** Those that can be settled together: `[words, phases with their counts]`. */
function groupsOf(deliveries) {
  const phases = byPhase(deliveries);
  const isBefore = ([phase]) => PHASES.indexOf(phase) < SENT_FROM;
  const groups = [
    ['Nothing has left', phases.filter(isBefore)],
    ['May have arrived', phases.filter((one) => !isBefore(one))],
  ].filter(([, those]) => those.length > 0);
  return groups.length > 1 ? [...groups, ['All', phases]] : groups;
}

/** Asks which deliveries with an unknown outcome are meant, and what happened to them. */
export function SettleFields({ deliveries }) {
  const which = groupsOf(deliveries).map(([words, those], at) => {
    const sum = those.reduce((total, [, number]) => total + number, 0);
    const named = those.map(([phase, number]) => `${phase} ${count(number)}`).join(', ');
    return [at, html`${words}: ${count(sum)} <span class="quiet">(${named})</span>`];
  });
  return html`
    <div>
      <${Radios} name="settle-which" legend="Which" choices=${which} />
      <${Radios} name="settle-as" legend="What to do" choices=${OUTCOMES} />
    </div>
  `;
}

/**
 * What was answered to `SettleFields`, for the API.
 * @returns {{as: string, phases: string[]}}
 */
export function settlementOf(answers, deliveries) {
  const [, phases] = groupsOf(deliveries)[Number(answers['settle-which'])];
  return { as: answers['settle-as'], phases: phases.map(([phase]) => phase) };
}
