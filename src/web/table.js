import { html } from './html.js';

const Heading = ({ name, class: look }) =>
  name ? html`<th scope="col" class=${look}>${name}</th>` : html`<td></td>`;

const Cell = ({ row, cell, class: look, isHeading }) =>
  isHeading ? html`<th scope="row">${cell(row)}</th>` : html`<td class=${look}>${cell(row)}</td>`;

/**
 * A table.
 * @param {{columns: {name: string, class?: string, isHeading?: boolean, cell(row: T): View}[], rows: T[],
 *   marks?: (row: T) => object}} props `isHeading` where the cells of a column are the headings of rows; `marks` are the
 *   attributes of a row
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
