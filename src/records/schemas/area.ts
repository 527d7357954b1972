import type { estypes } from '@elastic/elasticsearch';
import Type from 'typebox';
import { EVERYWHERE, isCounty, stateByFips } from '../../domain/geography.ts';
import { type Fault, invalid } from '../../domain/problems.ts';

export const CountyFips = Type.String({
  pattern: '^[0-9]{5}$',
  'x-form': 'a 5-digit county FIPS code',
  description: '5-digit county FIPS code',
  examples: ['31109'],
});
export const StateFips = Type.String({
  pattern: '^[0-9]{2}$',
  'x-form': 'a 2-digit state FIPS code',
  description: '2-digit state FIPS code',
  examples: ['31'],
});

export interface Area {
  county_fips?: string;
  state_fips?: string;
}

/** Throws 400 when a well-formed code belongs to no state or county. */
export function checkArea({ county_fips, state_fips }: Area): void {
  const faults: Fault[] = [];
  if (county_fips !== undefined && !isCounty(county_fips))
    faults.push({ field: 'county_fips', message: 'must be the FIPS code of a county' });
  if (state_fips !== undefined && !stateByFips(state_fips))
    faults.push({ field: 'state_fips', message: 'must be the FIPS code of a state' });
  const [first] = faults;
  if (first) throw invalid(`${first.field} ${first.message}`, faults);
}

/** The clauses for records that have both codes; `stateField` is the state's field. Throws 400 like `checkArea`. */
export function areaClauses(area: Area, stateField = 'state_fips'): estypes.QueryDslQueryContainer[] {
  checkArea(area);
  const { county_fips, state_fips } = area;
  return [
    ...(county_fips === undefined ? [] : [{ term: { county_fips } }]),
    ...(state_fips === undefined ? [] : [{ term: { [stateField]: state_fips } }]),
  ];
}

/** The area as the key of figures; null when the county is in another state. Throws 400. */
export function areaKey(area: Area): string | null {
  checkArea(area);
  const { county_fips, state_fips } = area;
  if (county_fips !== undefined && state_fips !== undefined && !county_fips.startsWith(state_fips))
    return null;
  return county_fips ?? state_fips ?? EVERYWHERE;
}

/** The clause for figures by area. Throws 400. */
export function areaKeyClause(area: Area): estypes.QueryDslQueryContainer {
  const key = areaKey(area);
  return key === null ? { match_none: {} } : { term: { 'internal.area': key } };
}
