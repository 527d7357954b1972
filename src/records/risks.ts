import type { RiskAssessment } from './schemas/risk.ts';

/** One publisher's figures for one county or parcel; its id names both. */
export interface StoredRisk {
  id: string;
  parcel_id: string | null;
  updated_at: string;
  risk: Omit<RiskAssessment, 'id' | 'county_fips'>;
}

const HAZARDS = ['overall_score', 'flood', 'wildfire', 'air_quality', 'crime'] as const;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The parcel's own before its county's; then the publisher loaded last; within one load, the first by name. */
function byPrecedence(a: StoredRisk, b: StoredRisk): number {
  const own = Number(b.parcel_id !== null) - Number(a.parcel_id !== null);
  return own || compare(b.updated_at, a.updated_at) || compare(a.id, b.id);
}

/** Merges the figures of several publishers: for each hazard the most local and newest known value. */
export function mergeRisks(id: string, county_fips: string, stored: StoredRisk[]): RiskAssessment {
  const ordered = stored.toSorted(byPrecedence);
  const merged: Record<string, unknown> = { id, county_fips };
  for (const hazard of HAZARDS) {
    merged[hazard] = ordered.find(({ risk }) => risk[hazard] !== null)?.risk[hazard] ?? null;
  }
  return merged as RiskAssessment;
}
