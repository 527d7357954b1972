import { STATES } from './geography.ts';

/** `short: full other …; …` as a map from every spelling, the short one included, to the short form. */
function spellings(table: string): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const entry of table.split(';')) {
    const [short = '', long = ''] = entry.trim().split(':');
    map.set(short, short);
    for (const word of long.trim().split(/\s+/)) if (word !== '') map.set(word, short);
  }
  return map;
}

// Every form in USPS Publication 28, appendix C1 (pe.usps.com/text/pub28/28apc_002.htm), with a few that older editions
// had (CRT, HGTS, LANES); for each suffix the full word comes first.
const SUFFIX_TABLE = `ALY: ALLEY ALLEE ALLY; ANX: ANNEX ANEX ANNX; ARC: ARCADE; AVE: AVENUE AV AVEN AVENU AVN AVNUE; BYU:
    BAYOU BAYOO; BCH: BEACH; BND: BEND; BLF: BLUFF BLUF; BLFS: BLUFFS; BTM: BOTTOM BOT BOTTM; BLVD:
    BOULEVARD BOUL BOULV BLV; BR: BRANCH BRNCH; BRG: BRIDGE BRDGE; BRK: BROOK; BRKS: BROOKS; BG: BURG; BGS:
    BURGS; BYP: BYPASS BYPA BYPAS BYPS; CP: CAMP CMP; CYN: CANYON CANYN CNYN; CPE: CAPE; CSWY: CAUSEWAY
    CAUSWA; CTR: CENTER CEN CENT CENTR CENTRE CNTER CNTR; CTRS: CENTERS; CIR: CIRCLE CIRC CIRCL CRCL CRCLE;
    CIRS: CIRCLES; CLF: CLIFF; CLFS: CLIFFS; CLB: CLUB; CMN: COMMON; CMNS: COMMONS; COR: CORNER; CORS:
    CORNERS; CRSE: COURSE; CT: COURT CRT; CTS: COURTS; CV: COVE; CVS: COVES; CRK: CREEK; CRES: CRESCENT
    CRSENT CRSNT CRESENT; CRST: CREST; XING: CROSSING CRSSNG CRSG; XRD: CROSSROAD; XRDS: CROSSROADS; CURV: CURVE;
    DL: DALE; DM: DAM; DV: DIVIDE DIV DVD; DR: DRIVE DRIV DRV; DRS: DRIVES; EST: ESTATE; ESTS: ESTATES;
    EXPY: EXPRESSWAY EXP EXPR EXPRESS EXPW; EXT: EXTENSION EXTN EXTNSN; EXTS: EXTENSIONS; FALL; FLS: FALLS;
    FRY: FERRY FRRY; FLD: FIELD; FLDS: FIELDS; FLT: FLAT; FLTS: FLATS; FRD: FORD; FRDS: FORDS; FRST: FOREST
    FORESTS; FRG: FORGE FORG; FRGS: FORGES; FRK: FORK; FRKS: FORKS; FT: FORT FRT; FWY: FREEWAY FREEWY FRWAY
    FRWY; GDN: GARDEN GARDN GRDEN GRDN; GDNS: GARDENS GRDNS; GTWY: GATEWAY GATEWY GATWAY GTWAY; GLN: GLEN;
    GLNS: GLENS; GRN: GREEN; GRNS: GREENS; GRV: GROVE GROV; GRVS: GROVES; HBR: HARBOR HARB HARBR HRBOR;
    HBRS: HARBORS; HVN: HAVEN; HTS: HEIGHTS HT HGTS; HWY: HIGHWAY HIGHWY HIWAY HIWY HWAY; HL: HILL; HLS:
    HILLS; HOLW: HOLLOW HLLW HOLLOWS HOLWS; INLT: INLET; IS: ISLAND ISLND; ISS: ISLANDS ISLNDS; ISLE: ISLE
    ISLES; JCT: JUNCTION JCTION JCTN JUNCTN JUNCTON; JCTS: JUNCTIONS JCTNS; KY: KEY; KYS: KEYS; KNL: KNOLL
    KNOL; KNLS: KNOLLS; LK: LAKE; LKS: LAKES; LAND; LNDG: LANDING LNDNG; LN: LANE LANES; LGT: LIGHT; LGTS:
    LIGHTS; LF: LOAF; LCK: LOCK; LCKS: LOCKS; LDG: LODGE LDGE LODG; LOOP: LOOP LOOPS; MALL; MNR: MANOR;
    MNRS: MANORS; MDW: MEADOW; MDWS: MEADOWS MEDOWS; MEWS; ML: MILL; MLS: MILLS; MSN: MISSION MISSN MSSN;
    MTWY: MOTORWAY; MT: MOUNT MNT; MTN: MOUNTAIN MNTAIN MNTN MOUNTIN MTIN; MTNS: MOUNTAINS MNTNS; NCK: NECK;
    ORCH: ORCHARD ORCHRD; OVAL: OVAL OVL; OPAS: OVERPASS; PARK: PARK PRK PARKS; PKWY: PARKWAY PARKWY PKWAY
    PKY PKWYS PARKWAYS; PASS; PSGE: PASSAGE; PATH: PATH PATHS; PIKE: PIKE PIKES; PNE: PINE; PNES: PINES; PL:
    PLACE; PLN: PLAIN; PLNS: PLAINS; PLZ: PLAZA PLZA; PT: POINT; PTS: POINTS; PRT: PORT; PRTS: PORTS; PR:
    PRAIRIE PRR; RADL: RADIAL RAD RADIEL; RAMP; RNCH: RANCH RANCHES RNCHS; RPD: RAPID; RPDS: RAPIDS; RST:
    REST; RDG: RIDGE RDGE; RDGS: RIDGES; RIV: RIVER RVR RIVR; RD: ROAD; RDS: ROADS; RTE: ROUTE RT; ROW; RUE;
    RUN; SHL: SHOAL; SHLS: SHOALS; SHR: SHORE SHOAR; SHRS: SHORES SHOARS; SKWY: SKYWAY; SPG: SPRING SPNG
    SPRNG; SPGS: SPRINGS SPNGS SPRNGS; SPUR: SPUR SPURS; SQ: SQUARE SQR SQRE SQU; SQS: SQUARES SQRS; STA:
    STATION STATN STN; STRA: STRAVENUE STRAV STRAVEN STRAVN STRVN STRVNUE; STRM: STREAM STREME; ST: STREET
    STRT STR SAINT; STS: STREETS; SMT: SUMMIT SUMIT SUMITT; TER: TERRACE TERR; TRWY: THROUGHWAY; TRCE: TRACE
    TRACES; TRAK: TRACK TRACKS TRK TRKS; TRFY: TRAFFICWAY; TRL: TRAIL TRAILS TRLS; TRLR: TRAILER TRLRS;
    TUNL: TUNNEL TUNEL TUNLS
    TUNNELS TUNNL; TPKE: TURNPIKE TRNPK TURNPK; UPAS: UNDERPASS; UN: UNION; UNS: UNIONS; VLY: VALLEY VALLY
    VLLY; VLYS: VALLEYS; VIA: VIADUCT VDCT VIADCT VIA; VW: VIEW; VWS: VIEWS; VLG: VILLAGE VILL VILLAG VILLG
    VILLIAGE; VLGS: VILLAGES; VL: VILLE; VIS: VISTA VIST VST VSTA; WALK: WALK WALKS; WALL; WAY: WAY WY; WAYS;
    WL: WELL; WLS: WELLS`;

/** Every spelling of a street suffix → its short form. */
export const SUFFIXES = spellings(SUFFIX_TABLE);

// What assessors write besides appendix C1. None of these is part of a street's name.
const ASSESSORS_TABLE =
  'BLVD: BL; CIR: CI; HWY: HW HY; PARK: PK; PKWY: PW PY; TER: TE; TPKE: TPK TRPK; TRL: TL';

/** What assessors write that may also be a word of the name ("LA SALLE AVE"): a suffix only at the end of a name. */
export const ENDING_SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['CR', 'CIR'],
  ['LA', 'LN'],
  ['TR', 'TRL'],
]);

/** Their meaning before a figure: "CR 40" is "COUNTY ROAD 40". */
export const NUMBERED_ROADS: ReadonlyMap<string, readonly string[]> = new Map([
  ['CR', ['COUNTY', 'RD']],
  ['TR', ['TOWNSHIP', 'RD']],
]);

export const FULL_SUFFIXES: ReadonlyMap<string, string> = new Map(
  SUFFIX_TABLE.split(';').map((entry) => {
    const [short = '', full = short] = entry.trim().split(/:?\s+/);
    return [short, full];
  }),
);

/** Short suffixes that are seldom part of a street's own name: after one, the name has ended. */
export const PLAIN_SUFFIXES: ReadonlySet<string> = new Set(
  'ALY AVE BLVD CIR CT CV DR EXPY FWY HWY LN LOOP PKWY PL PLZ RD SQ ST TER TPKE TRL WAY XING'.split(' '),
);

/** Types that come before the name or number: "HIGHWAY 6", "COUNTY ROAD 12", "AVENUE N". */
export const PREFIX_TYPES: ReadonlySet<string> = new Set('AVE HWY RD RTE ST FWY EXPY'.split(' '));

/** Spellings of who keeps a numbered road → one spelling: "CO RD 6", "US HIGHWAY 6". A state's own code means STATE. */
export const ROAD_KEEPERS: ReadonlyMap<string, string> = new Map([
  ...STATES.map(({ abbr }) => [abbr, 'STATE'] as const),
  ...spellings('COUNTY: CO CNTY CTY; INTERSTATE; STATE: ST; TOWNSHIP: TWP; US'),
]);

/** Spellings of a direction → its short form: USPS Publication 28, section 233. */
export const DIRECTIONS =
  spellings(`N: NORTH; S: SOUTH; E: EAST; W: WEST; NE: NORTHEAST; NW: NORTHWEST; SE: SOUTHEAST;
  SW: SOUTHWEST`);

/** Suffixes and directions as assessors spell them → their short form; Publication 28 included. */
export const ROLL_WORDS: ReadonlyMap<string, string> = new Map([
  ...SUFFIXES,
  ...spellings(ASSESSORS_TABLE),
  ...DIRECTIONS,
]);

/** Directions as assessors spell them, "SO MAIN ST" and "12 ELM ST NO" included. */
export const ROLL_DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ...DIRECTIONS,
  ['NO', 'N'],
  ['SO', 'S'],
]);

export const FULL_DIRECTIONS: ReadonlyMap<string, string> = new Map(
  [...DIRECTIONS].filter(([word, short]) => word !== short).map(([word, short]) => [short, word]),
);

const UNITS = 'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH'.split(' ');
const TEENS =
  'TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH'.split(
    ' ',
  );
const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ');

/** Ordinals in words to figures: FIRST is 1, TWENTIETH 20, TWENTYFIRST 21. */
export const ORDINALS: ReadonlyMap<string, string> = new Map([
  ...UNITS.map((word, i) => [word, String(i + 1)] as const),
  ...TEENS.map((word, i) => [word, String(i + 10)] as const),
  ...TENS.map((word, i) => [`${word.slice(0, -1)}IETH`, String(10 * i + 20)] as const),
  ...TENS.flatMap((ten, i) => UNITS.map((unit, k) => [ten + unit, String(10 * i + 21 + k)] as const)),
]);

/** The tens that a further ordinal completes: TWENTY FIRST. */
export const ORDINAL_TENS: ReadonlySet<string> = new Set(TENS);

/** House numbers in words: "ONE QUARRY DR". */
export const CARDINALS: ReadonlyMap<string, string> = new Map(
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN'.split(' ').map((word, i) => [word, String(i + 1)]),
);
