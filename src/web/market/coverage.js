import { feature } from '/assets/vendor/topojson/index.js';
import { api } from '../api.js';
import { useAsked } from '../asked.js';
import { Select } from '../controls.js';
import { count, percent } from '../format.js';
import { html, useChange, useMemo, useRef } from '../html.js';
import { atlas } from '../once.js';
import { useCurrentKey } from '../session.js';
import { Scrolled, Table } from '../table.js';
import { CoverageMap, Legend } from './coverage-map.js';
import { MapLink } from './quarters.js';
import { Problem } from './view.js';

const SHARES = [
  ['owner_pct', 'with an owner'],
  ['value_pct', 'with an assessed value'],
  ['geocoded_pct', 'with a location'],
];

const fipsOf = (row) => row.county_fips ?? row.state_fips;
const nameOf = (row) => row.county_name ?? row.state_name;

/** Outlines, projected for a map of 975 × 610. @param {'states' | 'counties'} kind */
async function outlinesOf(kind) {
  const topology = await atlas(`${kind}-albers-10m`);
  return feature(topology, topology.objects[kind]).features;
}

/** The rows and outlines of the states or, within a state, of its counties. */
async function coverageOf(state, signal) {
  const query = state === '' ? '' : `?${new URLSearchParams({ state })}`;
  const [{ data: rows }, outlines] = await Promise.all([
    api(`/coverage${query}`, { signal }),
    // The figures are useful without outlines, too.
    outlinesOf(state === '' ? 'states' : 'counties').catch(() => []),
  ]);
  const isHere = ({ id }) => state === '' || id.startsWith(rows[0]?.state_fips ?? '–');
  return { state, rows, features: outlines.filter(isHere) };
}

function List({ rows, share, choose }) {
  const named = (row) =>
    choose
      ? html`<button type="button" class="market-area" onclick=${() => choose(fipsOf(row))}>${nameOf(row)}</button>`
      : nameOf(row);
  const columns = [
    { name: choose ? 'State' : 'County', isHeading: true, cell: named },
    { name: 'Parcels', class: 'number', cell: ({ parcel_count }) => count(parcel_count) },
    ...SHARES.map(([field, name]) => ({
      name,
      class: `number ${field === share ? 'market-chosen' : 'market-wide'}`,
      cell: (row) => percent(row[field]),
    })),
    { name: '', cell: (row) => html`<${MapLink} fips=${fipsOf(row)} name=${nameOf(row)} />` },
  ];
  return html`<${Table} columns=${columns} rows=${rows} marks=${(row) => ({ 'data-area': fipsOf(row) })} />`;
}

function Shown({ answer: { state, rows, features }, view, change, open, heading }) {
  const inState = state !== '';
  const [share, what] = SHARES.find(([field]) => field === view.share) ?? SHARES[0];
  const areas = useMemo(() => {
    const said = (row) =>
      `${nameOf(row)}: ${percent(row[share])} of ${count(row.parcel_count)} parcels ${what}`;
    return new Map(rows.map((row) => [fipsOf(row), { share: row[share], said: said(row) }]));
  }, [rows, share]);
  const title = inState ? `Counties of ${rows[0]?.state_name ?? state}` : 'States with parcels';
  const choose = inState ? undefined : open;
  return html`
    <div class="row market-coverage-bar">
      <label for="market-share">Parcels</label>
      <${Select} id="market-share" options=${SHARES} value=${share} change=${(share) => change({ share })} />
      ${inState && html`<button type="button" onclick=${() => open('')}>← All states</button>`}
    </div>
    <div class="market-coverage">
      <div class="card">
        <${CoverageMap} ...${{ features, areas, choose, isWhole: !inState }}
          label="Map of parcels ${what}, by ${inState ? 'county' : 'state'}; the table has the figures."
          usual=${inState ? 'Point at a county' : 'Point at a state, or choose one to see its counties'} />
        <${Legend} />
      </div>
      <div class="card">
        <h3 tabindex="-1" id="market-coverage-title" ref=${heading}>${title}</h3>
        ${
          rows.length === 0
            ? html`<p class="quiet">Nothing is loaded here yet.</p>`
            : html`
                <${Scrolled} title=${title} class="market-areas"><${List} ...${{ rows, share, choose }} /></>
              `
        }
      </div>
    </div>
  `;
}

/** The map of what is loaded: states or, within a state, its counties. `found` gets the states with parcels. */
export function Coverage({ view, change, found }) {
  const key = useCurrentKey();
  const { answer, failure, again } = useAsked((signal) => coverageOf(view.coverage, signal), [view.coverage]);
  const heading = useRef();
  const isOpened = useRef(false);
  function open(coverage) {
    isOpened.current = true;
    change({ coverage });
  }
  useChange(() => {
    if (answer?.state === '') found(answer.rows);
    if (isOpened.current) heading.current?.focus();
    isOpened.current = false;
  }, [answer]);
  // The map needs no key, but it fails with a refused one.
  useChange(() => {
    if (failure) again();
  }, [key]);
  if (failure) return html`<${Problem} failure=${failure} again=${again} />`;
  return answer && html`<${Shown} ...${{ answer, view, change, open, heading }} />`;
}
