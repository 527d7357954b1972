import { COUNTY_SORTS } from '../catalog.js';
import { change as changeOf, count, counted, money } from '../format.js';
import { html } from '../html.js';
import { useCurrentKey } from '../session.js';
import { Table } from '../table.js';
import { MapLink } from './quarters.js';
import { AskForKey, Problem } from './view.js';

const PAGE_SIZE = 20;

const FIGURES = [
  ['sale_count', 'Sales', 'number', count],
  ['median_price', 'Median', 'number', money],
  ['avg_price', 'Average', 'number market-wide', money],
  ['yoy_change', 'In a year', 'number', changeOf],
];

/** The request for the table of a view. */
export function countiesPath({ sort, order, offset, state, quarter, min_sales }) {
  const asked = { sort, order, limit: PAGE_SIZE, offset, state_fips: state, quarter, min_sales };
  const used = Object.entries(asked).filter(([, value]) => value !== '');
  return `/market/counties?${new URLSearchParams(used)}`;
}

const nameOf = ({ county_name, state_abbr }) => `${county_name}, ${state_abbr}`;

/** The heading of a column by which the table can be sorted, and whether it is. */
function sorting(field, name, view, change) {
  if (!COUNTY_SORTS.includes(field)) return { name };
  const order = view.sort === field ? view.order : null;
  const first = field === 'county_name' ? 'asc' : 'desc';
  const next = order === null ? first : order === 'asc' ? 'desc' : 'asc';
  const button = html`
    <button type="button" class="market-sort" onclick=${() => change({ sort: field, order: next, offset: '0' })}>
      ${name}<span aria-hidden="true">${order && (order === 'asc' ? ' ↑' : ' ↓')}</span>
    </button>
  `;
  return { name: button, sorted: order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending' };
}

function Counties({ rows, view, change, charted, toggle }) {
  function box(county) {
    const { county_fips: fips } = county;
    const isCharted = charted.includes(fips);
    // Where the charts hold no more, the box stays as it is.
    const tick = (event) => toggle(fips, !isCharted) || event.preventDefault();
    return html`<input type="checkbox" aria-label="Chart ${nameOf(county)}" checked=${isCharted} onclick=${tick} />`;
  }
  const named = (county) => html`
    ${nameOf(county)} ${county.low_sample && html`<span class="badge warn" title="Fewer than 30 sales">few sales</span>`}
  `;
  const link = (county) =>
    html`<${MapLink} fips=${county.county_fips} name=${nameOf(county)} quarter=${county.quarter} />`;
  const columns = [
    { cell: box },
    { ...sorting('county_name', 'County', view, change), isHeading: true, cell: named },
    ...FIGURES.map(([field, name, look, show]) => ({
      ...sorting(field, name, view, change),
      class: look,
      cell: (county) => show(county[field]),
    })),
    { cell: link },
  ];
  return html`
    <div class="scroll card market-table">
      <${Table} columns=${columns} rows=${rows} marks=${({ county_fips }) => ({ key: county_fips })} />
    </div>
  `;
}

function Pager({ total, offset, data, change }) {
  const last = offset + data.length;
  const counties = counted(total, 'county', 'counties');
  const to = (next) => () => change({ offset: String(next) });
  return html`
    <div class="row market-pager">
      <span class="quiet" role="status">
        ${data.length === 0 ? `0 of ${count(total)} counties` : `${count(offset + 1)}–${count(last)} of ${counties}`}
      </span>
      ${
        (offset > 0 || total > last) &&
        html`
          <button type="button" disabled=${offset === 0} onclick=${to(Math.max(0, offset - PAGE_SIZE))}>Previous</button>
          <button type="button" disabled=${last >= total} onclick=${to(offset + PAGE_SIZE)}>Next</button>
        `
      }
    </div>
  `;
}

/** The county table, as it was `asked` for; `toggle(fips, wanted)` charts a county, and returns whether it did. */
export function CountyTable({ asked: { answer, failure, isBusy, again }, ...props }) {
  if (useCurrentKey() === null)
    return html`<div><${AskForKey} why="Sales figures need an API key. Coverage, below, needs none." /></div>`;
  const shown = answer?.data[0]?.quarter.replace('Q', ' Q');
  return html`
    <div aria-busy=${isBusy ? 'true' : null}>
      ${failure && html`<${Problem} failure=${failure} again=${again} />`}
      ${
        answer &&
        html`
          <p class="quiet">
            ${
              shown === undefined
                ? 'No county has such sales. Choose another quarter, state or number of sales.'
                : `Sales at arm’s length in ${shown}. Tick counties to chart them.`
            }
          </p>
          ${shown !== undefined && html`<${Counties} rows=${answer.data} ...${props} />`}
          <${Pager} ...${answer} change=${props.change} />
        `
      }
    </div>
  `;
}
