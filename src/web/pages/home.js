import { api, asCurl } from '../api.js';
import { codeBlock } from '../docs/copy.js';
import { h, put } from '../dom.js';
import { count, percent } from '../format.js';
import { tell } from '../notice.js';
import { loadStyles } from '../styles.js';

export const title = '';

const WAYS = [
  [
    '/map',
    'Map',
    'Every parcel in view, colored by what you ask for, with its owner, deeds, permits and risks.',
  ],
  ['/market', 'Market', 'Sales, medians and their change, county by county and quarter by quarter.'],
  ['/console', 'Console', 'Your limits, your webhook endpoints, and what was delivered to them.'],
  ['/docs', 'Docs', 'Every route to try, and guides from the first request to verified webhooks.'],
];

const FIRST = {
  bounds: { north: 49.5, south: 24.5, east: -66.9, west: -124.8 },
  filters: { absenteeOnly: true },
  sort: 'assessed_value',
  limit: 3,
};

const figure = (number, what) =>
  h('div', { class: 'card' }, h('div', { class: 'figure' }, number), h('div', { class: 'quiet' }, what));

function states(rows) {
  const row = ({ state_fips, state_name, parcel_count, owner_pct }) =>
    h(
      'tr',
      {},
      h('td', {}, h('a', { href: `/market?coverage=${state_fips}` }, state_name)),
      h('td', { class: 'number' }, count(parcel_count)),
      h('td', { class: 'number' }, percent(owner_pct)),
    );
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, 'State'),
        h('th', { scope: 'col', class: 'number' }, 'Parcels'),
        h('th', { scope: 'col', class: 'number' }, 'With an owner'),
      ),
    ),
    h('tbody', {}, rows.map(row)),
  );
}

/** Shows what Terrier is, what is loaded, and links to each page. */
export async function mount(main, { signal }) {
  await loadStyles('/assets/docs/docs.css');
  if (signal.aborted) return;
  const loaded = h('div', { class: 'grid figures' });
  const where = h('div', {}, h('p', { class: 'quiet' }, 'Asking …'));
  main.append(
    h(
      'div',
      { class: 'wrap' },
      h('h1', {}, 'US parcels, exact and fast'),
      h(
        'p',
        { class: 'lead' },
        'Who owns what, what it is worth, who sold it to whom, and what is built on it: over a JSON API, with exact totals, and signed webhooks when something happens to a parcel.',
      ),
      loaded,
      h(
        'div',
        { class: 'grid ways' },
        WAYS.map(([href, name, what]) =>
          h('a', { class: 'card way', href }, h('h2', {}, name), h('p', { class: 'quiet' }, what)),
        ),
      ),
      h(
        'div',
        { class: 'grid ways halves' },
        h('section', { class: 'card' }, h('h2', {}, 'What is loaded'), where),
        h(
          'section',
          { class: 'card' },
          h('h2', {}, 'The same by request'),
          h('p', {}, 'The three most valuable parcels whose owner lives elsewhere, and how many there are:'),
          codeBlock(asCurl('/search', FIRST), 'Shell'),
          h('a', { href: '/docs/quick-start' }, 'Quick start'),
        ),
      ),
    ),
  );
  await showLoaded(loaded, where, signal);
}

async function showLoaded(loaded, where, signal) {
  try {
    const { total_parcels, states_covered, data } = await api('/coverage', { signal });
    const share = (key) =>
      data.reduce((sum, row) => sum + row[key] * row.parcel_count, 0) / (total_parcels || 1);
    put(
      loaded,
      figure(count(total_parcels), total_parcels === 1 ? 'parcel' : 'parcels'),
      figure(count(states_covered), states_covered === 1 ? 'state' : 'states'),
      figure(percent(share('owner_pct')), 'with an owner'),
      figure(percent(share('geocoded_pct')), 'on the map'),
    );
    put(
      where,
      data.length === 0
        ? h(
            'p',
            {},
            'Nothing yet. The guide on ',
            h('a', { href: '/docs/loading' }, 'loading a county'),
            ' explains how.',
          )
        : states(data),
    );
  } catch (failure) {
    if (failure.name === 'AbortError') return;
    put(
      where,
      h('p', {}, 'What is loaded cannot be read at the moment.'),
      h('button', { type: 'button', onclick: () => showLoaded(loaded, where, signal) }, 'Try again'),
    );
    tell(failure);
  }
}
