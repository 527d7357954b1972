import { grouped, percent } from './plain.ts';
import type { Parcel, Records } from './records.ts';

function row(parcels: Parcel[], state_name: string, county: Parcel | null) {
  const share = (has: (parcel: Parcel) => boolean) => percent(parcels.filter(has).length, parcels.length);
  return {
    state_fips: parcels[0]!.state_fips,
    state_name,
    county_fips: county?.county_fips ?? null,
    county_name: county?.county_name ?? null,
    parcel_count: parcels.length,
    geocoded_pct: share((parcel) => parcel.location !== null),
    owner_pct: share((parcel) => parcel.owner_name !== null),
    value_pct: share((parcel) => (parcel.total_assessed_value ?? 0) > 0),
  };
}

/** GET /coverage, by state, or by county of the state with this code. */
export function coverage({ parcels }: Records, nameOfState: (fips: string) => string, state?: string) {
  const chosen = parcels.filter((parcel) => state === undefined || parcel.state_fips === state);
  const areas = grouped(chosen, (parcel) => (state === undefined ? parcel.state_fips : parcel.county_fips));
  const data = [...areas.keys()].sort().map((area) => {
    const all = areas.get(area)!;
    return row(all, nameOfState(all[0]!.state_fips), state === undefined ? null : all[0]!);
  });
  return {
    total_parcels: chosen.length,
    states_covered: new Set(chosen.map((parcel) => parcel.state_fips)).size,
    data,
  };
}
