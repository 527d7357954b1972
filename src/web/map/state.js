import { FILTERS, SORTS } from '../catalog.js';
import { readArea, writeArea } from './area.js';
import { FIELDS } from './fields.js';
import { KINDS } from './filter-kinds.js';

/** Short names of filters in an address; other filters keep their name. */
const SHORT = {
  zoningCategories: 'zoning',
  ownerTypes: 'owners',
  absenteeOnly: 'absentee',
  valueRange: 'value',
  yearBuiltRange: 'built',
  acreageRange: 'acres',
};
/** The name of a filter in an address. */
export const parameterOf = ({ name }) => SHORT[name] ?? name;

const among = (value, known, otherwise) => (known.includes(value) ? value : otherwise);

function readPlace(value) {
  const [lat, lng, zoom] = (value ?? '').split(',').map(Number);
  const good = Math.abs(lat) <= 85 && Math.abs(lng) <= 180 && zoom >= 0 && zoom <= 22;
  return good ? { lat, lng, zoom } : null;
}

/** A group of parcels in the panel: an owner's, or those in one place. */
function readGroup(given) {
  if (given.get('owner')) return { kind: 'owner', name: given.get('owner') };
  const [lat, lon] = (given.get('stack') ?? '').split(',').map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { kind: 'stack', lat, lon } : null;
}

const readFilters = (given) =>
  Object.fromEntries(
    FILTERS.map((filter) => [
      filter.name,
      KINDS[filter.kind].read(given.get(parameterOf(filter)) ?? '', filter),
    ]),
  );

/** The values of filters that narrow nothing. */
export const noFilters = () => readFilters(new URLSearchParams());

/** The state in an address; wrong parts are ignored. */
export function readState(search) {
  const given = new URLSearchParams(search);
  return {
    place: readPlace(given.get('at')),
    /** FIPS code of the state or county to begin with; a place takes precedence. */
    fips: /^(\d{2}|\d{5})$/.test(given.get('fips') ?? '') ? given.get('fips') : null,
    color: among(given.get('color'), Object.keys(FIELDS), 'value'),
    sort: among(given.get('sort'), SORTS, ''),
    order: among(given.get('order'), ['asc', 'desc'], 'desc'),
    filters: readFilters(given),
    area: readArea(given),
    group: readGroup(given),
    parcel: given.get('parcel'),
    compare: given.get('compare'),
  };
}

/** The query of an address with the state; defaults are left out. */
export function writeState(state) {
  const query = new URLSearchParams();
  const { place } = state;
  if (place) query.set('at', `${place.lat.toFixed(5)},${place.lng.toFixed(5)},${place.zoom.toFixed(2)}`);
  if (state.color !== 'value') query.set('color', state.color);
  if (state.sort) query.set('sort', state.sort);
  if (state.order !== 'desc') query.set('order', state.order);
  for (const filter of FILTERS) {
    const text = KINDS[filter.kind].write(state.filters[filter.name]);
    if (text !== '') query.set(parameterOf(filter), text);
  }
  if (state.area) query.set(...writeArea(state.area));
  if (state.group?.kind === 'owner') query.set('owner', state.group.name);
  if (state.group?.kind === 'stack') query.set('stack', `${state.group.lat},${state.group.lon}`);
  if (state.parcel) query.set('parcel', state.parcel);
  if (state.compare) query.set('compare', state.compare);
  // Commas, colons and semicolons are allowed in a query, and keep the link readable.
  const text = String(query).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%3B', ';');
  return text === '' ? '' : `?${text}`;
}

/** The `filters` of a search. */
export function filtersOf({ filters }) {
  const asked = FILTERS.map(({ name, kind }) => [name, KINDS[kind].asked(filters[name])]);
  return Object.fromEntries(asked.filter(([, value]) => value !== undefined));
}

/** Whether a filter in the catalog narrows the search. */
export const isNarrowed = ({ name, kind }, filters) => KINDS[kind].asked(filters[name]) !== undefined;
