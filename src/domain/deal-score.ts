/** Facts on the day of the score, in USD; dates are `YYYY-MM-DD`; null is unknown. */
export type DealScoreFacts = {
  absentee_owner: boolean | null;
  out_of_state_owner: boolean | null;
  /** The newest transfer of the parcel, a sale or not. */
  last_transfer: string | null;
  assessed_value: number | null;
  /** The price of the last arm's-length sale; one price for several parcels counts too. */
  arms_length_price: number | null;
  /** m: the county's median of assessed value / last arm's-length price. */
  county_ratio: number | null;
  land_value: number | null;
  improvement_value: number | null;
  year_built: number | null;
  /** The newest permit, by filed, else issued date. */
  last_permit: string | null;
  /** Whether permits of the county name loaded parcels, so that "no permit" means something. */
  permits_linked: boolean;
};

/** Points earned out of the weight; null where the part has no data. */
export type DealScorePart = { points: number; weight: number } | null;

export const DEAL_WEIGHTS = { absentee: 25, held: 25, value_gap: 25, improvement: 15, permits: 10 } as const;

export type DealScoreParts = Record<keyof typeof DEAL_WEIGHTS, DealScorePart>;

export type DealScore = { deal_score: number | null; deal_score_parts: DealScoreParts };

const IN_STATE_SHARE = 0.6;
const MS_PER_YEAR = 365.25 * 86_400_000;

/**
 * How promising a parcel is to a buyer, 0–100 to one decimal, as of `today` (`YYYY-MM-DD`).
 *
 * - absentee, 25: all of it for an owner out of state, 60 % for an absentee owner in state, nothing for one who lives there.
 * - held, 25: years since the newest transfer, linear from 5 (nothing) to 20 (all).
 * - value_gap, 25 × clamp(r / m − 1, 0, 1): r = assessed value / last arm's-length price, m = the county's median r.
 *   No data without a price above 0 or an m above 0.
 * - improvement, 15 × clamp((0.5 − share) / 0.5, 0, 1): share = improvement / (land + improvement). No data when
 *   either value is unknown or both are 0.
 * - permits, 10: no permit in 15 years on a building more than 30 years old. No data where the county's permits are
 *   not linked to parcels, or without a year built.
 *
 * Years are days / 365.25; the age of a building is in calendar years. Parts without data are dropped and the rest is
 * rescaled: score = 100 × points / weights. Null when less than half of the weight is known. The points shown are
 * rounded to 4 decimals; the score is computed before rounding.
 */
export function dealScore(facts: DealScoreFacts, today: string): DealScore {
  const now = Date.parse(today);
  const shares = [
    absenteeShare(facts),
    heldShare(facts, now),
    valueGapShare(facts),
    improvementShare(facts),
    permitsShare(facts, now, today),
  ] as const;
  const [absentee, held, valueGap, improvement, permits] = shares;
  const parts: DealScoreParts = {
    absentee: part(absentee, DEAL_WEIGHTS.absentee),
    held: part(held, DEAL_WEIGHTS.held),
    value_gap: part(valueGap, DEAL_WEIGHTS.value_gap),
    improvement: part(improvement, DEAL_WEIGHTS.improvement),
    permits: part(permits, DEAL_WEIGHTS.permits),
  };
  let points = 0;
  let weights = 0;
  for (const [index, weight] of WEIGHT_LIST.entries()) {
    const share = shares[index] ?? null;
    if (share === null) continue;
    points += share * weight;
    weights += weight;
  }
  return {
    deal_score: weights < 50 ? null : Math.round((1000 * points) / weights) / 10,
    deal_score_parts: parts,
  };
}

const WEIGHT_LIST = Object.values(DEAL_WEIGHTS);

function part(share: number | null, weight: number): DealScorePart {
  return share === null ? null : { points: Math.round(share * weight * 10_000) / 10_000, weight };
}

function absenteeShare({ absentee_owner, out_of_state_owner }: DealScoreFacts): number | null {
  if (out_of_state_owner === true) return 1;
  if (absentee_owner === null) return null;
  return absentee_owner ? IN_STATE_SHARE : 0;
}

function heldShare({ last_transfer }: DealScoreFacts, now: number): number | null {
  if (last_transfer === null) return null;
  return clamp((yearsSince(last_transfer, now) - 5) / 15);
}

function valueGapShare({ assessed_value, arms_length_price, county_ratio }: DealScoreFacts): number | null {
  if (assessed_value === null || arms_length_price === null || county_ratio === null) return null;
  if (arms_length_price <= 0 || county_ratio <= 0) return null;
  return clamp(assessed_value / arms_length_price / county_ratio - 1);
}

function improvementShare({ land_value, improvement_value }: DealScoreFacts): number | null {
  if (land_value === null || improvement_value === null) return null;
  const total = land_value + improvement_value;
  return total <= 0 ? null : clamp((0.5 - improvement_value / total) / 0.5);
}

function permitsShare(
  { permits_linked, year_built, last_permit }: DealScoreFacts,
  now: number,
  today: string,
) {
  if (!permits_linked || year_built === null) return null;
  if (Number(today.slice(0, 4)) - year_built <= 30) return 0;
  return last_permit === null || yearsSince(last_permit, now) > 15 ? 1 : 0;
}

function yearsSince(date: string, now: number): number {
  return (now - Date.parse(date)) / MS_PER_YEAR;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
