import { GIVEN_NAMES, SHORT_BANK, STRONG_WORDS, WEAK_WORDS } from './entity-words.ts';
import { STATES } from './geography.ts';
import { keepLast, normalizeOwnerName } from './owner-name.ts';
import { ASSOCIATION, isAssociationOfOwners, isOwnersAssociation } from './owners-association.ts';

export const ENTITY_TYPES = ['individual', 'corporation', 'llc', 'trust', 'government', 'other'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export const ENTITY_CLASSES = ['LLC', 'CORP', 'TRUST', 'LP', 'LTD', 'ASSOCIATION', 'OTHER_ENTITY'] as const;
export type EntityClass = (typeof ENTITY_CLASSES)[number];

export type OwnerClass = { entity_type: EntityType; entity_class: EntityClass | null };

type Verdict = EntityClass | 'GOVERNMENT' | 'PERSON';

const VERDICTS: Readonly<Record<Verdict, Readonly<OwnerClass>>> = {
  LLC: { entity_type: 'llc', entity_class: 'LLC' },
  CORP: { entity_type: 'corporation', entity_class: 'CORP' },
  LTD: { entity_type: 'corporation', entity_class: 'LTD' },
  TRUST: { entity_type: 'trust', entity_class: 'TRUST' },
  LP: { entity_type: 'other', entity_class: 'LP' },
  ASSOCIATION: { entity_type: 'other', entity_class: 'ASSOCIATION' },
  OTHER_ENTITY: { entity_type: 'other', entity_class: 'OTHER_ENTITY' },
  GOVERNMENT: { entity_type: 'government', entity_class: null },
  PERSON: { entity_type: 'individual', entity_class: null },
};

const LLC =
  /\bP?LLC\b|\bP L ?L ?C\b|. ?\bLC\b|\b(?:LIMITED|LTD) LIAB(?:ILITY)?\b(?!(?: LIMITED| LTD)? P[ART])/;
const LP =
  /\b(?:L?L?LP|FLP|RLLP|PARTNERSHI?P?S?|PA?R?TR?N?E?R?SH?I?P)\b|\bL L (?:L )?P\b|\b(?:LTD|LIMITED) (?:PRTNRS?|PTNRS?|PARTNERS?)\b/;
const SPACED_SUFFIX = / L ([CP])(?: THE)?$/;
const PLAIN_SURNAME = /^(?:(?:VAN|VON|DE|DER|DEN|DEL|DI|DU|MC|MAC|O) )*[A-Z]{2,}$/;

const LTD = /\bLTD\b|\bLIMITED\b/;
const CORP = /\b(?:INC|INCORPORATED|CORP|CORPORATION|CORPORATIO|COMPANY|COMPANIES)\b/;
const TRAILING_CO = /. (?:CO|PC)(?: THE| LLO| OF [A-Z ]+| [IVX]+)?$/;
const SPACED_PC = / P C$/;

const PLACE_OF = 'CITY|TOWN|VILLAGE|BOROUGH|TOWNSHIP|TWP|COUNTY|STATE|COMMONWEALTH|MUNICIPALITY';
const GOVERNMENT = new RegExp(
  [
    // "CITY OF CANBY", "CANBY CITY OF"; not "Y M C A OF THE CITY OF CANBY".
    String.raw`^(?:THE )?(?:${PLACE_OF}) (?:AND (?:CITY|COUNTY) )?OF\b`,
    String.raw`(?<!\b(?:OF|IN|FOR|THE)) (?:${PLACE_OF}) OF\b`,
    String.raw`\b(?:PEOPLE|MAYOR|COUNCIL|BOARD|TREASURER|COMMISSIONERS?) OF (?:THE )?(?:${PLACE_OF}) OF\b`,
    String.raw`^(?:THE )?UNITED STATES\b|\bUNITED STATES(?: OF AMERICA)?(?: GOVERNMENT| GOVT)?(?: THE)?$|\bUNITED STATES (?:OF AMERICA|DEP|GOV|POST|FOREST|ARMY|AIR FORCE|NAVY|COAST GUARD|SECRETARY|BUREAU|FISH|VET|MARSHAL)`,
    '^U ?S ?A$|^U ?S ?A? (?:GOV|DEP|POST|FOREST|ARMY|NAVY|BUREAU|FISH|VETERANS|OF AMERICA)',
    String.raw`\b(?:SECRETARY|ADMINISTRATOR) OF (?:HOUSING|VETERANS|AGRICULTURE|THE INTERIOR|TRANSPORTATION|HUD|V ?A)\b|^(?:THE )?HUD$`,
    String.raw`\bPOSTAL SERVICES?\b|\bARMY CORPS OF ENGINEERS\b|\bVETERANS (?:AFFAIRS|ADMINISTRATION)\b|\bBUREAU OF (?:LAND|INDIAN|RECLAMATION)\b|\bINTERNAL REVENUE SERVICE\b|\b(?:FOREST|NATIONAL PARK) SERVICE\b|\bFEDERAL AVIATION\b`,
    String.raw`\bSCHOOLS? (?:[A-Z]+ ){0,2}DIST?(?:RICT)?\b|\bSCH DIST\b|\bPUBLIC SCHOOLS?\b|\bBOARD OF (?:EDUCATION|ED)\b|\b(?:INDEPENDENT|UNIFIED|CONSOLIDATED) SCHOOLS?\b|\b[A-Z]+ (?:ISD|USD|CISD)\b`,
    String.raw`\bAUTHORITY\b|\b(?:HOUSING|AIRPORT|PORT|TRANSIT|REDEVELOPMENT|TURNPIKE) AUTH\b|\bDEP(?:T|ARTMENT) OF\b|\b(?:FIRE|POLICE|HIGHWAY|STATE|PUBLIC WORKS|ROADS?) DEP(?:T|ARTMENT)\b|\bLAND BANK\b`,
    String.raw`\b(?:WATER|SANITARY|SANITATION|IMPROVEMENT|FIRE|PROTECTION|RESOURCES?|POWER|IRRIGATION|DRAINAGE|PARK|LIBRARY|HOSPITAL|CONSERVATION|UTILITY|UTILITIES|SEWER|WATERSHED|LEVEE|FLOOD|CONTROL|METROPOLITAN|METRO|CEMETERY|TRANSIT|AIRPORT|PORT|SEWERAGE|RECREATION|HEALTH|WEED) DIST?(?:RICT)?\b`,
    String.raw`\bGAME AND (?:PARKS?|FISH)\b|\b(?:HIGHWAY|PLANNING|BUILDING|PARKS?|TURNPIKE|UTILITIES|CONSERVATION|GAME) COMMISSION\b|\bREDEVELOPMENT AGENCY\b|\bNATURAL RESOURCES\b|\bN ?R ?D\b|\bRURAL (?:WATER|FIRE)\b|\bPUBLIC (?:LIBRARY|AGENCY)\b|\bPENITENTIARY\b|\bPARKS AND REC(?:REATION)? DEP`,
    String.raw`\bCOUNTY (?:BOARD|COMMISSION|COMMISSIONERS?|TREASURER|SHERIFF|GOVERNMENT|COURT|CLERK|HIGHWAY)\b|\bBOARD OF (?:COUNTY|SUPERVISORS|COMMISSIONERS|SELECTMEN|CONTROL)\b`,
    String.raw`\b(?:FEDERAL|TRIBAL|METRO|COUNTY|CITY|TOWN|MUNICIPAL) GOVERNMENT\b|^(?:[A-Z]+ ){1,3}MUNICIPALITY$`,
  ].join('|'),
);
const STATE_NAMES = STATES.flatMap(({ abbr, name }) => [abbr, name.toUpperCase()]).join('|');
const TRAILING_PLACE = new RegExp(
  String.raw`^(?!.*\b(?:OF|FOR)\b)[A-Z].* (?:COUNTY|TOWNSHIP|TWP|BOROUGH)(?: THE| (?:${STATE_NAMES}))?$`,
);
const COUNTY_OF_BODY = /\b(?:COMMISSIONERS|SUPERVISORS|TREASURER) OF [A-Z ]+ COUNTY$/;
const NOT_GOVERNMENT =
  /\bCITY OF (?:HOPE|REFUGE|GOD|FAITH|ZION|DAVID|JOY|LIGHT|PRAISE|ANGELS)\b|\bSTATE OF (?:MIND|GRACE|PLAY|BEING|THE ART)\b|\bCREDIT UNION\b|\b(?:FOUNDATION|CHURCH)\b|\bSPORTS AUTHORITY\b|\bVOLUNTEER FIRE\b|\b(?:VFW|LEGION)\b/;

const NATIONAL_ASSOCIATION = /\b(?:NATIONAL|NATL) (?:ASSOCIATION|ASSN|ASSOC)\b(?! (?:OF|FOR)\b)/;
const BANK_WORD =
  /(?<!\b(?:FOOD|BLOOD|EYE|MILK|TISSUE|CLOTHES|DIAPER) )\bBANK\b(?! (?:ST|STREET|RD|ROAD|BARN|LN|LANE|AVE|AVENUE)\b)/;
const BANK =
  /\b(?:BANC|BANCORP|BANCORPORATION|BANCSHARES|CITIBANK|FIRSTBANK|USBANK|CREDIT UNION|FEDERAL C ?U|FEDERAL CREDIT|FCU|FSB|F S B|TRUST CO|TRUST COMPANY|BANKERS TRUST|SAVINGS (?:AND LOAN|ASSOCIATION|ASSN|INSTITUTION|FUND)|BUILDING AND LOAN|FANNIE MAE|FREDDIE MAC|FNMA|FHLMC)\b|\b(?:MORTGAGE|MTG) (?:CO|COMPANY|CORP|CORPORATION|INC|ASSOCIATION|ASSN|SERVICING|SERVICES|LOANS?|GROUP|BANKERS|LENDERS)\b/;
const TRAILING_NA = / N ?A(?: THE)?$/;
const AS_TRUSTEE =
  /\b(?:CO ?)?(?:TRUSTEES?|TTEES?)\b|\bAS TRS?\b|\bTRS?$|\b(?:TRUST|TRST|TR|U T|UT) (?:NO |NUMBER |NUM |AGREEMENT )?(?:[A-Z]{1,2} ?)?\d|\bTRUST AGREEMENT\b|\b(?:FAMILY|LIVING|REVOCABLE|IRREVOCABLE|REV|TESTAMENTARY) (?:LIVING )?(?:TRUST|TR)\b/;

const TRUSTEES = /\b(?:TRUSTEES?|TTEES?)\b/;
const TRUSTEE_WORDS = /\b(?:CO |AS |SUCCESSOR |BOARD OF |THE )*(?:TRUSTEES?|TTEES?)(?: OF(?: THE)?)?\b/g;
const PRIVATE_TRUST = /\b(?:TRUST|LIVING|REV|REVOCABLE|IRREVOCABLE|REALTY|FAMILY)\b/;
const CHURCH_OR_UNIVERSITY =
  /\b(?:CHURCH|UNIVERSITY|UNIV|COLLEGE|SEMINARY|DIOCESE|CONGREGATION(?:AL)?|METHODIST|BAPTIST|LUTHERAN|PRESBYTERIAN|EPISCOPAL|SYNAGOGUE|CATHEDRAL)\b/;
const TRUST =
  /\b(?:TRUSTS?|TRUSTE?E?S?|TTEES?|TTE|TRST|TRSTE|TRSTEE|TRUS|TRUSTEESHIP|CO ?TRUSTEES?|IRREVO?[A-Z]*|[A-Z]*UNITRU?S?T?|REVO(?:C(?:A(?:B(?:L(?:E)?)?)?)?)?)\b|\b(?:REV|LIVING|LIV|FAMILY|FAM|IRREV|TESTAMENTARY|TESTA|JOINT) (?:LIVING |LIV |FAMILY )?(?:T|TR|TRU|TRS)\b|\bU (?:T |A )?[AD] (?:DATED|DTD)\b|. (?:RT|RTA|RLT)$|\b(?:RE?A?LTY|NOMINEE|NOM|CONDO(?:MINIUM)?S?) TRS?$/;
const TRAILING_TR = /. TRS?$/;
// "STREICH/MARK J/RLT AND": some assessors separate names with slashes.
const SLASHED_TRUST = /\/\s*(?:RT|RTA|RLT|TRS?)\s*(?:\/|&|AND\b|$)/i;
// What follows a whole name: "PENNIFOLD RLT &", "PENNIFOLD JOHN TR ET AL".
const DANGLING = /(?: (?:AND|ET ?AL|ET ?UX|ET ?VIR))+$/;
const MAYBE_DANGLING = new Set(['AND', 'AL', 'ETAL', 'UX', 'ETUX', 'VIR', 'ETVIR']);

const ESTATE = /\bEST(?:ATE)? OF\b|\bHEIRS\b|\bDEVISEES\b|\bLIFE? EST(?:ATES?)?\b|(?<!\bREAL) ESTATE$/;
const LIFE_ESTATE = /. LE$/;
const DBA = / (?:DBA|D B A) /;
const SURNAME_COMMA = /^\s*[\p{L}'’.-]+\s*,(?!\s*(?:THE\s*)?$)/iu;
const REAL_ESTATE = /. REAL EST(?:ATE)?\b/;
const NEVER_A_PERSON = /^\d|^THE |. REAL EST(?:ATE)?\b/;
const JUNIOR = / (?:JR|SR|II|III|IV)$/;

// Starts that would pass for a surname followed by given names.
const ORGANIZATION_START =
  /^TEMPLE (?:ISRAEL|EMANUEL|EMANU|SHALOM|SINAI|BNAI|BETH [A-Z]{2,})\b|^(?:CHURCH|PARK|HALL|MILL|COURT|HOMES|HOUSE|LAND) (?:IN|ON|AT|BY|TO|PLACE)\b/;

const strong = new Set(STRONG_WORDS);
const weak = new Set(WEAK_WORDS);
const given = new Set(GIVEN_NAMES);

// A name with none of these and no figure in front is a person's: the rules need not run.
const triggers = new Set([
  ...STRONG_WORDS,
  ...WEAK_WORDS,
  ...`LLC PLLC LC LIABILITY LP LLP LLLP FLP RLLP LIMITED LTD INC INCORPORATED CORP CORPORATION CORPORATIO COMPANY
  COMPANIES CO PC NA COUNTY TOWN BOROUGH TOWNSHIP TWP COMMONWEALTH MUNICIPALITY US USA HUD AUTHORITY AUTH DIS DIST SCH HOA NRD
  PENITENTIARY ISD USD CISD ASN BANC BANCORPORATION BANCSHARES CITIBANK FIRSTBANK USBANK FCU FSB FANNIE FREDDIE FNMA
  FHLMC MTG BK TTE TR TRS RT RTA RLT LIVING REAL THE MARKETS`.split(/\s+/),
]);
const TRIGGER_TEXT =
  / (?:L [CP]|N A|P C)\b|\bU (?:S|T|A|D) |\b(?:ASS|TRU|TTE|TRST|REVO|IRREV|P[ART]|PART|HOME|HMW|HMO|RURAL)|(?:OWNERS|OWNERSASSN|UNITR|RUST)\b/;

type Name = {
  readonly text: string;
  readonly surnameFirst: boolean;
  /** Whether a trust's mark is between slashes. */
  readonly slashedTrust?: boolean;
};

/** Whether the words could be a person's name: none is an organization's, except one that is also a surname or given name. */
function couldBePerson(name: Name): boolean {
  if (name.surnameFirst) {
    const [first = '', ...rest] = name.text.split(' ');
    if (rest.some((word) => strong.has(word)) || REAL_ESTATE.test(name.text)) return false;
    // "GROUP, OSWIN I" is a person all the same, "PARTNERS, CANBY" is not.
    return !strong.has(first) || rest.some((word) => word.length === 1 || word === 'AND' || given.has(word));
  }
  if (NEVER_A_PERSON.test(name.text)) return false;
  if (name.text.split(' ').some((word) => strong.has(word))) return false;
  const part = (name.text.split(' AND ')[0] as string).replace(JUNIOR, '');
  const words = part.split(' ');
  const at = words.findIndex((word) => weak.has(word));
  if (at < 0) return !name.text.split(' ').some((word) => weak.has(word));
  if (words.length === 1 || words.filter((word) => weak.has(word)).length > 1) return false;
  const last = words.length - 1;
  // "CHURCH MARY ANN"; a figure makes it a lodge or a store.
  if (at === 0)
    return words.length <= 4 && words.every((word) => !/\d/.test(word)) && !ORGANIZATION_START.test(part);
  // "MARY CHURCH", "JOHN A CHURCH", "J B CHURCH".
  if (at === last) {
    return words
      .slice(0, last)
      .every((word, i) => given.has(word) || (word.length === 1 && (i > 0 || last > 1)));
  }
  // "SMITH TEMPLE J", "JOHN PARK SMITH".
  return words[last]?.length === 1 || given.has(words[0] as string);
}

/** Whether a spaced "L C" or "L P" at the end is a pair of initials: after one plain surname, or in "LAST, FIRST L P". */
function endsInInitials({ text, surnameFirst }: Name): boolean {
  const before = text.replace(SPACED_SUFFIX, '');
  const words = before.split(' ');
  if (words.some((word) => strong.has(word)) || /\d/.test(before)) return false;
  return PLAIN_SURNAME.test(before) || (surnameFirst && words.length > 1);
}

function isLlcOrLp(name: Name): EntityClass | null {
  const suffix = SPACED_SUFFIX.exec(name.text)?.[1];
  const spaced = suffix !== undefined && !endsInInitials(name) ? suffix : null;
  if (spaced === 'C' || LLC.test(name.text)) return 'LLC';
  return spaced === 'P' || LP.test(name.text) ? 'LP' : null;
}

function isTrusteesBody({ text, surnameFirst }: Name): boolean {
  if (!TRUSTEES.test(text) || !CHURCH_OR_UNIVERSITY.test(text) || PRIVATE_TRUST.test(text)) return false;
  const rest = text.replace(TRUSTEE_WORDS, ' ').replace(/ +/g, ' ').trim();
  return !couldBePerson({ text: rest, surnameFirst });
}

function isGovernment({ text }: Name): boolean {
  if (NOT_GOVERNMENT.test(text)) return false;
  if (isAssociationOfOwners(text)) return false;
  if (GOVERNMENT.test(text)) return !(/\b(?:UNIVERSITY|COLLEGE)\b/.test(text) && /\bREGENTS\b/.test(text));
  if (COUNTY_OF_BODY.test(text)) return true;
  return TRAILING_PLACE.test(text) && !text.split(' ').some((word) => strong.has(word) && word !== 'CITY');
}

function isBank(name: Name): boolean {
  const { text } = name;
  if (BANK.test(text) || NATIONAL_ASSOCIATION.test(text) || SHORT_BANK.test(text)) return true;
  if (BANK_WORD.test(text)) return TRAILING_NA.test(text) || !couldBePerson(name);
  if (!TRAILING_NA.test(text)) return false;
  // "KIM NA" and "KIM, JI NA" are people, "WELLS FARGO NA" is a bank.
  const before = text.replace(TRAILING_NA, '').split(' ');
  return (
    before.some((word) => strong.has(word)) ||
    (before.length > 1 && !name.surnameFirst && !given.has(before[0] as string))
  );
}

function isCorporation(name: Name): boolean {
  if (CORP.test(name.text)) return true;
  if (SPACED_PC.test(name.text)) return isOrganization(name);
  if (!TRAILING_CO.test(name.text)) return false;
  // "NGUYEN, OSWIN CO" is a person, "SMITH & CO" and "ACME, CO" are companies.
  const plain = name.surnameFirst && couldBePerson(name) && name.text.split(' ').length > 2;
  return !plain || name.text.endsWith(' AND CO');
}

function isOrganization(name: Name): boolean {
  const end = name.text.search(DBA);
  const text = end > 0 ? name.text.slice(0, end) : name.text;
  return !couldBePerson({ text, surnameFirst: name.surnameFirst });
}

function judge(name: Name): Verdict {
  const partnership = isLlcOrLp(name);
  if (partnership !== null) return partnership;
  if (isTrusteesBody(name)) return 'OTHER_ENTITY';
  if (isGovernment(name)) return 'GOVERNMENT';
  if (isOwnersAssociation(name.text, name.surnameFirst)) return 'ASSOCIATION';
  if (isBank(name)) return AS_TRUSTEE.test(name.text) ? 'TRUST' : 'CORP';
  if (name.slashedTrust || TRUST.test(name.text)) return 'TRUST';
  if (TRAILING_TR.test(name.text) && !isOrganization(name)) return 'TRUST';
  if (LTD.test(name.text)) return 'LTD';
  if (isCorporation(name)) return 'CORP';
  if (ASSOCIATION.test(name.text)) return 'ASSOCIATION';
  if (ESTATE.test(name.text)) return 'PERSON';
  if (LIFE_ESTATE.test(name.text)) return 'PERSON';
  return isOrganization(name) ? 'OTHER_ENTITY' : 'PERSON';
}

/** Whether any rule could match. It reads word by word, since splitting the text into an array is slower. */
function needsJudging(text: string): boolean {
  const digit = text.charCodeAt(0) <= 57;
  if (digit || TRIGGER_TEXT.test(text)) return true;
  for (let start = 0; ; ) {
    const end = text.indexOf(' ', start);
    const word = end < 0 ? text.slice(start) : text.slice(start, end);
    if (word.length > 1 && triggers.has(word)) return true;
    if (end < 0) return false;
    start = end + 1;
  }
}

/**
 * The type and class of an owner, judged by the words of its name; the first rule that matches wins.
 *
 * People and government have no class. A name without any organization's word, even an empty one, counts as a
 * person's. Words that are surnames as well (CHURCH, TEMPLE, PARK) make an organization only where they cannot be a
 * person's: see `couldBePerson`.
 *
 * Source: docs/rules.md.
 */
export const classifyOwner = keepLast((name: string): Readonly<OwnerClass> => {
  const text = normalizeOwnerName(name);
  if (!needsJudging(text)) return VERDICTS.PERSON;
  return VERDICTS[
    judge({
      text: MAYBE_DANGLING.has(text.slice(text.lastIndexOf(' ') + 1)) ? text.replace(DANGLING, '') : text,
      surnameFirst: name.includes(',') && SURNAME_COMMA.test(name),
      slashedTrust: name.includes('/') && SLASHED_TRUST.test(name.replaceAll('.', '')),
    })
  ];
});
