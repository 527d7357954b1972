/** Lists of parcels, and what organizations own. */
import {
  type AreaQuery,
  averageUsd,
  byTie,
  different,
  grouped,
  inArea,
  mostFrequent,
  type PageQuery,
  page,
  totalUsd,
} from './plain.ts';
import type { Parcel, Records } from './records.ts';

/** Highest assessed value first, unknown ones last. */
export function byValue(parcels: readonly Parcel[]): Parcel[] {
  return [...parcels].sort((a, b) => {
    const [first, second] = [a.total_assessed_value, b.total_assessed_value];
    if (first === second) return byTie(b, a);
    if (first === null) return 1;
    return second === null ? -1 : second - first;
  });
}

const ordered = new WeakMap<readonly Parcel[], Parcel[]>();

/** All parcels by value, sorted once: a selection of them keeps the order. */
function allByValue({ parcels }: Records): Parcel[] {
  let found = ordered.get(parcels);
  if (found === undefined) {
    found = byValue(parcels);
    ordered.set(parcels, found);
  }
  return found;
}

export interface AbsenteeQuery extends PageQuery, AreaQuery {
  min_value?: number;
  out_of_state?: boolean;
}

const worth = (parcel: Parcel, least: number): boolean =>
  parcel.total_assessed_value !== null && parcel.total_assessed_value >= least;

/** GET /deals/absentee. */
export function absentee(records: Records, query: AbsenteeQuery) {
  const found = allByValue(records).filter(
    (parcel) =>
      parcel.absentee_owner === true &&
      (query.out_of_state !== true || parcel.out_of_state_owner === true) &&
      (query.min_value === undefined || worth(parcel, query.min_value)) &&
      inArea(parcel, query),
  );
  return page(found, query, 100);
}

export interface EntitiesQuery extends PageQuery, AreaQuery {
  entity_type?: string;
  search?: string;
  min_value?: number;
  zoning?: string;
  top?: boolean;
}

const holds = (text: string | null, part: string | undefined): boolean =>
  part === undefined || text?.toLowerCase().includes(part.toLowerCase()) === true;

const CLASSES = ['LLC', 'CORP', 'TRUST', 'LP', 'LTD', 'ASSOCIATION', 'OTHER_ENTITY'];

const values = (parcels: readonly Parcel[]) => parcels.map((parcel) => parcel.total_assessed_value);

/** An organization is an owner in one class. */
const organization = (parcel: Parcel): string => `${parcel.owner_id} ${parcel.entity_class}`;

function sums(parcels: readonly Parcel[]) {
  return {
    entity_count: new Set(parcels.map(organization)).size,
    property_count: parcels.length,
    total_assessed_value: totalUsd(values(parcels)),
  };
}

/** The rows of `chosen`; a name is the most frequent spelling among all of the organization's parcels in the area. */
function ranking(chosen: readonly Parcel[], inThisArea: readonly Parcel[]) {
  const all = grouped(inThisArea, organization);
  const rows = [...grouped(chosen, organization)].map(([key, parcels]) => ({
    owner_id: parcels[0]!.owner_id!,
    owner_name: mostFrequent(all.get(key)!.map((parcel) => parcel.owner_name))!,
    entity_class: parcels[0]!.entity_class!,
    property_count: parcels.length,
    total_assessed_value: totalUsd(values(parcels)),
    avg_assessed_value: averageUsd(values(parcels)),
    states: different(parcels.map((parcel) => parcel.state)),
    counties: new Set(parcels.map((parcel) => parcel.county_fips)).size,
  }));
  const id = (row: (typeof rows)[number]) => `${row.owner_id} ${row.entity_class}`;
  return rows.sort(
    (a, b) =>
      b.property_count - a.property_count ||
      b.total_assessed_value - a.total_assessed_value ||
      (id(a) < id(b) ? -1 : 1),
  );
}

/** GET /deals/entities in both views. */
export function entities(records: Records, query: EntitiesQuery) {
  const ofOrganizations = allByValue(records).filter((parcel) => parcel.entity_class !== null);
  const inThisArea = ofOrganizations.filter((parcel) => inArea(parcel, query));
  const found = inThisArea.filter(
    (parcel) =>
      (query.entity_type === undefined || parcel.entity_class === query.entity_type) &&
      holds(parcel.owner_name, query.search) &&
      (holds(parcel.zoning, query.zoning) || holds(parcel.zoning_category, query.zoning)) &&
      (!query.min_value || worth(parcel, query.min_value)),
  );
  if (query.top !== true) return page(found, query, 50);
  const by_class = CLASSES.map((name) => [name, sums(found.filter((one) => one.entity_class === name))]);
  return {
    ...page(ranking(found, inThisArea), query, 50),
    summary: { ...sums(found), by_class: Object.fromEntries(by_class) },
  };
}
