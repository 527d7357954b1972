import { h } from '../dom.js';
import { field } from './field.js';

const HOURS = [
  [0, 'Not at all'],
  [1, '1 hour'],
  [24, '24 hours'],
  [72, '3 days'],
  [168, '7 days'],
];

/**
 * Asks how long the old key or secret keeps working alongside the new one.
 * @param label the label of the question
 * @param inUse whether this page uses the old one: then it cannot end at once, before the new one is stored
 * @returns {{element: HTMLElement, read(): {overlap_hours: number}}}
 */
export function overlapChoice(label, inUse = false) {
  const select = h(
    'select',
    { id: 'overlap' },
    HOURS.filter(([hours]) => hours > 0 || !inUse).map(([hours, words]) =>
      h('option', { value: String(hours) }, words),
    ),
  );
  select.value = '24';
  return {
    element: field(
      'overlap',
      label,
      select,
      inUse ? undefined : 'If somebody else may have it, choose “not at all”.',
    ),
    read: () => ({ overlap_hours: Number(select.value) }),
  };
}
