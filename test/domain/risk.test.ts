import fc from 'fast-check';
import t from 'tap';
import {
  airQualityScore,
  parseRating,
  RISK_RATINGS,
  type RiskRating,
  riskRating,
} from '../../src/domain/risk.ts';
import { holds } from '../holds.ts';

t.test('rating of a score', async (t) => {
  const cases: [number, RiskRating][] = [
    [0, 'very_low'],
    [19.99, 'very_low'],
    [20, 'low'],
    [39.9, 'low'],
    [40, 'moderate'],
    [59.9, 'moderate'],
    [60, 'high'],
    [79.9, 'high'],
    [80, 'very_high'],
    [100, 'very_high'],
  ];
  for (const [score, rating] of cases) t.equal(riskRating(score), rating, String(score));
  await holds(
    100,
    [fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 100, noNaN: true })],
    (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      return RISK_RATINGS.indexOf(riskRating(low)) <= RISK_RATINGS.indexOf(riskRating(high));
    },
  );
});

t.test('published ratings are mapped to ours', async (t) => {
  const cases: [string | null, RiskRating | null][] = [
    ['Very High', 'very_high'],
    ['Relatively High', 'high'],
    ['Relatively Moderate', 'moderate'],
    ['relatively low', 'low'],
    ['VERY LOW', 'very_low'],
    ['High', 'high'],
    [' Moderate ', 'moderate'],
    ['very_high', 'very_high'],
    ['No Rating', null],
    ['Insufficient Data', null],
    ['Not Applicable', null],
    ['Relatively', null],
    ['', null],
    [null, null],
  ];
  for (const [text, rating] of cases) t.equal(parseRating(text), rating, String(text));
});

t.test('air quality has its rating', async (t) => {
  t.equal(airQualityScore(0), 0);
  t.equal(airQualityScore(41), 41);
  t.equal(airQualityScore(100), 100);
  t.equal(airQualityScore(163), 100);
});
