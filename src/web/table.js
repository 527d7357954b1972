import { html } from './html.js';

const Heading = ({ name, class: look, sorted }) =>
  name ? html`<th scope="col" class=${look} aria-sort=${sorted}>${name}</th>` : html`<td></td>`;

const Cell = ({ row, cell, class: look, isHeading }) =>
  isHeading ? html`<th scope="row">${cell(row)}</th>` : html`<td class=${look}>${cell(row)}</td>`;

/**
 * A table with `columns: {name, class, sorted, isHeading, cell(row)}[]`: `isHeading` where the cells of a column are the
 * headings of rows. `marks(row)` are the attributes of a row.
 */
export const Table = ({ columns, rows, marks = () => ({}) }) => html`
  <table>
    <thead><tr>${columns.map((column) => html`<${Heading} ...${column} />`)}</tr></thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr ...${marks(row)}>${columns.map((column) => html`<${Cell} row=${row} ...${column} />`)}</tr>`,
      )}
    </tbody>
  </table>
`;

/** A part that scrolls, also by keyboard. */
export const Scrolled = ({ title, class: look = '', role = 'region', children }) => html`
  <div class=${`scroll ${look}`.trim()} tabindex="0" role=${role} aria-label=${title}>${children}</div>
`;

/** Names and values in two columns; unknown ones are left out. */
export const Facts = ({ pairs }) => html`
  <dl class="facts">
    ${pairs
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
  </dl>
`;
