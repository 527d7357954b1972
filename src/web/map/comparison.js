import { decimal, UNKNOWN, words } from '../format.js';
import { html } from '../html.js';
import { kindName } from './fields.js';
import { nameOf } from './list.js';
import { figures, known } from './parts.js';

const all = (parcel) => [
  ['Owner', parcel.owner_name],
  ['Kind of owner', known(parcel.entity_type, kindName)],
  ['Kind of zoning', known(parcel.zoning_category, words)],
  ...figures(parcel),
  ['Deal score', known(parcel.deal_score, (score) => `${decimal(score)} of 100`)],
];

const Row = ({ name, left, right }) => html`
  <tr class=${left === right ? null : 'differs'}>
    <th scope="row">
      ${name}${left !== right && html`<span class="mark" role="img" aria-label="differs">≠</span>`}
    </th>
    <td>${left ?? UNKNOWN}</td>
    <td>${right ?? UNKNOWN}</td>
  </tr>
`;

/** Two parcels side by side in a table; differences are marked. */
export function Comparison({ kept, parcel, stop }) {
  const others = all(parcel);
  const rows = all(kept)
    .map(([name, left], at) => ({ name, left, right: others[at][1] }))
    .filter(({ left, right }) => left !== null || right !== null);
  return html`
    <section aria-label="Comparison">
      <table class="compared">
        <thead><tr><td></td><th scope="col">${nameOf(kept)}</th><th scope="col">${nameOf(parcel)}</th></tr></thead>
        <tbody>${rows.map((row) => html`<${Row} ...${row} />`)}</tbody>
      </table>
      <button type="button" class="small" onclick=${stop}>Stop comparing</button>
    </section>
  `;
}
