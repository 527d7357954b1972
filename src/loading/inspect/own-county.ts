import { countyAndState, countyName, findCountyByName, isCounty } from '../../domain/geography.ts';
import { listed } from '../../domain/in-words.ts';
import { readNames } from './names.ts';
import type { TableProfile } from './profile.ts';
import type { Proposal } from './proposal.ts';

const MOSTLY = 0.9;
const LEAST_FILLED = 0.5;
/** A county of the owner's. */
const OTHERS = ['MAIL', 'OWNER', 'TAXPAYER'];
const CODES = /FIPS/i;

/** The planning regions that the Census has for counties; rolls name the old ones. */
const CONNECTICUT = '09';

/**
 * A county by its name or FIPS code, within the state of another; other numbers are a state's own. A name that a county
 * shares with an independent city is the other's, if that is one of them.
 */
function countyIn(text: string, asked: string, hasCodes: boolean): string | undefined {
  const state = asked.slice(0, 2);
  if (!/^\d+$/.test(text))
    return findCountyByName(state, `${text} city`) === asked ? asked : findCountyByName(state, text);
  const fips = text.length > 3 ? text.padStart(5, '0') : state + text.padStart(3, '0');
  return (hasCodes || text.length === 5) && isCounty(fips) ? fips : undefined;
}

/**
 * What a column that names the county of each row says about a table of one county: the rows to take where there are those of
 * others too, or that it is another county's.
 */
export function ownCounty(
  { columns, sample }: TableProfile,
  county: string,
): Pick<Proposal, 'only' | 'remarks' | 'refused'> | null {
  if (county.startsWith(CONNECTICUT)) return null;
  const said = readNames(columns.map(({ column }) => column));
  for (const [at, { column, filled }] of columns.entries()) {
    const { concepts } = said[at]!;
    if (!concepts.has('COUNTY') || OTHERS.some((word) => concepts.has(word)) || filled < LEAST_FILLED)
      continue;
    const values = sample.flatMap(({ values }) => values[at] ?? []);
    const hasCodes = CODES.test(column.name);
    const told = Map.groupBy(values, (text) => countyIn(text, county, hasCodes));
    const own = told.get(county) ?? [];
    const unknown = told.get(undefined) ?? [];
    const others = [...told.keys()].filter((fips) => fips !== undefined && fips !== county);
    if (unknown.length > (1 - MOSTLY) * values.length || others.length === 0) continue;
    const names = `${column.name} names ${listed(others.map((fips) => countyName(fips!)!))}`;
    const asked = `${countyAndState(county)} (${county})`;
    return own.length === 0
      ? { only: null, remarks: [], refused: { words: `${names}, and not ${asked}.`, isOpen: false } }
      : {
          only: { [column.name]: [...new Set([...own, ...unknown, ...(filled < 1 ? [''] : [])])] },
          remarks: [`${names} besides ${asked}: their rows are left out.`],
          refused: null,
        };
  }
  return null;
}
