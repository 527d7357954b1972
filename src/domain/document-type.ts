export const DOCUMENT_TYPES = [
  'warranty_deed',
  'special_warranty_deed',
  'grant_deed',
  'bargain_and_sale_deed',
  'deed_without_warranty',
  'quitclaim_deed',
  'gift_deed',
  'interspousal_deed',
  'trust_transfer',
  'trustee_deed',
  'correction_deed',
  'tax_deed',
  'sheriff_deed',
  'foreclosure_deed',
  'deed_in_lieu',
  'court_deed',
  'executor_deed',
  'transfer_on_death_deed',
  'life_estate_deed',
  'land_contract',
  'deed_of_trust',
  'mortgage',
  'lien_release',
  'assignment',
  'deed',
] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    deed: 'D DD DEED',
    warranty_deed: 'WD GWD',
    special_warranty_deed: 'SWD SPWD LWD',
    grant_deed: 'GD',
    bargain_and_sale_deed: 'BSD',
    deed_without_warranty: 'DWW NWD',
    quitclaim_deed: 'QC QD QCD',
    tax_deed: 'TXD',
    sheriff_deed: 'SHD',
    foreclosure_deed: 'FD',
    executor_deed: 'PRD',
    transfer_on_death_deed: 'TOD TODD',
    deed_of_trust: 'DOT',
    mortgage: 'MTG MTGE',
  } satisfies Partial<Record<DocumentType, string>>).flatMap(([type, codes]) =>
    codes.split(' ').map((code) => [code, type]),
  ),
);

// Words in upper case without apostrophes, with single spaces for punctuation; the first match wins. What disqualifies
// a sale comes before the form of the deed: a corrective warranty deed is a correction, a warranty deed in trust (that
// is: into one) a trust transfer. "Deed of trust" and "trust deed" secure a loan; a trustee's deed sells out of a
// trust, except upon a foreclosure sale.
const PATTERNS: readonly (readonly [DocumentType, RegExp])[] = [
  ['lien_release', /\b(RELEASE|SATISFACTION|RECONVEYANCE|DISCHARGE) OF\b|\bRECONVEYANCE\b|\bLIEN RELEASE\b/],
  ['assignment', /\bASSIGNMENT\b/],
  [
    'correction_deed',
    /\bCORRECT(ION|IVE|ED|ING|ORY)?\b|\bRE ?RECORD(ED|ING)?\b|\bCONFIRMATORY\b|\bSCRIVENER/,
  ],
  ['deed_in_lieu', /\bIN LIEU\b/],
  [
    'tax_deed',
    /\bTAX (DEED|SALE|CLAIM|TITLE|LIEN|FORECLOSURE|FORFEIT\w*|COLLECTOR|COMMISSIONER)S?\b|\bDEED TAX\b|^TAX$|\b(TREASURER|COLLECTOR)S? DEED\b/,
  ],
  ['sheriff_deed', /\b(SHERIFF|CONSTABLE|MARSHAL)S?\b/],
  [
    'foreclosure_deed',
    /\bFORECLOS\w+\b|\bREFEREES?\b|\bTRUSTEES? DEED (UPON|ON|AFTER|UNDER) (SALE|FORECLOSURE)\b|\b(SUBSTITUTE|PUBLIC|SUCCESSOR) TRUSTEES?\b|\bCERTIFICATE OF TITLE\b/,
  ],
  ['deed_of_trust', /\bDEEDS? OF TRUST\b|\bTRUST DEED\b/],
  ['mortgage', /\bMORTGAGE\b/],
  ['court_deed', /\b(COMMISSIONERS?|MASTERS|RECEIVERS?|COURT|JUDICIAL)\b/],
  [
    'trust_transfer',
    /\b(DEED|TRANSFER|CONVEYANCE)( IN| TO| INTO| OUT OF)( A| THE)?( LIVING| REVOCABLE| FAMILY)* TRUST\b|\bTRUST (TRANSFER|CONVEYANCE)\b/,
  ],
  ['quitclaim_deed', /\bQUIT ?CLAIM(ED|S)?\b|\bQC ?D(EED)?\b|\bRELEASE DEED\b/],
  ['gift_deed', /\bGIFT\b|\bLOVE AND AFFECTION\b/],
  ['interspousal_deed', /\bINTER ?SPOUSAL\b/],
  ['transfer_on_death_deed', /\bTRANSFER ON DEATH\b|\bBENEFICIARY DEED\b|\bTODD?\b|\bLADY BIRD\b/],
  ['life_estate_deed', /\bLIFE ESTATE\b/],
  [
    'executor_deed',
    /\bEXECUT(OR|ORS|RIX)\b|\bADMINISTRAT(OR|ORS|RIX)\b|\bPERSONAL REP(RESENTATIVE)?S?\b|\bFIDUCIAR(Y|YS|IES)\b|\bPROBATE\b|\bDISTRIBUTION\b|\bESTATE DEED\b|\b(GUARDIAN|CONSERVATOR)S?\b/,
  ],
  ['trustee_deed', /\bTRUSTEES? DEED\b|\bDEED (OF|BY|FROM) TRUSTEES?\b/],
  ['land_contract', /\b(LAND|INSTALLMENT|SALES?) CONTRACT\b|\bCONTRACT FOR DEED\b/],
  ['deed_without_warranty', /\bWITHOUT (\w+ )?WARRANTY\b|\b(NON|NO) ?WARRANTY\b/],
  ['special_warranty_deed', /\b(SPECIAL|LIMITED|SPEC|SP|LTD) (WARRANTY|WARR|WD)\b|\bCOVENANT DEED\b/],
  ['bargain_and_sale_deed', /\bBARGAIN\b/],
  ['warranty_deed', /\bWARR?(ANTY)?\b|\bWD\b/],
  ['grant_deed', /\bGRANT DEED\b|\bDEED GRANT\b|^GRANT$/],
];

const NOTHING = new Set(['', 'NA', 'N A', 'NONE', 'NULL', 'UNKNOWN', 'UNSPECIFIED', 'NOT AVAILABLE']);

/**
 * The kind of an instrument from what the recorder wrote ("QUIT CLAIM DEED", "WD", "Deed - Special Warranty"): one of
 * DOCUMENT_TYPES; else the text itself in lower snake case ("Patent" → "patent"), so that nothing is lost; null when
 * there is none. Its own answers are mapped to themselves.
 */
export function documentType(raw: string | null): string | null {
  if (raw === null) return null;
  const text = raw
    .normalize('NFKC')
    .toUpperCase()
    .replace(/['’`.]+/g, '')
    .replace(/&/g, ' AND ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (NOTHING.has(text)) return null;
  const code = CODES.get(text);
  if (code !== undefined) return code;
  for (const [type, pattern] of PATTERNS) if (pattern.test(text)) return type;
  return text.toLowerCase().replaceAll(' ', '_');
}
