import type { Kind } from './types.ts';

export interface Use {
  code: string;
  text: string;
  zones: readonly string[];
}

type UseRow = readonly [code: string, text: string, zones: string];

function table(rows: Readonly<Record<Kind, UseRow>>): Readonly<Record<Kind, Use>> {
  const out: Partial<Record<Kind, Use>> = {};
  for (const kind of Object.keys(rows) as Kind[]) {
    const [code, text, zones] = rows[kind];
    out[kind] = { code, text, zones: zones.split(' ') };
  }
  return out as Record<Kind, Use>;
}

export const usesByCounty: Readonly<Record<string, Readonly<Record<Kind, Use>>>> = {
  '31109': table({
    single: ['R1', 'Single Family', 'R-1 R-2 R-3 R-3 R-4'],
    condo: ['R1C', 'Condominium', 'R-5 R-7 B-4'],
    duplex: ['R2', 'Duplex', 'R-2 R-4'],
    apartment: ['C1A', 'Apartment', 'R-5 R-6 R-7'],
    retail: ['C1', 'Commercial - Retail', 'B-1 B-2 B-3 H-3'],
    office: ['C1O', 'Commercial - Office', 'O-2 O-3 B-4'],
    mixed: ['C1M', 'Mixed Use', 'B-4 B-3'],
    industrial: ['I1', 'Industrial', 'I-1 I-2'],
    vacant: ['V1', 'Vacant Lot', 'R-3 B-2 AGR'],
    farm: ['A1', 'Agricultural', 'AG AGR'],
    exempt: ['E1', 'Public Use', 'P R-4'],
    utility: ['U1', 'Utility', 'I-1 P'],
  }),
  '37183': table({
    single: ['SINGLFAM', 'Residential Less Than 10 Acres', 'R-4 R-6 R-10 PD'],
    condo: ['CONDO', 'Condo', 'RX-3 DX-12 PD'],
    duplex: ['DUPLEX', 'Two Family', 'R-6 R-10'],
    apartment: ['MULTIFAM', 'Apartment', 'RX-4 RX-5'],
    retail: ['RETAIL', 'Commercial', 'CX-3 NX-3'],
    office: ['OFFICE', 'Commercial', 'OX-3 OX-5 OP-3'],
    mixed: ['MIXUSE', 'Mixed Use', 'DX-20 CX-5'],
    industrial: ['INDUST', 'Industrial', 'IX-3 IH'],
    vacant: ['VACANT', 'Vacant', 'R-4 R-10 CX-3'],
    farm: ['FARM', 'Agricultural - Farm', 'AP R-1'],
    exempt: ['EXEMPT', 'Exempt', 'OX-3 R-6'],
    utility: ['UTILITY', 'Other - Utility', 'IX-3'],
  }),
  '33009': table({
    single: ['1010', 'SINGLE FAM MDL-01', 'R-1 R-2 R-3 RL-1'],
    condo: ['1021', 'CONDO MDL-05', 'R-3 CBD'],
    duplex: ['1040', 'TWO FAMILY', 'R-2 R-3'],
    apartment: ['1110', 'APT 4-UNIT UP', 'R-3 R-O'],
    retail: ['3250', 'STORE/SHOP', 'CBD GC GC-II'],
    office: ['3400', 'OFFICE BLD', 'R-O-1 GC'],
    mixed: ['0310', 'PRI RES/COMMERCIAL MIXED', 'CBD LD'],
    industrial: ['4000', 'INDUSTRIAL BLD', 'IND-L IND-RA'],
    vacant: ['1300', 'RES VACANT DEV', 'RL-1 RL-2 R-1'],
    farm: ['6010', 'FOREST AND FARM, CURRENT USE', 'RL-3 RL-2'],
    exempt: ['9030', 'MUNICIPAL / EXEMPT', 'IMP R-2'],
    utility: ['4230', 'ELECTRIC RIGHT OF WAY', 'IND-L'],
  }),
  '48453': table({
    single: ['A1', 'REAL, RESIDENTIAL, SINGLE-FAMILY', 'SF-2 SF-3 SF-3-NP SF-1'],
    condo: ['A4', 'REAL, RESIDENTIAL, CONDOS', 'MF-4 CBD DMU'],
    duplex: ['B2', 'REAL, RESIDENTIAL, DUPLEXES', 'SF-3 SF-5'],
    apartment: ['B1', 'REAL, RESIDENTIAL, APARTMENTS', 'MF-2 MF-3 MF-6'],
    retail: ['F1R', 'REAL, COMMERCIAL, RETAIL', 'CS GR LR CS-1'],
    office: ['F1O', 'REAL, COMMERCIAL, OFFICE', 'LO GO CBD'],
    mixed: ['F1M', 'REAL, MIXED USE', 'CS-MU-V GR-MU'],
    industrial: ['F2', 'REAL, INDUSTRIAL', 'LI LI-CO IP'],
    vacant: ['C1', 'VACANT LOTS AND TRACTS', 'SF-3 CS I-RR'],
    farm: ['D1', 'QUALIFIED AGRICULTURAL LAND', 'RR AG I-SF-2'],
    exempt: ['XV', 'TOTALLY EXEMPT PROPERTY', 'P P-NP'],
    utility: ['J3', 'ELECTRIC COMPANY', 'P LI'],
  }),
  '06073': table({
    single: ['111', 'Single Family Residence', 'RS-1-7 RS-1-14 RS-1-2'],
    condo: ['117', 'Condominium', 'RM-3-7 CCPD-RE'],
    duplex: ['121', 'Duplex or Two Residences', 'RM-1-1 RM-1-2'],
    apartment: ['146', 'Multi-family, 5 to 15 Units', 'RM-2-5 RM-3-9'],
    retail: ['210', 'Retail Store', 'CC-3-5 CN-1-2'],
    office: ['270', 'Office Building', 'CO-1-2 CCPD-NC'],
    mixed: ['225', 'Mixed Use: Store with Apartments', 'CC-3-6 CN-1-4'],
    industrial: ['310', 'Light Industrial', 'IL-2-1 IH-1-1'],
    vacant: ['110', 'Vacant Residential', 'RS-1-7 CC-3-5'],
    farm: ['480', 'Agricultural: Avocado Orchard', 'A70 A72'],
    exempt: ['790', 'Government / Church, Exempt', 'OP-1-1 OR-1-1'],
    utility: ['850', 'Communications Easement', 'IL-2-1'],
  }),
};

/** The service's zoning category of each kind of use. */
export const categories: Readonly<Record<Kind, string>> = {
  single: 'residential',
  condo: 'residential',
  duplex: 'residential',
  apartment: 'residential',
  retail: 'commercial',
  office: 'commercial',
  mixed: 'mixed',
  industrial: 'industrial',
  vacant: 'vacant',
  farm: 'agricultural',
  exempt: 'exempt',
  utility: 'other',
};
