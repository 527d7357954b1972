import { count, decimal, money, percent, UNKNOWN } from '../format.js';
import { html } from '../html.js';

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

function Comparable({ sale, open }) {
  const sold = `Sold ${sale.sale_date} for ${money(sale.sale_price)}`;
  const away = sale.meters === null ? null : `${count(sale.meters)} m away`;
  return html`
    <li>
      <button type="button" class="other" onclick=${() => open(sale)}>
        <span>${sale.address ?? sale.id}</span><span>${money(sale.price_today)}</span>
      </button>
      <div class="quiet">${[sold, away, differences(sale.differs)].filter(Boolean).join(', ')}</div>
    </li>
  `;
}

/** How far off such values were, as a sentence. */
const offBy = ({ median_abs_pct_error, within_10_pct, sales_tested }) =>
  `Half of such values were off by at most ${percent(median_abs_pct_error)}; ${percent(within_10_pct)} were within 10 % ` +
  `(${count(sales_tested)} sales tested). It is no appraisal.`;

/** What the parcel is worth, how far off that may be, and the sales that are most alike. */
export function Value({ estimate, low, high, as_of, based_on, reason, error, comparables, open }) {
  if (estimate === null) return html`<p class="quiet">${REASONS[reason] ?? UNKNOWN}</p>`;
  return html`
    <p><span class="figure">${money(estimate)}</span> on ${as_of}</p>
    <p>
      Four of five prices are between ${money(low)} and ${money(high)}.${' '}
      ${based_on === 'assessment' && 'Made of its assessed value. '}
    </p>
    <p class="quiet">${offBy(error)}</p>
    ${
      comparables.length > 0 &&
      html`
        <h4>The most alike sales, at prices of that day</h4>
        <ul class="others">${comparables.map((sale) => html`<${Comparable} sale=${sale} open=${open} />`)}</ul>
      `
    }
  `;
}
