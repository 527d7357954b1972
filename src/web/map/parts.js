/** The parts of the panel of a parcel. */
import { h } from '../dom.js';
import { count, decimal, inAll, money, text, words } from '../format.js';
import { kindName, parcels } from './fields.js';
import { nameOf } from './list.js';
import { priceChart, priced } from './price-chart.js';
import { askedSection, bar, facts, shortList } from './section.js';

const FEW = 5;
const badge = (what, kind = '') => h('span', { class: `badge ${kind}` }, what);
const known = (value, show) => (value === null || value === undefined ? null : show(value));

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
export const summary = (parcel) =>
  h(
    'section',
    { 'aria-label': 'Summary' },
    h(
      'p',
      { class: 'row badges' },
      parcel.zoning_category && badge(words(parcel.zoning_category)),
      parcel.entity_type && badge(kindName(parcel.entity_type)),
      parcel.absentee_owner && badge('Absentee owner', 'warn'),
      parcel.out_of_state_owner && badge('Out of state', 'warn'),
    ),
    facts(figures(parcel)),
  );

const HAZARDS = { flood: 'Flood', wildfire: 'Wildfire', air_quality: 'Air quality', crime: 'Crime' };
const SCORE_PARTS = {
  absentee: 'Owner lives elsewhere',
  held: 'Years held',
  value_gap: 'Value over last price',
  improvement: 'Little built on the land',
  permits: 'No permits for long',
};

/** The parts of the deal score. */
export function score({ deal_score, deal_score_parts }) {
  return h(
    'section',
    {},
    h('h3', {}, 'Deal score'),
    deal_score === null
      ? h('p', { class: 'quiet' }, 'Not known: less than half of what goes into it is known.')
      : h('p', {}, h('span', { class: 'figure' }, decimal(deal_score)), ' of 100'),
    h(
      'ul',
      { class: 'bars' },
      Object.entries(SCORE_PARTS).map(([key, label]) => {
        const part = deal_score_parts?.[key] ?? null;
        return h(
          'li',
          {},
          h('span', {}, label),
          bar(part ? part.points / part.weight : 0),
          h('span', { class: 'quiet' }, part ? `${decimal(part.points)} of ${part.weight}` : 'no data'),
        );
      }),
    ),
  );
}

const way = (open) => (parcel) =>
  h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'other', onclick: () => open(parcel) },
      h('span', {}, nameOf(parcel)),
      h('span', { class: 'quiet' }, money(parcel.total_assessed_value)),
    ),
  );

/** The parcels hidden behind this one on the map, such as condominiums; null when there are none. */
export function samePlace(others, open) {
  if (others.length === 0) return null;
  return h(
    'section',
    {},
    h('h3', {}, `At the same place: ${parcels(others.length)}`),
    shortList(others, FEW, way(open), 'others'),
  );
}

/** The owner, and their other parcels; `showOwner` shows all of them. */
export function owner(id, ask, open, showOwner, signal) {
  return askedSection(
    'Owner',
    () => ask('/owner'),
    ({ owner_name, mailing_address, portfolio_summary: all, properties }) => {
      if (owner_name === null) return [h('p', { class: 'quiet' }, 'Not known.')];
      const others = properties.filter((parcel) => parcel.id !== id);
      return [
        h('p', { class: 'owner-name' }, owner_name),
        h('p', { class: 'quiet' }, mailing_address ?? 'No mailing address'),
        h(
          'p',
          {},
          `${parcels(all.property_count)} in ${all.states.join(', ') || 'no state'}${inAll(all.total_assessed_value)}.`,
        ),
        others.length > 0 && h('h4', {}, 'Their other parcels'),
        ...(others.length > 0 ? shortList(others, FEW, way(open), 'others') : []),
        others.length > 0 &&
          h(
            'button',
            { type: 'button', class: 'small', onclick: () => showOwner(owner_name) },
            'All of the owner on the map',
          ),
      ];
    },
    signal,
  );
}

/** The deeds, the newest first, with the prices as a chart. */
export function deeds(ask, signal) {
  const row = (deed) =>
    h(
      'li',
      { tabindex: '-1' },
      h(
        'div',
        { class: 'line' },
        h('strong', {}, deed.sale_date ?? deed.recorded_date ?? 'No date'),
        h('span', {}, deed.sale_price_usd === null ? 'Price not disclosed' : money(deed.sale_price_usd)),
      ),
      h('div', {}, `${deed.grantor ?? 'Unknown'} → ${deed.grantee ?? 'Unknown'}`),
      h(
        'div',
        { class: 'quiet' },
        [words(deed.document_type), deed.document_number && `no. ${deed.document_number}`]
          .filter(Boolean)
          .join(', '),
        deed.is_arm_length === false && ' · not at arm’s length: ',
        deed.is_arm_length === false &&
          (deed.arm_length_reasons.map(words).join(', ').toLowerCase() || 'stated so'),
      ),
    );
  return askedSection(
    'Deeds and prices',
    async () => {
      const { data } = await ask('/deeds');
      return { data, chart: priced(data).length > 0 ? await priceChart(data, signal) : null };
    },
    ({ data, chart }) => {
      if (data.length === 0) return [h('p', { class: 'quiet' }, 'No deeds are loaded.')];
      return [
        chart,
        chart &&
          h(
            'p',
            { class: 'quiet key-line' },
            h('span', { class: 'dot sale' }),
            'sale at arm’s length ',
            h('span', { class: 'dot' }),
            'other transfer with a price',
          ),
        ...shortList(data, FEW, row, 'entries'),
      ];
    },
    signal,
  );
}

const PERMIT_KINDS = { final: 'good', issued: 'good', expired: 'bad', withdrawn: 'bad' };

/** The permits, the newest first. */
export function permits(ask, signal) {
  const row = (permit) =>
    h(
      'li',
      { tabindex: '-1' },
      h(
        'div',
        { class: 'line' },
        h('strong', {}, permit.filed_date ?? permit.issued_date ?? 'No date'),
        h('span', {}, permit.estimated_cost === null ? '' : money(permit.estimated_cost)),
      ),
      h(
        'div',
        {},
        [permit.permit_type, permit.work_class].filter(Boolean).join(', ') || 'Permit',
        ' ',
        permit.permit_status &&
          badge(words(permit.permit_status), PERMIT_KINDS[permit.permit_status] ?? 'warn'),
      ),
      permit.description && h('div', {}, permit.description),
      permit.contractor_name && h('div', { class: 'quiet' }, `By ${permit.contractor_name}`),
    );
  return askedSection(
    'Permits',
    () => ask('/permits'),
    ({ data }) =>
      data.length === 0
        ? [h('p', { class: 'quiet' }, 'No permits are loaded.')]
        : shortList(data, FEW, row, 'entries'),
    signal,
  );
}

/** The risks: higher is worse. */
export function risks(ask, signal) {
  return askedSection(
    'Risks',
    () => ask('/risks'),
    (all) => {
      const there = Object.keys(HAZARDS).filter((key) => all[key] !== null);
      if (there.length === 0 && all.overall_score === null)
        return [h('p', { class: 'quiet' }, 'No risks are loaded.')];
      return [
        all.overall_score !== null &&
          h('p', {}, `Natural hazards in all: ${decimal(all.overall_score)} of 100. Higher is worse.`),
        h(
          'ul',
          { class: 'bars risk' },
          there.map((key) => {
            const { score, rating, geography, as_of } = all[key];
            return h(
              'li',
              {},
              h('span', {}, HAZARDS[key]),
              bar(score / 100),
              h(
                'span',
                { class: 'quiet' },
                `${decimal(score)}, ${words(rating).toLowerCase()} (${text(geography)}, ${text(as_of)})`,
              ),
            );
          }),
        ),
      ];
    },
    signal,
  );
}
