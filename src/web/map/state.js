import { FILTERS, SORTS } from '../catalog.js';
import { compact } from '../format.js';
import { useChange, useState } from '../html.js';
import { readArea, writeArea } from './area.js';
import { FIELDS, kindName } from './fields.js';

const MOST_NAMED = 2;
const NUMBER = {
  read: (text) => (text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text)),
  input: { type: 'number', step: 'any', inputmode: 'decimal' },
  ends: ['at least', 'at most'],
  misread: 'Enter a number that this filter takes.',
};

/** How an end of a range is read and entered. */
export const RANGES = {
  number: NUMBER,
  integer: {
    ...NUMBER,
    read: (text) => (Number.isInteger(NUMBER.read(text)) ? NUMBER.read(text) : null),
    input: { ...NUMBER.input, step: '1' },
  },
  date: {
    read(text) {
      const day = new Date(`${text}T00:00:00Z`);
      return !Number.isNaN(day.valueOf()) && day.toISOString().slice(0, 10) === text ? text : null;
    },
    input: { type: 'date' },
    ends: ['from', 'until'],
    misread: 'Not a date.',
  },
};

/** A filter's name and the unit of its numbers: `Lot size, acres` → `['Lot size', 'acres']` */
export function nameAndUnit({ label }) {
  const [name, unit = ''] = label.split(', ');
  return [name, unit];
}

function ends({ min, max }, show, unit = '', [from, over, until] = ['', ' and over', 'up to ']) {
  const told = (value) => `${show(value)} ${unit}`.trim();
  if (min !== null && max !== null) return `${show(min)} – ${told(max)}`;
  return min !== null ? `${from}${told(min)}${over}` : `${until}${told(max)}`;
}

/**
 * Each kind of filter: how its value is read from an address, written to one, sent with a search, and said in a few words,
 * such as `$100K – $600K`. A filter that narrows nothing is empty or undefined; so is one whose text is not a valid value.
 */
export const KINDS = {
  choices: {
    read: (text, { choices }) => text.split(',').filter((word) => choices.includes(word)),
    write: (words) => words.join(','),
    asked: (words) => (words.length > 0 ? words : undefined),
    words: (words) => (words.length > MOST_NAMED ? `${words.length} kinds` : words.map(kindName).join(', ')),
  },
  flag: {
    read: (text) => text === '1',
    write: (on) => (on ? '1' : ''),
    asked: (on) => on || undefined,
    words: () => 'yes',
  },
  range: {
    read(text, { of }) {
      const [min = '', max = ''] = text.split('..');
      return { min: RANGES[of].read(min), max: RANGES[of].read(max) };
    },
    write: ({ min, max }) => (min === null && max === null ? '' : `${min ?? ''}..${max ?? ''}`),
    asked({ min, max }) {
      if (min === null && max === null) return undefined;
      return { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) };
    },
    words(value, filter) {
      const [, unit] = nameAndUnit(filter);
      if (filter.of === 'date') return ends(value, String, '', ['from ', '', 'until ']);
      return unit === 'USD' ? ends(value, (amount) => `$${compact(amount)}`) : ends(value, String, unit);
    },
  },
};

/** Short names in an address of the filters with their own chips, in their order; other filters keep their name. */
export const SHORT = {
  valueRange: 'value',
  zoningCategories: 'zoning',
  ownerTypes: 'owners',
  absenteeOnly: 'absentee',
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
function readState(search) {
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
function writeState({ place, color, sort, order, filters, area, group, parcel, compare }) {
  const narrowed = FILTERS.map((filter) => [
    parameterOf(filter),
    KINDS[filter.kind].write(filters[filter.name]),
  ]);
  const parts = {
    at: place && `${place.lat.toFixed(5)},${place.lng.toFixed(5)},${place.zoom.toFixed(2)}`,
    color: color !== 'value' && color,
    sort,
    order: order !== 'desc' && order,
    ...Object.fromEntries(narrowed),
    ...writeArea(area),
    owner: group?.name,
    stack: group?.kind === 'stack' && `${group.lat},${group.lon}`,
    parcel,
    compare,
  };
  const query = new URLSearchParams(Object.entries(parts).filter(([, text]) => text));
  // Commas, colons and semicolons are allowed in a query, and keep the link readable.
  const text = String(query).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%3B', ';');
  return text && `?${text}`;
}

/** The `filters` of a search. */
export function filtersOf({ filters }) {
  const asked = FILTERS.map(({ name, kind }) => [name, KINDS[kind].asked(filters[name])]);
  return Object.fromEntries(asked.filter(([, value]) => value !== undefined));
}

/** Whether a filter in the catalog narrows the search. */
export const isNarrowed = ({ name, kind }, filters) => KINDS[kind].asked(filters[name]) !== undefined;

/**
 * As a hook: the state of the page, kept in its address; `place()` is where the map is, once it is there. `change` changes
 * parts of the state; `keep` writes it to the address, also with the place.
 */
export function useAddress(place, signal) {
  const [state, setState] = useState(() => readState(location.search));
  function keep() {
    if (signal.aborted) return;
    const now = writeState({ ...state, place: place() ?? state.place });
    history.replaceState(null, '', location.pathname + now);
  }
  useChange(keep, [state]);
  return { state, change: (part) => setState((before) => ({ ...before, ...part })), keep };
}
