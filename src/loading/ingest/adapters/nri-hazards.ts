import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { isObject } from '../../../domain/json-object.ts';
import type { CanonicalRecord, StreamAdapter } from './adapter.ts';

interface City {
  stcofips?: string;
  risk_score?: number | null;
  inland_flood_score?: number | null;
  inland_flood_rating?: string;
  coastal_flood_score?: number | null;
  coastal_flood_rating?: string;
  wildfire_score?: number | null;
  wildfire_rating?: string;
}

const NO_RATING = new Set(['Not Applicable', 'No Rating', 'Insufficient Data']);
const YEAR = /\b(?:19|20)\d{2}\b/;

/**
 * FEMA's National Risk Index for the counties of larger cities: a JSON object of cities, each with the scores (national
 * percentiles) of its whole county. Cities of one county repeat its scores and make one record.
 */
export const nriHazards: StreamAdapter<'risks'> = {
  reads: 'stream',
  name: 'nri-hazards',
  kind: 'risks',
  summary: 'FEMA National Risk Index: flood and wildfire by county, from a JSON object of cities',
  file: 'nri_hazard_by_city.json',
  async *records(files) {
    const file = files[0];
    if (file === undefined) throw new Error('nri-hazards needs a file: nri_hazard_by_city.json');
    const { _meta, ...cities } = parse(file, await readFile(file));
    const asOf = YEAR.exec(String(_meta?.source ?? ''))?.[0];
    const seen = new Set<string>();
    for (const city of Object.values(cities) as City[]) {
      const county = city?.stcofips?.padStart(5, '0');
      if (!county || seen.has(county)) continue;
      seen.add(county);
      yield countyRecord(county, city, asOf);
    }
  },
};

function parse(file: string, bytes: Buffer): Record<string, unknown> & { _meta?: { source?: string } } {
  const json = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const cities: unknown = JSON.parse(json.toString('utf8').replace(/^\uFEFF/, ''));
  if (!isObject(cities)) throw new Error(`${file} is not a JSON object of cities`);
  return cities;
}

function countyRecord(county: string, city: City, asOf: string | undefined): CanonicalRecord<'risks'> {
  const inland = city.inland_flood_score ?? null;
  const coastal = city.coastal_flood_score ?? null;
  const byCoast = coastal !== null && (inland === null || coastal > inland);
  return {
    county_fips: county,
    overall_score: city.risk_score,
    inland_flood_score: inland,
    coastal_flood_score: coastal,
    flood_score: byCoast ? coastal : inland,
    flood_rating: rating(byCoast ? city.coastal_flood_rating : city.inland_flood_rating),
    wildfire_score: city.wildfire_score,
    wildfire_rating: rating(city.wildfire_rating),
    as_of: asOf,
    source: 'fema-nri-hazards',
  };
}

function rating(published: string | undefined): string {
  return published === undefined || NO_RATING.has(published) ? '' : published;
}
