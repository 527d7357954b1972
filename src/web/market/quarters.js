import { html } from '../html.js';

const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
const DAY = 86_400;

/** The first and last day of a quarter for the map's address: `2026Q1` → `2026-01-01..2026-03-31` */
const daysOf = (quarter) =>
  `${dayOf(secondsOf(indexOf(quarter)))}..${dayOf(secondsOf(indexOf(quarter) + 1) - DAY)}`;

/** A link to the map of a state or county; with a quarter, of what was sold in it. */
export function MapLink({ fips, name, quarter }) {
  const days = quarter ? `&saleDateRange=${daysOf(quarter)}&color=price` : '';
  const what = quarter ? `Map of the sales in ${name}` : `Map of ${name}`;
  return html`<a href="/map?fips=${fips}${days}" aria-label=${what}>Map</a>`;
}

/** `2025Q4` → whole quarters since year 0 */
export const indexOf = (quarter) => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(5)) - 1;
/** The quarter of a day. */
export const indexAt = (day) => day.getFullYear() * 4 + Math.floor(day.getMonth() / 3);
/** The beginning of a quarter in Unix seconds. */
export const secondsOf = (index) => Date.UTC(Math.floor(index / 4), (index % 4) * 3, 1) / 1000;
/** Whole quarters since year 0 → `2025 Q4` */
export const nameOf = (index) => `${Math.floor(index / 4)} Q${(index % 4) + 1}`;

/** The last years of some counties, or all for 0, on a common axis; null in quarters without a sale. */
export function align(trends, years) {
  const known = trends.flatMap(({ quarters }) => quarters.map(({ quarter }) => indexOf(quarter)));
  if (known.length === 0) return { indices: [], rows: [] };
  const last = Math.max(...known);
  const first = Math.max(Math.min(...known), years === 0 ? 0 : last - years * 4 + 1);
  const indices = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const rows = trends.map(({ quarters }) => {
    const by = new Map(quarters.map((quarter) => [indexOf(quarter.quarter), quarter]));
    return indices.map((index) => by.get(index) ?? null);
  });
  return { indices, rows };
}
