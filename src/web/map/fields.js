import { OWNER_TYPES } from '../catalog.js';
import { compact, counted, decimal, money, text, UNKNOWN, words } from '../format.js';

/** Dark to bright (viridis): readable with every kind of color vision and in gray. */
const STEPS = ['#440154', '#414487', '#2a788e', '#22a884', '#7ad151', '#fde725'];
/** Hues that every kind of color vision can distinguish (Okabe and Ito). */
const HUES = ['#0072b2', '#d55e00', '#e69f00', '#009e73', '#cc79a7', '#56b4e9'];
const GRAY = '#8a8f8d';

/** The name of an owner type or zoning: `llc` → `LLC`, `trust` → `Trust` */
export const kindName = (type) => (type === 'llc' ? 'LLC' : words(type));
const dollars = (value) => (value === null ? UNKNOWN : `$${compact(value)}`);

const suffixed = (unit) => (value) => (value === null ? UNKNOWN : `${decimal(value)} ${unit}`);

const numbers = (label, key, limits, edge, show) => ({ label, key, limits, edge, show });
const price = (label, key) =>
  numbers(label, key, [100_000, 200_000, 350_000, 600_000, 1_200_000], dollars, money);

/** What parcels can be colored by; numbers of class n are below `limits[n]`. Limits are fixed, so a color's meaning stays. */
export const FIELDS = {
  value: price('Assessed value', 'total_assessed_value'),
  built: numbers('Year built', 'year_built', [1920, 1950, 1970, 1990, 2010], text, text),
  acres: numbers('Acreage', 'acreage', [0.1, 0.25, 0.5, 1, 10], text, suffixed('acres')),
  price: price('Sale price', 'sale_price'),
  score: numbers('Deal score', 'deal_score', [15, 30, 45, 60, 75], text, suffixed('of 100')),
  estimate: price('Estimated value', 'estimated_value'),
  owner: { label: 'Owner type', key: 'entity_type', kinds: OWNER_TYPES, show: kindName },
};

/** The figure that a list shows: the one it is sorted by, else the one of the colors. */
export const figureOf = ({ sort, color }) =>
  Object.values(FIELDS).find(({ key }) => key === sort || key === `total_${sort}`) ?? FIELDS[color];

const classOf = (field, value) => {
  if (field.kinds) return field.kinds.indexOf(value);
  const found = field.limits.findIndex((limit) => value < limit);
  return found === -1 ? field.limits.length : found;
};

/** The color of a value of a field. */
export function colorFor(field, value) {
  if (value === null || value === undefined) return GRAY;
  return (field.kinds ? HUES : STEPS)[classOf(field, value)] ?? GRAY;
}

/** The color of a field's value as a map expression. */
export function colorStops({ key, kinds, limits }) {
  if (kinds) return ['match', ['get', key], ...kinds.flatMap((kind, at) => [kind, HUES[at]]), GRAY];
  const steps = limits.flatMap((limit, at) => [limit, STEPS[at + 1]]);
  return ['case', ['has', key], ['step', ['get', key], STEPS[0], ...steps], GRAY];
}

/** Black or white, whichever is readable on a step of the number fields. */
export const inkOn = (color) =>
  STEPS.indexOf(color) >= 3 || color === GRAY || HUES.includes(color) ? '#000000' : '#ffffff';

export function classes(field) {
  const named = field.kinds
    ? field.kinds.map((kind, at) => [HUES[at], kindName(kind)])
    : STEPS.map((color, at) => {
        const { limits, edge } = field;
        if (at === 0) return [color, `under ${edge(limits[0])}`];
        if (at === limits.length) return [color, `${edge(limits.at(-1))} and over`];
        return [color, `${edge(limits[at - 1])} – ${edge(limits[at])}`];
      });
  return [...named, [GRAY, 'not known']];
}

/** `1,204 parcels`, `1 parcel` */
export const parcels = (number) => counted(number, 'parcel');
