import { STATES } from '../catalog.js';

/** `Lancaster County, NE`: the name alone is ambiguous. */
export function fullName({ county_fips, county_name }) {
  const state = STATES[county_fips.slice(0, 2)];
  return state ? `${county_name}, ${state}` : county_name;
}
