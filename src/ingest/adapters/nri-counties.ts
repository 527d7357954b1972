import type { CanonicalRecord, TableAdapter } from './adapter.ts';
import { countiesNow } from './successors.ts';

/**
 * FEMA's National Risk Index by county: the composite score only. The score is the national percentile (RISK_NPCTL):
 * FEMA's later releases publish just that under the name of risk score, so the two releases compare; this file's own
 * RISK_SCORE is an index value relative to the worst county, with three quarters of all counties under 15.
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
