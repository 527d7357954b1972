import { h } from '../dom.js';
import { money, UNKNOWN } from '../format.js';
import { askedSection } from './section.js';

/** The assessed values of a parcel by tax year, each with a bar; one year alone is in the summary already. */
export function assessments(ask, signal) {
  return askedSection(
    'Assessed values',
    () => ask('/assessments'),
    ({ data }) => {
      const most = Math.max(1, ...data.map((one) => one.total_assessed_value ?? 0));
      if (data.length === 0) return [h('p', { class: 'quiet' }, UNKNOWN)];
      return [
        h(
          'ul',
          { class: 'years' },
          data.map(({ tax_year, total_assessed_value: total }) =>
            h(
              'li',
              {},
              h('span', {}, `${tax_year}`),
              h('meter', {
                min: 0,
                max: most,
                value: total ?? 0,
                'aria-label': `Assessed value ${tax_year}`,
              }),
              h('span', { class: 'figure' }, total === null ? UNKNOWN : money(total)),
            ),
          ),
        ),
      ];
    },
    signal,
  );
}
