import { FIELDS } from './fields.js';

export const SORTS = ['assessed_value', 'sale_price', 'acreage', 'year_built', 'deal_score'];
export const ZONINGS = [
  'residential',
  'commercial',
  'industrial',
  'agricultural',
  'exempt',
  'vacant',
  'mixed',
  'other',
];
export const OWNER_TYPES = ['individual', 'llc', 'corporation', 'trust', 'government', 'other'];
/** The ranges of the search: their name in an address, and whether they are of whole numbers. */
export const RANGES = {
  valueRange: { name: 'value', label: 'Assessed value, $', whole: false },
  yearBuiltRange: { name: 'built', label: 'Year built', whole: true },
  acreageRange: { name: 'acres', label: 'Acreage', whole: false },
};

const among = (value, known, otherwise) => (known.includes(value) ? value : otherwise);
const list = (value, known) => (value ?? '').split(',').filter((word) => known.includes(word));

function readNumber(text, whole) {
  if (!text) return null;
  const number = Number(text);
  return Number.isFinite(number) && (!whole || Number.isInteger(number)) ? number : null;
}

function readRange(value, whole) {
  const [min, max] = (value ?? '').split('..');
  return { min: readNumber(min, whole), max: readNumber(max, whole) };
}

function readPlace(value) {
  const [lat, lng, zoom] = (value ?? '').split(',').map(Number);
  const good = Math.abs(lat) <= 85 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= 22;
  return good ? { lat, lng, zoom } : null;
}

/** The state of the view in an address; invalid values are ignored. */
export function readState(search) {
  const given = new URLSearchParams(search);
  const ranges = Object.entries(RANGES).map(([key, { name, whole }]) => [
    key,
    readRange(given.get(name), whole),
  ]);
  return {
    place: readPlace(given.get('at')),
    color: among(given.get('color'), Object.keys(FIELDS), 'value'),
    sort: among(given.get('sort'), SORTS, ''),
    order: among(given.get('order'), ['asc', 'desc'], 'desc'),
    zoningCategories: list(given.get('zoning'), ZONINGS),
    ownerTypes: list(given.get('owners'), OWNER_TYPES),
    absenteeOnly: given.get('absentee') === '1',
    ...Object.fromEntries(ranges),
    parcel: given.get('parcel'),
  };
}

/** The query of an address for the state; defaults are left out. */
export function writeState(state) {
  const told = new URLSearchParams();
  const { place } = state;
  if (place) told.set('at', `${place.lat.toFixed(5)},${place.lng.toFixed(5)},${place.zoom.toFixed(2)}`);
  if (state.color !== 'value') told.set('color', state.color);
  if (state.sort) told.set('sort', state.sort);
  if (state.order !== 'desc') told.set('order', state.order);
  if (state.zoningCategories.length > 0) told.set('zoning', state.zoningCategories.join(','));
  if (state.ownerTypes.length > 0) told.set('owners', state.ownerTypes.join(','));
  if (state.absenteeOnly) told.set('absentee', '1');
  for (const [key, { name }] of Object.entries(RANGES)) {
    const { min, max } = state[key];
    if (min !== null || max !== null) told.set(name, `${min ?? ''}..${max ?? ''}`);
  }
  if (state.parcel) told.set('parcel', state.parcel);
  // These need no escaping in a query, and a readable address is a better link.
  const query = String(told).replaceAll('%2C', ',').replaceAll('%3A', ':');
  return query === '' ? '' : `?${query}`;
}

/** The `filters` of a search. */
export function filtersOf(state) {
  const filters = {};
  if (state.zoningCategories.length > 0) filters.zoningCategories = state.zoningCategories;
  if (state.ownerTypes.length > 0) filters.ownerTypes = state.ownerTypes;
  if (state.absenteeOnly) filters.absenteeOnly = true;
  for (const key of Object.keys(RANGES)) {
    const { min, max } = state[key];
    if (min === null && max === null) continue;
    filters[key] = { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
  }
  return filters;
}

/** How many filters narrow the search. */
export const countFilters = (state) => Object.keys(filtersOf(state)).length;
