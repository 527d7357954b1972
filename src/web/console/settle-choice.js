import { PHASES } from '../catalog.js';
import { h } from '../dom.js';
import { count } from '../format.js';

const SENT_FROM = PHASES.indexOf('send');
const OUTCOMES = [
  ['requeue', 'Send them again'],
  ['delivered', 'They arrived: send nothing'],
  ['dead_letter', 'Give them up: they become dead letters'],
];

const radios = (name, legend, choices) =>
  h(
    'fieldset',
    {},
    h('legend', {}, legend),
    h(
      'div',
      { class: 'choices' },
      choices.map(([value, ...words], at) =>
        h(
          'label',
          { class: 'choice' },
          h('input', { type: 'radio', name, value, checked: at === 0 }),
          h('span', {}, words),
        ),
      ),
    ),
  );

/** Deliveries by how far they got: a phase, such as `connect`, from the first word of `last_error`; and how many. */
function byPhase(deliveries) {
  const counts = PHASES.map((phase) => [
    phase,
    deliveries.filter(({ last_error }) => last_error?.split(':')[0] === phase).length,
  ]);
  return counts.filter(([, number]) => number > 0);
}

/**
 * Asks which deliveries with an unknown outcome are meant, and what happened to them.
 * @returns {{element: HTMLElement, read(): {as: string, phases: string[]}}}
 */
export function settleChoice(deliveries) {
  const phases = byPhase(deliveries);
  const isBefore = ([phase]) => PHASES.indexOf(phase) < SENT_FROM;
  const groups = [
    ['Nothing has left', phases.filter(isBefore)],
    ['May have arrived', phases.filter((one) => !isBefore(one))],
  ].filter(([, those]) => those.length > 0);
  if (groups.length > 1) groups.push(['All', phases]);
  const sum = (those) => those.reduce((total, [, number]) => total + number, 0);
  const named = (those) => those.map(([phase, number]) => `${phase} ${count(number)}`).join(', ');
  const choices = groups.map(([words, those], at) => [
    String(at),
    `${words}: ${count(sum(those))} `,
    h('span', { class: 'quiet' }, `(${named(those)})`),
  ]);
  const element = h(
    'div',
    {},
    radios('settle-which', 'Which', choices),
    radios('settle-as', 'What to do', OUTCOMES),
  );
  const chosen = (name) => element.querySelector(`[name=${name}]:checked`).value;
  return {
    element,
    read: () => ({
      as: chosen('settle-as'),
      phases: groups[Number(chosen('settle-which'))][1].map(([phase]) => phase),
    }),
  };
}
