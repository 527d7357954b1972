/** The parts of the panel of a parcel: each shows an answer of the API. */
import { count, decimal, inAll, money, percent, text, UNKNOWN, words } from '../format.js';
import { html, useFocusOnNext, useState } from '../html.js';
import { Facts } from '../table.js';
import { kindName, parcels } from './fields.js';
import { nameOf } from './list.js';
import { PriceChart, priced } from './price-chart.js';

const FEW = 5;

/** A list that shows the first few items, and the rest after a click. */
function ShortList({ items, row, class: look }) {
  const [isWhole, setWhole] = useState(false);
  const [list, focusNext] = useFocusOnNext(isWhole);
  function showAll() {
    focusNext();
    setWhole(true);
  }
  return html`
    <ul class=${look} ref=${list}>${(isWhole ? items : items.slice(0, FEW)).map(row)}</ul>
    ${
      !isWhole &&
      items.length > FEW &&
      html`<button type="button" class="small" onclick=${showAll}>Show all ${items.length}</button>`
    }
  `;
}

/** A bar for a share from 0 to 1. */
const Bar = ({ share }) => html`
  <span class="bar" aria-hidden="true">
    <span style="width:${Math.round(Math.min(1, Math.max(0, share)) * 100)}%"></span>
  </span>
`;

const Badge = ({ what, kind = '' }) => html`<span class="badge ${kind}">${what}</span>`;
/** A value in words; null for an unknown one. */
export const known = (value, show) => (value === null || value === undefined ? null : show(value));

/** The names and values of a parcel's own record; null for unknown ones. */
export function figures(parcel) {
  const { land_value, improvement_value, bedrooms, bathrooms } = parcel;
  const rooms = [known(bedrooms, (n) => `${decimal(n)} bed`), known(bathrooms, (n) => `${decimal(n)} bath`)];
  return [
    ['Assessed', known(parcel.total_assessed_value, money)],
    ['Land', known(land_value, money)],
    ['Improvements', known(improvement_value, money)],
    ['Market value', known(parcel.market_value, money)],
    ['Tax', known(parcel.tax_amount, (tax) => `${money(tax)} (${text(parcel.tax_year)})`)],
    [
      'Last sale',
      parcel.sale_price === null
        ? known(parcel.sale_date, (date) => `${date}, price not disclosed`)
        : [money(parcel.sale_price), parcel.sale_date].filter(Boolean).join(', '),
    ],
    [
      'Newest deed to',
      known(parcel.latest_grantee, (name) => [name, parcel.latest_deed_date].filter(Boolean).join(', ')),
    ],
    ['Use', parcel.land_use],
    ['Zoning', parcel.zoning],
    ['Built', known(parcel.year_built, text)],
    ['Floor area', known(parcel.building_sqft, (area) => `${count(area)} sq ft`)],
    ['Rooms', rooms.filter(Boolean).join(', ') || null],
    ['Lot', known(parcel.acreage, (acres) => `${decimal(acres)} acres`)],
    ['Parcel', parcel.id],
  ];
}

/** The fields of the parcel's own record. */
export const Summary = ({ parcel }) => html`
  <section aria-label="Summary">
    <p class="row badges">
      ${parcel.zoning_category && html`<${Badge} what=${words(parcel.zoning_category)} />`}
      ${parcel.entity_type && html`<${Badge} what=${kindName(parcel.entity_type)} />`}
      ${parcel.absentee_owner && html`<${Badge} what="Absentee owner" kind="warn" />`}
      ${parcel.out_of_state_owner && html`<${Badge} what="Out of state" kind="warn" />`}
    </p>
    <${Facts} pairs=${figures(parcel)} />
  </section>
`;

const HAZARDS = { flood: 'Flood', wildfire: 'Wildfire', air_quality: 'Air quality', crime: 'Crime' };
const SCORE_PARTS = {
  absentee: 'Owner lives elsewhere',
  held: 'Years held',
  value_gap: 'Value over last price',
  improvement: 'Little built on the land',
  permits: 'No permits for long',
};

const Share = ({ label, share, told }) => html`
  <li><span>${label}</span><${Bar} share=${share} /><span class="quiet">${told}</span></li>
`;

/** The parts of the deal score. */
export function Score({ deal_score, deal_score_parts }) {
  const share = ([key, label]) => {
    const part = deal_score_parts?.[key] ?? null;
    const told = part ? `${decimal(part.points)} of ${part.weight}` : 'no data';
    return html`<${Share} label=${label} share=${part ? part.points / part.weight : 0} told=${told} />`;
  };
  return html`
    <section>
      <h3>Deal score</h3>
      ${
        deal_score === null
          ? html`<p class="quiet">Not known: less than half of what goes into it is known.</p>`
          : html`<p><span class="figure">${decimal(deal_score)}</span> of 100</p>`
      }
      <ul class="bars">${Object.entries(SCORE_PARTS).map(share)}</ul>
    </section>
  `;
}

const Others = ({ parcels, open }) => {
  const row = (parcel) => html`
    <li key=${parcel.id}>
      <button type="button" class="other" onclick=${() => open(parcel)}>
        <span>${nameOf(parcel)}</span><span class="quiet">${money(parcel.total_assessed_value)}</span>
      </button>
    </li>
  `;
  return html`<${ShortList} items=${parcels} row=${row} class="others" />`;
};

const None = ({ children }) => html`<p class="quiet">${children}</p>`;

/** The parcels hidden behind this one on the map, such as condominiums, if there are any. */
export const SamePlace = ({ others, open }) =>
  others.length > 0 &&
  html`
    <section>
      <h3>At the same place: ${parcels(others.length)}</h3>
      <${Others} parcels=${others} open=${open} />
    </section>
  `;

/** The owner, and their other parcels; `showOwner` shows all of them. */
function Owner({ id, open, showOwner, ...owner }) {
  const { owner_name, mailing_address, portfolio_summary: all, properties } = owner;
  if (owner_name === null) return html`<${None}>Not known.</>`;
  const others = properties.filter((parcel) => parcel.id !== id);
  const where = all.states.join(', ') || 'no state';
  return html`
    <p class="owner-name">${owner_name}</p>
    <p class="quiet">${mailing_address ?? 'No mailing address'}</p>
    <p>${parcels(all.property_count)} in ${where}${inAll(all.total_assessed_value)}.</p>
    ${
      others.length > 0 &&
      html`
        <h4>Their other parcels</h4>
        <${Others} parcels=${others} open=${open} />
        <button type="button" class="small" onclick=${() => showOwner(owner_name)}>All of the owner on the map</button>
      `
    }
  `;
}

function deed(one) {
  const { grantor, grantee, document_type, document_number, sale_price_usd: price } = one;
  const type = [words(document_type), document_number && `no. ${document_number}`].filter(Boolean).join(', ');
  const reasons = () => one.arm_length_reasons.map(words).join(', ').toLowerCase() || 'stated so';
  return html`
    <li tabindex="-1">
      <div class="line">
        <strong>${one.sale_date ?? one.recorded_date ?? 'No date'}</strong>
        <span>${price === null ? 'Price not disclosed' : money(price)}</span>
      </div>
      <div>${grantor ?? 'Unknown'} → ${grantee ?? 'Unknown'}</div>
      <div class="quiet">${type}${one.is_arm_length === false && ` · not at arm’s length: ${reasons()}`}</div>
    </li>
  `;
}

const Prices = ({ deeds }) => html`
  <${PriceChart} deeds=${deeds} />
  <p class="quiet key-line">
    <span class="dot sale"></span>sale at arm’s length <span class="dot"></span>other transfer with a price
  </p>
`;

function Deeds({ data }) {
  if (data.length === 0) return html`<${None}>No deeds are loaded.</>`;
  return html`
    ${priced(data).length > 0 && html`<${Prices} deeds=${data} />`}
    <${ShortList} items=${data} row=${deed} class="entries" />
  `;
}

const PERMIT_KINDS = { final: 'good', issued: 'good', expired: 'bad', withdrawn: 'bad' };

const permit = ({ permit_status: status, ...one }) => html`
  <li tabindex="-1">
    <div class="line">
      <strong>${one.filed_date ?? one.issued_date ?? 'No date'}</strong>
      <span>${one.estimated_cost === null ? '' : money(one.estimated_cost)}</span>
    </div>
    <div>
      ${[one.permit_type, one.work_class].filter(Boolean).join(', ') || 'Permit'}${' '}
      ${status && html`<${Badge} what=${words(status)} kind=${PERMIT_KINDS[status] ?? 'warn'} />`}
    </div>
    ${one.description && html`<div>${one.description}</div>`}
    ${one.contractor_name && html`<div class="quiet">By ${one.contractor_name}</div>`}
  </li>
`;

const Permits = ({ data }) =>
  data.length === 0
    ? html`<${None}>No permits are loaded.</>`
    : html`<${ShortList} items=${data} row=${permit} class="entries" />`;

/** The risks: higher is worse. */
function Risks({ overall_score, ...all }) {
  const there = Object.keys(HAZARDS).filter((key) => all[key] !== null);
  if (there.length === 0 && overall_score === null) return html`<${None}>No risks are loaded.</>`;
  const share = (key) => {
    const { score, rating, geography, as_of } = all[key];
    const told = `${decimal(score)}, ${words(rating).toLowerCase()} (${text(geography)}, ${text(as_of)})`;
    return html`<${Share} label=${HAZARDS[key]} share=${score / 100} told=${told} />`;
  };
  return html`
    ${
      overall_score !== null &&
      html`<p>Natural hazards in all: ${decimal(overall_score)} of 100. Higher is worse.</p>`
    }
    <ul class="bars risk">${there.map(share)}</ul>
  `;
}

function Assessments({ data }) {
  if (data.length === 0) return html`<${None}>${UNKNOWN}</>`;
  const most = Math.max(1, ...data.map((one) => one.total_assessed_value ?? 0));
  const year = ({ tax_year, total_assessed_value: total }) => html`
    <li>
      <span>${tax_year}</span>
      <meter min="0" max=${most} value=${total ?? 0} aria-label="Assessed value ${tax_year}"></meter>
      <span class="figure">${total === null ? UNKNOWN : money(total)}</span>
    </li>
  `;
  return html`<ul class="years">${data.map(year)}</ul>`;
}

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
function Value({ estimate, low, high, as_of, based_on, reason, error, comparables, open }) {
  if (estimate === null) return html`<${None}>${REASONS[reason] ?? UNKNOWN}</>`;
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

/** What is asked for by itself: title, route and view of each. */
export const SECTIONS = [
  ['Estimated value', '/value', Value],
  ['Owner', '/owner', Owner],
  ['Deeds and prices', '/deeds', Deeds],
  ['Permits', '/permits', Permits],
  ['Risks', '/risks', Risks],
  ['Assessed values', '/assessments', Assessments],
];
