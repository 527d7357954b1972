import { COMMON_SURNAMES, GIVEN_NAMES, STRONG_WORDS, VIETNAMESE_NAMES, WEAK_WORDS } from './entity-words.ts';
import { FULL_DIRECTIONS, SUFFIXES } from './street-words.ts';

/** An association of any kind; ASSOCIATES are not one. */
export const ASSOCIATION =
  /\b(?:ASSOCIATIONS?|ASSOCIATION?INC|ASSOCIATIO|ASSOCIATI|ASSOCS?|ASSNS?|ASSCS?|ASSO|ASSOCIA|ASSOCN|ASN|OWNERS?ASSN)\b/;
const HOMEOWNERS =
  /\b(?:HOME ?OWNERS?|HMWNRS?|HMOWNRS?|HOMEOWNR?S|[A-Z]+HOMEOWNERS)\b(?! (?:LOAN|MORTGAGE|INSURANCE|FINANCE|FUNDING|LENDING|CHOICE))/;
const HOA = /\bHOA\b/;
const SURE_HOA = /\b(?:INC|THE) HOA\b|\bHOA (?:INC|THE|OF)\b/;
const COMMON_OWNERS =
  /\b(?:PROPERTY OWNERS?|LOT OWNERS?|UNIT OWNERS?|OWNERS?|TOWN ?HOMES?|TOWN ?HOUSES?|NEIGHBORHOOD|COMMUNITY|MASTER|RESIDENTS|CONDO(?:MINIUM)?S?)\b/;
const CONDO = /\bCONDO(?:MINIUM)?S?\b/;
const CONDO_BODY =
  /\b(?:OWNERS?|REGIME|COUNCIL|BASE ACC(?:OUN)?T)\b|\bCONDO(?:MINIUM)?S?(?: [A-Z0-9]{1,3})?(?: INC)?$/;
const BASE_ACCOUNT = /\bTOWN ?(?:HOMES?|HOUSES?)\b.*\bBASE ACC(?:OUN)?T$/;

const placeWords = new Set([...STRONG_WORDS, ...WEAK_WORDS, ...FULL_DIRECTIONS.values()]);
const given = new Set(GIVEN_NAMES);
const surnames = new Set(COMMON_SURNAMES);
const vietnamese = new Set(VIETNAMESE_NAMES);

function isPlaceWord(word: string): boolean {
  if (placeWords.has(word)) return true;
  return word.length > 3 && (SUFFIXES.has(word) || (word.endsWith('S') && SUFFIXES.has(word.slice(0, -1))));
}

/** HOA is a homeowners' association or a Vietnamese given or family name. */
function isHoa(text: string, surnameFirst: boolean): boolean {
  if (!HOA.test(text)) return false;
  if (SURE_HOA.test(text)) return true;
  if (surnameFirst) return false;
  const words = text.split(' ');
  const at = words.indexOf('HOA');
  const before = words[at - 1];
  if (vietnamese.has(before ?? '') || vietnamese.has(words[at + 1] ?? '')) return false;
  if (words.some(isPlaceWord)) return true;
  if (before === undefined || at < words.length - 1 || given.has(words[0]!)) return false;
  return at > 1 || !surnames.has(before);
}

/** Whether a name has words of owners in common and of an association: "VILLAGE OF KNOTWEED HOMEOWNERS ASSN". */
export function isAssociationOfOwners(text: string): boolean {
  return ASSOCIATION.test(text) && (COMMON_OWNERS.test(text) || HOMEOWNERS.test(text));
}

/**
 * Whether a normalized name is an association's of homeowners or of a condominium, incorporated or not. `surnameFirst`:
 * whether it was written "LAST, FIRST".
 *
 * HOA next to INC, THE or a place name is an association; as a given or family name it is a person. A condominium trust
 * is not an association.
 *
 * Source: docs/rules.md.
 */
export function isOwnersAssociation(text: string, surnameFirst: boolean): boolean {
  if (BASE_ACCOUNT.test(text)) return true;
  if (CONDO.test(text) && !/\bTRUST\b|\bRE?A?L?TY TR\b|\bTR$/.test(text)) {
    return CONDO_BODY.test(text) || ASSOCIATION.test(text);
  }
  if (HOMEOWNERS.test(text) || isHoa(text, surnameFirst)) return true;
  return COMMON_OWNERS.test(text) && ASSOCIATION.test(text);
}
