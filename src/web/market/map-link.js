import { html } from '../html.js';

const MONTHS = 3;
const day = (year, month, date) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** The first and last day of a quarter for the map's address: `2026Q1` → `2026-01-01..2026-03-31` */
function daysOf(quarter) {
  const [year, number] = quarter.split('Q').map(Number);
  const first = (number - 1) * MONTHS;
  return `${day(year, first, 1)}..${day(year, first + MONTHS, 0)}`;
}

/**
 * A link to the map of a state or county.
 * @param {{fips: string, name: string, quarter?: string}} where with a quarter, the map shows what was sold in it
 */
export function MapLink({ fips, name, quarter }) {
  const days = quarter ? `&saleDateRange=${daysOf(quarter)}&color=price` : '';
  const what = quarter ? `Map of the sales in ${name}` : `Map of ${name}`;
  return html`<a href="/map?fips=${fips}${days}" aria-label=${what}>Map</a>`;
}
