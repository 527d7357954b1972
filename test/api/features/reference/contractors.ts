import {
  averageUsd,
  different,
  frequencies,
  grouped,
  mostFrequent,
  type PageQuery,
  page,
  span,
  totalUsd,
} from './plain.ts';
import type { Permit, Records } from './records.ts';

export interface ContractorsQuery extends PageQuery {
  search?: string;
  min_permits?: number;
  state?: string;
  min_value?: number;
}

/** One record of each permit: the records for its other parcels say the same. */
function eachOnce(permits: readonly Permit[]): Permit[] {
  const once = new Map<string, Permit>();
  for (const permit of permits) {
    const id = `${permit.jurisdiction_id}\n${permit.permit_id}`;
    if (!once.has(id)) once.set(id, permit);
  }
  return [...once.values()];
}

/** The permits of every contractor. */
export function allContractors({ permits }: Records): Map<string, Permit[]> {
  const all = grouped(permits, (permit) => permit.contractor_id);
  return new Map([...all].map(([id, theirs]) => [id, eachOnce(theirs)]));
}

/** GET /deals/contractors; `stateOf` gives the abbreviation of a county's state. */
export function contractors(
  all: Map<string, Permit[]>,
  query: ContractorsQuery,
  stateOf: (county_fips: string) => string,
) {
  const rows = [];
  for (const [contractor_id, everywhere] of all) {
    const names = everywhere.map((permit) => permit.contractor_name);
    const wanted = query.search?.toLowerCase();
    if (wanted !== undefined && !names.some((name) => name!.toLowerCase().includes(wanted))) continue;
    const state = query.state?.toUpperCase();
    const permits = everywhere.filter((one) => state === undefined || stateOf(one.county_fips) === state);
    if (permits.length < (query.min_permits ?? 3)) continue;
    const costs = permits.map((permit) => permit.estimated_cost ?? 0).filter((cost) => cost > 0);
    if (totalUsd(costs) < (query.min_value ?? 0)) continue;
    const [first, last] = span(permits.map((permit) => permit.filed_date ?? permit.issued_date));
    rows.push({
      contractor_id,
      contractor_name: mostFrequent(names)!,
      contractor_license: mostFrequent(everywhere.map((permit) => permit.contractor_license)),
      permit_count: permits.length,
      valued_permit_count: costs.length,
      total_permit_value: totalUsd(costs),
      avg_permit_value: averageUsd(costs),
      jurisdictions: different(permits.map((permit) => permit.jurisdiction_id)),
      states: different(permits.map((permit) => stateOf(permit.county_fips))),
      permit_types: Object.fromEntries(frequencies(permits.map((permit) => permit.permit_type))),
      first_permit_date: first,
      last_permit_date: last,
    });
  }
  rows.sort(
    (a, b) =>
      b.permit_count - a.permit_count ||
      b.total_permit_value - a.total_permit_value ||
      (a.contractor_id < b.contractor_id ? -1 : 1),
  );
  return page(rows, query, 50);
}
