import { COUNTY_SORTS } from '../catalog.js';
import { change as changeOf, count, money } from '../format.js';
import { html } from '../html.js';
import { useCurrentKey } from '../session.js';
import { MapLink } from './map-link.js';
import { AskForKey, Problem } from './problem.js';

const PAGE_SIZE = 20;

const COLUMNS = [
  ['county_name', 'County'],
  ['sale_count', 'Sales', 'number', count],
  ['median_price', 'Median', 'number', money],
  ['avg_price', 'Average', 'number market-wide', money],
  ['yoy_change', 'In a year', 'number', changeOf],
];

/** The request for the table of a view. */
export function countiesPath(view) {
  const asked = { sort: view.sort, order: view.order, limit: String(PAGE_SIZE), offset: view.offset };
  if (view.state !== '') asked.state_fips = view.state;
  if (view.quarter !== '') asked.quarter = view.quarter;
  if (view.min_sales !== '') asked.min_sales = view.min_sales;
  return `/market/counties?${new URLSearchParams(asked)}`;
}

function Heading({ field, name, look, view, change }) {
  if (!COUNTY_SORTS.includes(field)) return html`<th scope="col" class=${look}>${name}</th>`;
  const order = view.sort === field ? view.order : null;
  const first = field === 'county_name' ? 'asc' : 'desc';
  const next = order === null ? first : order === 'asc' ? 'desc' : 'asc';
  const sorted = order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending';
  const sort = () => change({ sort: field, order: next, offset: '0' });
  return html`
    <th scope="col" class=${look} aria-sort=${sorted}>
      <button type="button" class="market-sort" onclick=${sort}>
        ${name}<span aria-hidden="true">${order && (order === 'asc' ? ' ↑' : ' ↓')}</span>
      </button>
    </th>
  `;
}

function Row({ county, isCharted, toggle }) {
  const { county_fips: fips, quarter } = county;
  const name = `${county.county_name}, ${county.state_abbr}`;
  // Where the charts hold no more, the box stays as it is.
  const tick = (event) => toggle(fips, !isCharted) || event.preventDefault();
  return html`
    <tr>
      <td><input type="checkbox" aria-label="Chart ${name}" checked=${isCharted} onclick=${tick} /></td>
      <th scope="row" class="market-county">
        ${name} ${county.low_sample && html`<span class="badge warn" title="Fewer than 30 sales">few sales</span>`}
      </th>
      ${COLUMNS.slice(1).map(([field, , look, show]) => html`<td class=${look}>${show(county[field])}</td>`)}
      <td><${MapLink} ...${{ fips, name, quarter }} /></td>
    </tr>
  `;
}

function Pager({ total, offset, data, change }) {
  const last = offset + data.length;
  const counties = `${count(total)} ${total === 1 ? 'county' : 'counties'}`;
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

const Counties = ({ rows, view, change, charted, toggle }) => html`
  <div class="scroll card market-table">
    <table>
      <thead>
        <tr>
          <td></td>
          ${COLUMNS.map(([field, name, look]) => html`<${Heading} ...${{ field, name, look, view, change }} />`)}
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${rows.map((county) => {
          const isCharted = charted.includes(county.county_fips);
          return html`<${Row} key=${county.county_fips} ...${{ county, isCharted, toggle }} />`;
        })}
      </tbody>
    </table>
  </div>
`;

/**
 * The county table.
 * @param {{asked: object, view: object, change: (changes: object) => void, charted: string[],
 *   toggle: (fips: string, wanted: boolean) => boolean}} props `asked` is how the table was asked for; `toggle` returns
 *   whether it did
 */
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
