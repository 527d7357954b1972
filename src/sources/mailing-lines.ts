import { isStateAbbr } from '../domain/geography.ts';

const NO_ADDRESS = /^x+$|\bunknown\b|\bno (?:mailing )?address\b/i;
const CARE_OF = /^(?:c\/ ?o\b|attn?\b|%)/i;
const INNER_CARE_OF = /\b(?:c\/o|attn:)/i;
const PO_BOX = /\bp\.? ?o\.? ?(?:box|drawer)\b/i;
// "3000 S 31ST ST", "23450 777 RD"; not a store's "#17", and not a number before a PO box.
const HOUSE_NUMBER = /(?<![#\w-])\d+[a-z]?(?:-\d+)? +(?!p\.? ?o\.? ?(?:box|drawer)\b)(?=\w)/i;
const RURAL_BOX = /\b(?:rr|rfd|route|hc|psc|cmr|box)[ -]?#?\d/i;
const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?=[a-z])(?!llc\b|inc\b)/i;

/** Whether the line begins with a care-of mark: `C/O`, `ATTN`, `%`. */
export function isCareOf(line: string): boolean {
  return CARE_OF.test(line);
}

/**
 * The street of a mailing line that may begin with a recipient (`Attn: JO DOE 12 ELM ST`, `ACME TRUST PO BOX 7`): the
 * text from the first house number, PO box or rural box on. A line without a care-of mark is cut only before a PO box.
 * Blank when the line has no street or says that there is no address.
 */
export function mailingStreet(line: string): string {
  const trimmed = line.trim();
  const first = trimmed.charCodeAt(0);
  if (first >= 48 && first <= 57) return trimmed;
  if (trimmed === '' || NO_ADDRESS.test(trimmed)) return '';
  const box = trimmed.search(PO_BOX);
  const careOf = CARE_OF.test(trimmed) || INNER_CARE_OF.test(trimmed);
  if (!careOf) return box > 0 ? trimmed.slice(box) : trimmed;
  let start = trimmed.length;
  for (const at of [box, trimmed.search(HOUSE_NUMBER), trimmed.search(RURAL_BOX)]) {
    if (at >= 0 && at < start) start = at;
  }
  if (start === trimmed.length) {
    const word = trimmed.search(NUMBER_WORD);
    if (word >= 0) start = word;
  }
  return trimmed.slice(start);
}

export interface CityLine {
  mailing_city: string;
  mailing_state: string;
  mailing_zip: string;
  mailing_country: string;
}

const US_LINE = /^(.*?)[ ,]+([A-Z]{2})[ ,]+(\d{5}(?:[- ]?\d{4})?)$/;
const CANADIAN_LINE = /^(.*?)[ ,]+([A-Z]{2})[ ,]+([A-Z]\d[A-Z][ -]?\d[A-Z]\d)$/;
const COUNTRY_LAST = /^(.*\S), *([A-Z][A-Z .]{3,})$/;

/**
 * The last line of a mailing address in parts: `OMAHA NE 68101-0001`, `HILLTOP QC J1A 2B3`, `OSAKA, JAPAN`. The country
 * is blank for the United States; a line without a country is the city as it stands.
 */
export function cityLine(line: string): CityLine {
  const trimmed = line.trim();
  const us = US_LINE.exec(trimmed);
  if (us && isStateAbbr(us[2]!)) return parts(us[1]!, us[2]!, us[3]!, '');
  const canadian = CANADIAN_LINE.exec(trimmed);
  if (canadian) return parts(canadian[1]!, canadian[2]!, canadian[3]!, 'CANADA');
  const foreign = COUNTRY_LAST.exec(trimmed);
  if (foreign) return parts(foreign[1]!, '', '', foreign[2]!);
  return parts(trimmed, '', '', '');
}

/** City, state and postal code from their own columns; a state outside the US is returned as the country. */
export function cityColumns(city: string, state: string, zip: string): CityLine {
  const stateCode = state.trim();
  const postalCode = zip.trim();
  if (stateCode === '') {
    const { mailing_city, mailing_country } = cityLine(city);
    return parts(mailing_city, '', postalCode, mailing_country);
  }
  if (isStateAbbr(stateCode)) return parts(city.trim(), stateCode, postalCode, '');
  return CANADIAN_CODE.test(postalCode)
    ? parts(city.trim(), stateCode, postalCode, 'CANADA')
    : parts(city.trim(), '', postalCode, stateCode);
}

const CANADIAN_CODE = /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i;

function parts(city: string, state: string, zip: string, country: string): CityLine {
  return { mailing_city: city, mailing_state: state, mailing_zip: zip, mailing_country: country };
}
