import { boxOf } from './area.js';
import { boxAround } from './box-around.js';
import { everywhere } from './load.js';
import { boxOfFips } from './outlines.js';

/** Parcels within so many degrees count as being in one place: about ten meters. */
const TOGETHER = 1e-4;

/** Whether two parcels are in the same place. */
export const together = ({ location: a }, { location: b }) =>
  a !== null && b !== null && Math.abs(a.lat - b.lat) < TOGETHER && Math.abs(a.lon - b.lon) < TOGETHER;

/** The box around parcels; null when none has a location. */
export const boxOfParcels = (parcels) =>
  boxAround(parcels.flatMap(({ location }) => (location ? [[location.lon, location.lat]] : [])));

/** What the map first shows when no place is given: the area, else a state or county, else everything that is loaded. */
export async function firstBox({ area, fips }, signal) {
  if (area) return boxOf(area);
  return (fips && (await boxOfFips(fips, signal))) ?? everywhere(signal);
}
