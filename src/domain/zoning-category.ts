export const ZONING_CATEGORIES = [
  'residential',
  'commercial',
  'industrial',
  'agricultural',
  'exempt',
  'vacant',
  'mixed',
  'other',
] as const;

export type ZoningCategory = (typeof ZONING_CATEGORIES)[number];

// Upper case, single spaces for punctuation; the first match wins. Codes such as R-3 mean different things in different
// towns. A use comes before a kind of building ("Office Condo", "Nursing Home"), and a lone word such as "Other" last.
const WORDS: readonly (readonly [ZoningCategory, string])[] = [
  ['mixed', 'MIXED|MULTI ?USE|LIVE WORK'],
  ['vacant', 'VACANT|UNDEVELOPED|UNIMPROVED'],
  [
    'exempt',
    'EXEMPT|PUBLIC USE|PUBLICLY OWNED|GOVERNMENT|GOVERNMENTAL|MUNICIPAL|(?:CITY|COUNTY|STATE|FEDERAL|US) (?:OWNED|PROPERTY)|' +
      'IN LIEU OF TAX(?:ES)?|CHURCH(?:ES)?|RELIGIOUS|WORSHIP|PARSONAGE|CHARITABLE|NON ?PROFIT|SCHOOLS?|' +
      'COLLEGE|UNIVERSITY|LIBRARY|CEMETERY|CEMETERIES|FIRE STATION|PUBLIC PARKS?|CITY PARKS?|INSTITUTIONAL',
  ],
  [
    'agricultural',
    'AGRICULTURAL|AGRICULTURE|AGRI|AGR?|FARMS?|FARMING|FARMLAND|RANCHLAND|CROPS?|CROPLAND|PASTURE|ORCHARDS?|' +
      'VINEYARDS?|TIMBER|TIMBERLAND|FOREST|FORESTRY|GRAZING|DAIRY|LIVESTOCK|HORTICULTURE|HORTICULTURAL',
  ],
  [
    'industrial',
    'INDUSTRIAL|INDUSTRY|IND|MANUFACTURING|MFG|WAREHOUSES?|WAREHOUSING|FACTORY|DISTRIBUTION|STORAGE|MINING|QUARRY|' +
      'REFINERY|LUMBER ?YARD',
  ],
  [
    'commercial',
    'COMMERCIAL|COMM|BUSINESS|RETAIL|OFFICES?|STORES?|STORE ?FRONTS?|SHOPS?|SHOPPING|MALL|RESTAURANTS?|FAST FOOD|' +
      'HOTELS?|MOTELS?|LODGING|BANKS?|SERVICES?|SERVICE STATION|GAS STATION|AUTO|AUTOMOTIVE|CAR WASH|PARKING|' +
      'CONVENIENCE|SUPERMARKET|GROCERY|MEDICAL|CLINIC|HOSPITAL|NURSING|FUNERAL|DAY ?CARE|THEAT(?:ER|RE)|GOLF|' +
      'BOWLING|ENTERTAINMENT|SALES',
  ],
  [
    'residential',
    'RESIDENTIAL|RESIDENCES?|RESID?|SINGLE|SINGLE ?FAM(?:ILY)?|SINGLFAM|SFR|MULTI ?FAM(?:ILY)?|FAMILY|DUPLEX(?:ES)?|' +
      'TRIPLEX(?:ES)?|(?:FOUR|QUAD)(?:RU)?PLEX(?:ES)?|TOWN ?(?:HOUSES?|HOMES?)|TWNHSE|CONDOS?|CONDOMINIUMS?|' +
      'APARTMENTS?|APTS?|DWELLINGS?|HOUSES?|HOUSING|HOMES?|HOMESITE|COTTAGES?|CABINS?|DORMITORY|ACREAGE',
  ],
  [
    'other',
    'OTHER|MISC|MISCELLANEOUS|CENTRAL(?:LY)? ASSESSED|UTILITY|UTILITIES|RAILROAD|RIGHT OF WAY|COMMON AREA|' +
      'OPEN SPACE|CONSERVATION|RECREATION|RECREATIONAL|TRANSPORTATION|COMMUNICATIONS?|PIPELINE|WATER|ROADS?',
  ],
];

const PATTERNS = WORDS.map(([category, words]) => [category, new RegExp(`\\b(?:${words})\\b`)] as const);
const NEGATED = /\b(?:NON|NOT) ?(?:EXEMPT|RESIDENTIAL|COMMERCIAL|INDUSTRIAL|AGRICULTURAL)\b/g;
const BOTH = /\bRES(?:IDENTIAL)?\b.*\bCOMM(?:ERCIAL)?\b|\bCOMM(?:ERCIAL)?\b.*\bRES(?:IDENTIAL)?\b/;
const GIVEN = new Map<string, ZoningCategory>(ZONING_CATEGORIES.map((category) => [category, category]));

/**
 * The zoning category of a parcel, or null when nothing indicates it.
 *
 * A given value that is one of the eight, in any case, wins. Else the plain words of the land use decide, and when they
 * give nothing better than "other", those of the zoning. Words of both homes and commerce ("Residential/Commercial") are
 * mixed.
 */
export function zoningCategory(
  published: string | null,
  landUse: string | null,
  zoning: string | null,
): ZoningCategory | null {
  if (published !== null) {
    const known = GIVEN.get(published) ?? GIVEN.get(published.trim().toLowerCase());
    if (known !== undefined) return known;
  }
  const use = categoryOf(landUse);
  return use === null || use === 'other' ? (categoryOf(zoning) ?? use) : use;
}

function categoryOf(raw: string | null): ZoningCategory | null {
  if (raw === null || raw === '') return null;
  const text = raw
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .replace(NEGATED, ' ');
  if (BOTH.test(text)) return 'mixed';
  for (const [category, pattern] of PATTERNS) if (pattern.test(text)) return category;
  return null;
}
