import { countyName, findCountyByName, isCounty, stateByAbbr, stateByFips } from '../../domain/geography.ts';
import { type Report, whatIs, within } from './checks.ts';

/** Where records are: their county, as a 5-digit FIPS code, and their state, as its 2 digits; null where it is not known. */
export interface Area {
  county: string | null;
  state: string | null;
}

/** What a source file says about its area, and why its county is not used, in a sentence; null when there is no doubt. */
export interface SaidArea extends Area {
  doubt: string | null;
  /** Whether it is a town or city, whose source does not cover the rest of its county. */
  isPart: boolean;
}

interface Coverage {
  'US Census'?: Record<string, unknown>;
  state?: unknown;
  county?: unknown;
  city?: unknown;
  town?: unknown;
  district?: unknown;
}

/** The area of a source file that does not name one. */
export const NOWHERE: SaidArea = { county: null, state: null, doubt: null, isPart: false };

/** The county that `coverage` names in words, by its code. */
function namedCounty({ state, county }: Coverage): string | undefined {
  const known = typeof state === 'string' ? stateByAbbr(state) : undefined;
  return known && typeof county === 'string' ? findCountyByName(known.fips, county) : undefined;
}

/** Codes are copied by mistake: one that does not fit the names beside it would put parcels into another county. */
function doubtOf(code: string, coverage: Coverage): string | null {
  const where = countyName(code);
  const named = namedCounty(coverage);
  const right = named === undefined ? '' : ` ${countyName(named)} is ${named}.`;
  if (where === undefined)
    return `The code ${code} in coverage["US Census"].geoid is that of no county.${right}`;
  const state = typeof coverage.state === 'string' ? stateByAbbr(coverage.state) : undefined;
  const inState = state === undefined || code.startsWith(state.fips);
  if (inState && (named === undefined || named === code)) return null;
  const said = [coverage.county, coverage.state].filter((word) => typeof word === 'string').join(', ');
  const abbr = stateByFips(code.slice(0, 2))?.abbr;
  return `The code ${code} in coverage["US Census"].geoid is that of ${where}, ${abbr}, and coverage says ${said}.${right}`;
}

/**
 * The area that `coverage` of a source file names: a county by 5 digits, or a town by 10, the first five of which are its
 * county; a state by 2 digits and a place by 7 give only the state.
 */
export function readArea(coverage: Coverage, report: Report): SaidArea {
  const code = coverage['US Census']?.geoid;
  if (code === undefined) return NOWHERE;
  if (typeof code !== 'string') {
    report(within('coverage["US Census"]', 'geoid'), `must be a Census code as text, and is ${whatIs(code)}`);
    return NOWHERE;
  }
  const state = stateByFips(code.slice(0, 2))?.fips ?? null;
  const isTown = /^\d{10}$/.test(code) && isCounty(code.slice(0, 5));
  if (!isTown && !/^\d{5}$/.test(code)) return { ...NOWHERE, state };
  const isPart =
    isTown || [coverage.city, coverage.town, coverage.district].some((part) => part !== undefined);
  const county = code.slice(0, 5);
  const doubt = doubtOf(county, coverage);
  return { county: doubt === null ? county : null, state, doubt, isPart };
}
