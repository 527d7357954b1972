import { readNumber } from '../../domain/written-number.ts';

const SQFT_PER_ACRE = 43_560;
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
/** How the unit of an area is written after its figure. */
const WRITTEN: readonly (readonly [suffix: RegExp, unit: 'sqft' | 'acres'])[] = [
  [/(?:sq\.? ?(?:ft|feet|foot)\.?|sf|s\.f\.|square (?:feet|foot))$/i, 'sqft'],
  [/(?:acres?|acs?\.?|a)$/i, 'acres'],
];
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

/** Other fields whose figures may have decimals. */
const IN_PARTS = new Set(['bedrooms', 'bathrooms', 'stories', 'lat', 'lon']);

/** Whether the figures of a canonical field may have decimals. */
export const hasDecimals = (field: string): boolean => field in MEASURES || IN_PARTS.has(field);

/** The figure and the unit of a text such as `4,200 sq.ft` or `1.5 acres`; null for other text. */
export function writtenArea(text: string): { figure: number; unit: 'sqft' | 'acres' } | null {
  const trimmed = text.trim();
  for (const [suffix, unit] of WRITTEN) {
    if (!suffix.test(trimmed)) continue;
    const figure = readNumber(trimmed.replace(suffix, ''));
    if (figure !== null) return { figure, unit };
  }
  return null;
}

/** Reads areas that name their unit, where the source file gives none; null for a field that is not an area. */
export function writtenAreaReader(field: string): ((text: string) => number | string) | null {
  const measure = MEASURES[field];
  if (measure?.units !== AREAS) return null;
  return (text) => {
    const area = writtenArea(text);
    return area === null ? text : inOwnUnit(area.figure, area.unit, measure);
  };
}

/** The units that a canonical field may be published in, its own first; none where it has no unit. */
export function unitsOf(field: string): readonly string[] {
  const measure = MEASURES[field];
  if (!measure) return [];
  return [measure.own, ...Object.keys(measure.units).filter((unit) => unit !== measure.own)];
}

/**
 * A reader that converts figures from a unit to the field's own: acres to 4 decimals, whole square feet, dollars to cents.
 * An area that names its unit is in that unit. Other text stays as it is, so that it is counted as nulled. Null where the
 * field has no such unit.
 */
export function unitReader(field: string, unit: string): ((text: string) => number | string) | null {
  const measure = MEASURES[field];
  if (measure?.units[unit] === undefined) return null;
  const written = writtenAreaReader(field);
  return (text) => {
    const figure = readNumber(text);
    if (figure !== null) return inOwnUnit(figure, unit, measure);
    return written === null ? text : written(text);
  };
}

const inOwnUnit = (figure: number, unit: string, { units, own, decimals }: Measure): number =>
  rounded(figure * (units[unit]! / units[own]!), decimals);

/** An area in square meters as acres and as whole square feet. */
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
