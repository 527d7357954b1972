import { plainName } from './names.ts';
import { byValue } from './parcels.ts';
import {
  averageUsd,
  different,
  frequencies,
  grouped,
  mostFrequent,
  type PageQuery,
  page,
  span,
  totalAcres,
  totalUsd,
} from './plain.ts';
import type { Parcel, Records } from './records.ts';

/** The parcels of every owner. */
export const allOwners = ({ parcels }: Records): Map<string, Parcel[]> =>
  grouped(parcels, (parcel) => parcel.owner_id);

const values = (parcels: readonly Parcel[]) => parcels.map((parcel) => parcel.total_assessed_value);
const states = (parcels: readonly Parcel[]) => different(parcels.map((parcel) => parcel.state));
const counties = (parcels: readonly Parcel[]) => new Set(parcels.map((parcel) => parcel.county_fips)).size;

/** The most frequent spelling, and the type of an owner of that name. */
function shownName(parcels: readonly Parcel[]) {
  const owner_name = mostFrequent(parcels.map((parcel) => parcel.owner_name))!;
  const { entity_type, entity_class } = parcels.find((parcel) => parcel.owner_name === owner_name)!;
  return { owner_name, entity_type, entity_class };
}

/** GET /owners/{name}. */
export function profile(owner_id: string, parcels: readonly Parcel[]) {
  const [first_acquired, last_acquired] = span(parcels.map((parcel) => parcel.sale_date));
  return {
    owner_id,
    ...shownName(parcels),
    property_count: parcels.length,
    total_assessed_value: totalUsd(values(parcels)),
    avg_assessed_value: averageUsd(values(parcels)),
    total_acreage: totalAcres(parcels.map((parcel) => parcel.acreage)),
    states: states(parcels),
    counties: counties(parcels),
    absentee_count: parcels.filter((parcel) => parcel.absentee_owner === true).length,
    first_acquired,
    last_acquired,
    mailing_address: mostFrequent(parcels.map((parcel) => parcel.mailing_address)),
    name_variants: frequencies(parcels.map((parcel) => parcel.owner_name)).map(([name]) => name),
  };
}

/** GET /owners/{name}/properties. */
export const properties = (parcels: readonly Parcel[], query: PageQuery) =>
  page(byValue(parcels), query, 100);

/** GET /owners/{name}/portfolio. */
export function portfolio(parcels: readonly Parcel[]) {
  const { owner_name, entity_type } = shownName(parcels);
  const zoning = frequencies(parcels.map((parcel) => parcel.zoning_category)).sort();
  return {
    owner_name,
    entity_type,
    summary: {
      property_count: parcels.length,
      total_assessed_value: totalUsd(values(parcels)),
      avg_assessed_value: averageUsd(values(parcels)),
      states: states(parcels),
      counties: counties(parcels),
      zoning_breakdown: Object.fromEntries(zoning),
    },
    properties: byValue(parcels).slice(0, 100),
  };
}

/** GET /parcels/{id}/owner. */
export function parcelOwner(parcel: Parcel, owners: Map<string, Parcel[]>) {
  const theirs = parcel.owner_id === null ? [] : owners.get(parcel.owner_id)!;
  const unknown = parcel.owner_id === null;
  return {
    owner_name: unknown ? null : parcel.owner_name,
    entity_type: unknown ? null : parcel.entity_type,
    mailing_address: unknown ? null : parcel.mailing_address,
    portfolio_summary: {
      property_count: theirs.length,
      total_assessed_value: totalUsd(values(theirs)),
      states: states(theirs),
    },
    properties: byValue(theirs).slice(0, 100),
  };
}

export interface OwnersQuery {
  q: string;
  min_properties?: number;
  limit?: number;
}

/** How well a name matches; null when a word of the query begins no word of it. */
function grade(name: string, wanted: string): number | null {
  const words = name.split(' ');
  const asked = wanted.split(' ');
  if (!asked.every((one) => words.some((word) => word.startsWith(one)))) return null;
  if (name === wanted) return 2;
  return asked.every((one) => words.includes(one)) ? 1 : 0;
}

/** GET /owners/search: exact, then whole words, then prefixes; then property_count; then id. */
export function searchOwners(
  owners: Map<string, Parcel[]>,
  { q, min_properties = 1, limit = 20 }: OwnersQuery,
) {
  const wanted = plainName(q);
  const found = [...owners].flatMap(([id, parcels]) => {
    const match = grade(plainName(parcels[0]!.owner_name), wanted);
    return match === null || parcels.length < min_properties ? [] : [{ id, parcels, match }];
  });
  found.sort((a, b) => b.match - a.match || b.parcels.length - a.parcels.length || (a.id < b.id ? -1 : 1));
  return { data: found.slice(0, limit).map(({ id, parcels }) => profile(id, parcels)) };
}
