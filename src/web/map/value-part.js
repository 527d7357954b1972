import { h } from '../dom.js';
import { count, decimal, money, percent, UNKNOWN } from '../format.js';
import { askedSection } from './section.js';

const REASONS = {
  few_sales: 'Not known: too few usable sales in its county and state.',
  few_sales_of_class: 'Not known: too few sales of its class were tested.',
  area_unknown: 'Not known: its floor area is unknown.',
  not_assessed: 'Not known: it has no assessed value.',
};

const differing = [
  ['building_sqft', 'sq ft'],
  ['bedrooms', 'bed'],
  ['bathrooms', 'bath'],
];

/** `+120 sq ft, −1 bed`; nothing where they are the same or unknown. */
const differences = (differs) =>
  differing
    .filter(([key]) => differs[key])
    .map(([key, unit]) => `${differs[key] > 0 ? '+' : '−'}${decimal(Math.abs(differs[key]))} ${unit}`)
    .join(', ');

const comparable = (open) => (row) =>
  h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'other', onclick: () => open(row) },
      h('span', {}, row.address ?? row.id),
      h('span', {}, money(row.price_today)),
    ),
    h(
      'div',
      { class: 'quiet' },
      [
        `Sold ${row.sale_date} for ${money(row.sale_price)}`,
        row.meters === null ? null : `${count(row.meters)} m away`,
        differences(row.differs),
      ]
        .filter(Boolean)
        .join(', '),
    ),
  );

/** How far off such values were, as a sentence. */
const offBy = ({ median_abs_pct_error, within_10_pct, sales_tested }) =>
  `Half of such values were off by at most ${percent(median_abs_pct_error)}; ${percent(within_10_pct)} were within 10 % ` +
  `(${count(sales_tested)} sales tested). It is no appraisal.`;

/** What the parcel is worth, how far off that may be, and the sales that are most alike. */
export function value(ask, open, signal) {
  return askedSection(
    'Estimated value',
    () => ask('/value'),
    ({ estimate, low, high, as_of, based_on, reason, error, comparables }) =>
      estimate === null
        ? [h('p', { class: 'quiet' }, REASONS[reason] ?? UNKNOWN)]
        : [
            h('p', {}, h('span', { class: 'figure' }, money(estimate)), ` on ${as_of}`),
            h(
              'p',
              {},
              `Four of five prices are between ${money(low)} and ${money(high)}. `,
              based_on === 'assessment' && 'Made of its assessed value. ',
            ),
            h('p', { class: 'quiet' }, offBy(error)),
            comparables.length > 0 && h('h4', {}, 'The most alike sales, at prices of that day'),
            comparables.length > 0 && h('ul', { class: 'others' }, comparables.map(comparable(open))),
          ],
    signal,
  );
}
