/** `2025Q4` → whole quarters since year 0 */
export const indexOf = (quarter) => Number(quarter.slice(0, 4)) * 4 + Number(quarter.slice(5)) - 1;
/** The beginning of a quarter in Unix seconds. */
export const secondsOf = (index) => Date.UTC(Math.floor(index / 4), (index % 4) * 3, 1) / 1000;
/** Whole quarters since year 0 → `2025 Q4` */
export const nameOf = (index) => `${Math.floor(index / 4)} Q${(index % 4) + 1}`;

/**
 * The last years of some counties on a common axis; null in quarters without a sale.
 * @param {number} years 0 for all
 */
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
