import type { CanonicalRecord, TableAdapter } from './adapter.ts';
import { countiesNow } from './successors.ts';

/**
 * The composite score of FEMA's National Risk Index by county, as national percentile (RISK_NPCTL): later releases call
 * that the risk score. This file's own RISK_SCORE is relative to the worst county, so that three quarters of all counties
 * score under 15.
 */
export const nriCounties: TableAdapter<'risks'> = {
  reads: 'table',
  name: 'nri-counties',
  kind: 'risks',
  summary: 'FEMA National Risk Index: composite risk by county (national percentile)',
  file: 'nri_counties.csv',
  columns: ['STCOFIPS', 'RISK_NPCTL'],
  map(row): CanonicalRecord<'risks'>[] {
    if (!row.STCOFIPS || !row.RISK_NPCTL) return [];
    return countiesNow(row.STCOFIPS.padStart(5, '0')).map(
      (county_fips): CanonicalRecord<'risks'> => ({
        county_fips,
        overall_score: row.RISK_NPCTL,
        source: 'fema-nri-composite',
      }),
    );
  },
};
