export const RISK_RATINGS = ['very_low', 'low', 'moderate', 'high', 'very_high'] as const;

export type RiskRating = (typeof RISK_RATINGS)[number];

/** The rating of a score of 0–100 (higher is worse): very_low below 20, low below 40, … very_high from 80. */
export function riskRating(score: number): RiskRating {
  if (score < 20) return 'very_low';
  if (score < 40) return 'low';
  if (score < 60) return 'moderate';
  if (score < 80) return 'high';
  return 'very_high';
}

/**
 * A published rating in words, in any case: the FEMA National Risk Index's "Relatively High", plain "High", or our
 * own "very_high". Null for anything else ("No Rating", "Insufficient Data").
 */
export function parseRating(text: string | null): RiskRating | null {
  if (text === null) return null;
  const words = text
    .trim()
    .toLowerCase()
    .replace(/^relatively[\s_-]+/, '')
    .replace(/[\s_-]+/g, '_');
  return RISK_RATINGS.find((rating) => rating === words) ?? null;
}

/**
 * The air quality score, 0–100: a year's median Air Quality Index, at most 100. The EPA calls an index above 100
 * unhealthy.
 */
export function airQualityScore(medianAqi: number): number {
  return Math.min(100, medianAqi);
}
