import { api } from '../api.js';
import { h, put } from '../dom.js';
import { count, percent } from '../format.js';
import { coverageMap, legend } from './coverage-map.js';
import { choice } from './filters.js';
import { newest } from './latest.js';
import { mapLink } from './map-link.js';
import { showProblem } from './problem.js';
import { shapes } from './shapes.js';

const SHARES = [
  ['owner_pct', 'with an owner'],
  ['value_pct', 'with an assessed value'],
  ['geocoded_pct', 'with a location'],
];

const fipsOf = (row) => row.county_fips ?? row.state_fips;
const nameOf = (row) => row.county_name ?? row.state_name;

function list(rows, share, choose) {
  return h(
    'table',
    {},
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, choose ? 'State' : 'County'),
        h('th', { scope: 'col', class: 'number' }, 'Parcels'),
        SHARES.map(([field, name]) =>
          h(
            'th',
            { scope: 'col', class: `number${field === share ? ' market-chosen' : ' market-wide'}` },
            name,
          ),
        ),
        h('td', {}),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map((row) =>
        h(
          'tr',
          { 'data-area': fipsOf(row) },
          h(
            'th',
            { scope: 'row' },
            choose
              ? h(
                  'button',
                  { type: 'button', class: 'market-area', onclick: () => choose(fipsOf(row)) },
                  nameOf(row),
                )
              : nameOf(row),
          ),
          h('td', { class: 'number' }, count(row.parcel_count)),
          SHARES.map(([field]) =>
            h(
              'td',
              { class: `number${field === share ? ' market-chosen' : ' market-wide'}` },
              percent(row[field]),
            ),
          ),
          h('td', {}, mapLink({ fips: fipsOf(row), name: nameOf(row) })),
        ),
      ),
    ),
  );
}

/**
 * The map of what is loaded: states or, within a state, its counties.
 * @param {{view: object, signal: AbortSignal, change: (changes: object) => void,
 *   states: (rows: object[]) => void}} page `change` gets what is shown, `states` the states with parcels
 * @returns {() => Promise<void>} shows the map of the current view
 */
export function coverage(panel, { view, signal, change, states }) {
  const next = newest(signal);

  function draw(rows, outlines) {
    const inState = view.coverage !== '';
    const [, what] = SHARES.find(([field]) => field === view.share) ?? SHARES[0];
    const share = SHARES.some(([field]) => field === view.share) ? view.share : SHARES[0][0];
    const areas = new Map(
      rows.map((row) => [
        fipsOf(row),
        {
          name: nameOf(row),
          share: row[share],
          said: `${nameOf(row)}: ${percent(row[share])} of ${count(row.parcel_count)} parcels ${what}`,
        },
      ]),
    );
    const features = outlines.filter(({ id }) => !inState || id.startsWith(rows[0]?.state_fips ?? '–'));
    const line = h('p', { class: 'quiet market-readout', 'aria-hidden': 'true' });
    const usual = inState ? 'Point at a county' : 'Point at a state, or choose one to see its counties';
    const point = (fips) => put(line, areas.get(fips)?.said ?? usual);
    point(null);
    const choose = inState ? undefined : (fips) => open(fips);
    const drawing =
      features.length === 0
        ? h('p', { class: 'quiet' }, 'This map has no outlines here; the table has the figures.')
        : coverageMap(features, areas, {
            label: `Map of parcels ${what}, by ${inState ? 'county' : 'state'}; the table has the figures.`,
            whole: !inState,
            point,
            choose,
          });
    const pick = (field) => {
      change({ share: field });
      draw(rows, outlines);
      document.getElementById('market-share').focus();
    };
    const back = inState && h('button', { type: 'button', onclick: () => open('') }, '← All states');
    const title = inState ? `Counties of ${rows[0]?.state_name ?? view.coverage}` : 'States with parcels';
    put(
      panel,
      h(
        'div',
        { class: 'row market-coverage-bar' },
        h('label', { for: 'market-share' }, 'Parcels'),
        choice('market-share', SHARES, share, pick),
        back,
      ),
      h(
        'div',
        { class: 'market-coverage' },
        h('div', { class: 'card' }, drawing, features.length > 0 && line, legend()),
        h(
          'div',
          { class: 'card' },
          h('h3', { tabindex: -1, id: 'market-coverage-title' }, title),
          rows.length === 0
            ? h('p', { class: 'quiet' }, 'Nothing is loaded here yet.')
            : h(
                'div',
                { class: 'scroll market-areas', tabindex: 0, role: 'region', 'aria-label': title },
                list(rows, share, choose),
              ),
        ),
      ),
    );
  }

  async function open(area) {
    change({ coverage: area });
    await show();
    document.getElementById('market-coverage-title')?.focus();
  }

  async function show() {
    const current = next();
    const query = view.coverage === '' ? '' : `?${new URLSearchParams({ state: view.coverage })}`;
    try {
      const [{ data }, outlines] = await Promise.all([
        api(`/coverage${query}`, { signal: current }),
        // The figures are useful without outlines, too.
        shapes(view.coverage === '' ? 'states' : 'counties').catch(() => []),
      ]);
      if (current.aborted) return;
      if (query === '') states(data);
      draw(data, outlines);
    } catch (failure) {
      showProblem(panel, failure, show);
    }
  }
  return show;
}
