import { isStateAbbr, stateByName } from './geography.ts';

/** Abbreviations older than the two letters. Source: U.S. Government Publishing Office, Style Manual, chapter 9. */
const OLDER = new Map(
  `AL ALA;AZ ARIZ;AR ARK;CA CALIF;CO COLO;CT CONN;DE DEL;FL FLA;IL ILL;IN IND;KS KANS;MA MASS;MI MICH;MN MINN;MS MISS;
MT MONT;NE NEBR;NV NEV;NM NMEX;NC NCAR;NC NCAROLINA;ND NDAK;ND NDAKOTA;OK OKLA;OR OREG;OR ORE;PA PENN;PA PENNA;SC SCAR;
SC SCAROLINA;SD SDAK;SD SDAKOTA;TN TENN;TX TEX;WA WASH;WV WVA;WV WVIRGINIA;WI WIS;WI WISC;WY WYO`
    .split(/;\s*/)
    .map((entry): [string, string] => [entry.slice(3), entry.slice(0, 2)]),
);
const NO_LETTERS = /[^A-Z]/g;

/**
 * The USPS abbreviation of a state in a postal address, from the abbreviation (`ia`, `N.Y.`), the name (`Iowa`) or an older
 * abbreviation (`Minn.`); null for other text, such as a province.
 */
export function readState(text: string): string | null {
  const trimmed = text.trim();
  if (isStateAbbr(trimmed)) return trimmed.toUpperCase();
  if (trimmed.length < 3) return null;
  const letters = trimmed.toUpperCase().replace(NO_LETTERS, '');
  if (letters.length === 2 && isStateAbbr(letters) && !/\d/.test(trimmed)) return letters;
  return stateByName(trimmed)?.abbr ?? OLDER.get(letters) ?? null;
}
