import { findCountyByName, stateByName } from '../../../domain/geography.ts';
import type { CanonicalRecord, TableAdapter } from './adapter.ts';

const UNHEALTHY = [
  'Unhealthy for Sensitive Groups Days',
  'Unhealthy Days',
  'Very Unhealthy Days',
  'Hazardous Days',
] as const;

// Misspelled counties by state and name.
const SPELLINGS: Readonly<Record<string, string>> = { 'Puerto Rico|Mayagnez': 'Mayagüez' };

/**
 * EPA's annual air quality index by county, one file a year, keyed by the names of state and county. Rows of other
 * countries are skipped. The year loaded last counts: load the newest last.
 */
export const epaAqi: TableAdapter<'risks'> = {
  reads: 'table',
  name: 'epa-aqi',
  kind: 'risks',
  summary: 'EPA: annual air quality index by county',
  file: 'annual_aqi_by_county_2025.csv',
  columns: ['State', 'County', 'Year', 'Median AQI', ...UNHEALTHY],
  map(row): CanonicalRecord<'risks'>[] {
    const state = (row.State ?? '').trim();
    const county = (row.County ?? '').trim();
    const stateFips = stateByName(state)?.fips;
    if (stateFips === undefined) return [];
    const fips = findCountyByName(stateFips, SPELLINGS[`${state}|${county}`] ?? county);
    return [
      {
        // An unknown name is passed on as it is, so that the row is rejected and reported.
        county_fips: fips ?? county,
        median_aqi: row['Median AQI'],
        unhealthy_days: UNHEALTHY.reduce((days, column) => days + Number(row[column]), 0),
        as_of: row.Year,
        source: 'epa-aqi',
      },
    ];
  },
};
