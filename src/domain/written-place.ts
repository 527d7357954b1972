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

/** The first three digits of ZIP codes by state. Source: USPS Publication 65 and Domestic Mail Manual, labeling list L002. */
const RANGES = `AL 350-369;AK 995-999;AZ 850-865;AR 716-729;CA 900-961;CO 800-816;CT 060-069;DE 197-199;DC 200-205,569;
FL 320-349;GA 300-319,398-399;HI 967-968;ID 832-838;IL 600-629;IN 460-479;IA 500-528;KS 660-679;KY 400-427;LA 700-714;
ME 039-049;MD 206-219;MA 010-027,055;MI 480-499;MN 550-567;MS 386-397;MO 630-658;MT 590-599;NE 680-693;NV 889-898;
NH 030-038;NJ 070-089;NM 870-884;NY 005,063,100-149;NC 270-289;ND 580-588;OH 430-459;OK 730-749;OR 970-979;PA 150-196;
RI 028-029;SC 290-299;SD 570-577;TN 370-385;TX 733,750-799,885;UT 840-847;VT 050-059;VA 201,220-246;WA 980-994;
WV 247-268;WI 530-549;WY 820-831;PR 006-007,009;VI 008;GU 969;AS 967;MP 969;AE 090-098;AA 340;AP 962-966`;

const RANGES_BY_STATE = new Map(
  RANGES.split(/;\s*/).map((entry) => [
    entry.slice(0, 2),
    entry
      .slice(3)
      .split(',')
      .map((range) => [range.slice(0, 3), range.slice(-3)] as const),
  ]),
);

/** Whether ZIP codes of a state, by its USPS abbreviation, begin like this one. */
export function isZipOfState(zip: string, state: string): boolean {
  const start = zip.slice(0, 3);
  return RANGES_BY_STATE.get(state)?.some(([first, last]) => start >= first && start <= last) ?? false;
}

const ZEROS = /^0[0-]*$/;
const FIGURES = /^(\d{3,9})(?:[- ]+(\d{4})?)?$/;
const POINT_ZERO = /\.0*$/;
const THOUSANDS = /,(?=\d{3}(?:\D|$))/g;
const NO_PLUS_FOUR = '0000';

/** Figures with the leading zeros that a number has lost; null where ZIP codes of the state do not begin with them. */
function completed(figures: string, whole: number, state: string | null): string | null {
  if (figures.length === whole) return figures;
  const all = figures.padStart(whole, '0');
  return state !== null && isZipOfState(all, state) ? all : null;
}

/**
 * A ZIP code as five digits, or `02138-1200` where the last four are given: from `2138`, `2138.0`, `021381200`,
 * `02138-0000`, `2,138`. Lost zeros are put back where codes of the state begin with one. Zeros alone are blank. Null for
 * other text, such as a postal code of another country.
 * @param state its USPS abbreviation; null where it is not known.
 */
export function readZip(text: string, state: string | null): string | null {
  const plain = text.trim().replace(POINT_ZERO, '').replace(THOUSANDS, '');
  if (ZEROS.test(plain)) return '';
  const found = FIGURES.exec(plain);
  if (found === null) return null;
  const [, figures = '', after] = found;
  const isWhole = figures.length > 5;
  if (isWhole && after !== undefined) return null;
  const all = completed(figures, isWhole ? 9 : 5, state);
  if (all === null) return null;
  const plusFour = isWhole ? all.slice(5) : (after ?? NO_PLUS_FOUR);
  return plusFour === NO_PLUS_FOUR ? all.slice(0, 5) : `${all.slice(0, 5)}-${plusFour}`;
}

const OWN = /^(?:US|USA|UNITED STATES|UNITED STATES OF AMERICA|AMERICA)$/;
/** Texts up to this length are read without their spaces: `U S A` is `USA`. */
const LONGEST_LETTERS = 5;

/** Whether a text names the United States: `USA`, `U.S.`, `United States of America`. */
export function isOwnCountry(text: string): boolean {
  const words = text
    .toUpperCase()
    .replace(/[.']/g, '')
    .replace(/[^A-Z]+/g, ' ')
    .trim();
  return OWN.test(words.length <= LONGEST_LETTERS ? words.replaceAll(' ', '') : words);
}
