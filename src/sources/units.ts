import { SQFT_PER_ACRE } from '../ingest/adapters/values.ts';

/** A square meter is 10.7639… square feet: the international foot is 0.3048 m. */
const SQFT_PER_SQM = 1 / 0.3048 ** 2;

/** In square feet. */
const AREAS: Readonly<Record<string, number>> = {
  sqft: 1,
  acres: SQFT_PER_ACRE,
  sqm: SQFT_PER_SQM,
  hectares: 10_000 * SQFT_PER_SQM,
  sqyd: 9,
};
/** In dollars. */
const MONEY: Readonly<Record<string, number>> = { dollars: 1, cents: 0.01, thousands: 1_000 };

interface Measure {
  units: Readonly<Record<string, number>>;
  /** The field's own unit, and its decimals. */
  own: string;
  decimals: number;
}

const sqft: Measure = { units: AREAS, own: 'sqft', decimals: 0 };
const acres: Measure = { units: AREAS, own: 'acres', decimals: 4 };
const money: Measure = { units: MONEY, own: 'dollars', decimals: 2 };

const MEASURES: Readonly<Record<string, Measure>> = {
  acreage: acres,
  lot_sqft: sqft,
  building_sqft: sqft,
  total_assessed_value: money,
  land_value: money,
  improvement_value: money,
  market_value: money,
  tax_amount: money,
  sale_price: money,
  sale_price_usd: money,
  estimated_cost: money,
};

const NOISE = /[$,\s]/g;
const FIGURE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The units that a canonical field may be published in, its own first; none where it has no unit. */
export function unitsOf(field: string): readonly string[] {
  const measure = MEASURES[field];
  if (!measure) return [];
  return [measure.own, ...Object.keys(measure.units).filter((unit) => unit !== measure.own)];
}

/**
 * A reader of published figures of one unit to the field's own: acres to 4 decimals, square feet to whole ones, dollars to
 * cents. Dollar signs and commas are dropped; other text stays as it is, so that it is counted as nulled. Null where the
 * field has no such unit.
 */
export function unitReader(field: string, unit: string): ((text: string) => number | string) | null {
  const measure = MEASURES[field];
  const size = measure?.units[unit];
  if (measure === undefined || size === undefined) return null;
  const factor = size / measure.units[measure.own]!;
  return (text) => {
    const figure = text.replace(NOISE, '');
    return FIGURE.test(figure) ? rounded(Number(figure) * factor, measure.decimals) : text;
  };
}

/** Acres and whole square feet of an area in square meters. */
export function areaOf(squareMeters: number): { acreage: number; lot_sqft: number } {
  const feet = squareMeters * SQFT_PER_SQM;
  return {
    acreage: rounded(feet / SQFT_PER_ACRE, acres.decimals),
    lot_sqft: rounded(feet, sqft.decimals),
  };
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
