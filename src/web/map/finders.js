import { api } from '../api.js';
import { currentKey } from '../session.js';
import { parcels } from './fields.js';
import { nameOf } from './list.js';

const MOST_PARCELS = 6;
const MOST_OWNERS = 4;
const NUMBER = String.raw`[-+]?\d{1,3}(?:\.\d+)?`;
const COORDINATES = new RegExp(
  String.raw`^\s*(${NUMBER})\s*°?\s*([NS])?\s*[,;\s]\s*(${NUMBER})\s*°?\s*([EW])?\s*$`,
  'i',
);
const ID = /^\d{5}:\S/;

/**
 * Coordinates in degrees as people type them: `40.81, -96.70`, `40.81 N 96.70 W`. Null for any other text.
 * @returns {{lat: number, lon: number} | null}
 */
function readCoordinates(text) {
  const found = COORDINATES.exec(text);
  if (!found) return null;
  const [, first, northern, second, eastern] = found;
  const lat = northern?.toUpperCase() === 'S' ? -Math.abs(first) : Number(first);
  const lon = eastern?.toUpperCase() === 'W' ? -Math.abs(second) : Number(second);
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

const placeOf = ({ city, zip, county_name, state }) =>
  [city, [state, zip].filter(Boolean).join(' '), county_name].filter(Boolean).join(', ');
const ofParcel = (parcel) => ({
  kind: 'parcel',
  id: parcel.id,
  title: nameOf(parcel),
  below: `${placeOf(parcel)} · ${parcel.parcel_id}`,
});
const ofOwner = ({ owner_name, property_count, states }) => ({
  kind: 'owner',
  name: owner_name,
  title: owner_name,
  below: ['Owner', parcels(property_count), states.join(', ')].filter(Boolean).join(' · '),
});

/** The parcel with an id, as an array; empty when there is none. */
const byId = (id, signal) =>
  api(`/parcels/${encodeURIComponent(id)}`, { signal }).then(
    (parcel) => [ofParcel(parcel)],
    (failure) => {
      if (failure.status === 404) return [];
      throw failure;
    },
  );

async function suggested(q, signal) {
  const { data } = await api(`/parcels/suggest?${new URLSearchParams({ q, limit: MOST_PARCELS })}`, {
    signal,
  });
  return data.map(ofParcel);
}

/** Owners that match a text. They need a key: without one, there are none. */
async function owners(q, signal) {
  if (currentKey() === null) return [];
  const { data } = await api(`/owners/search?${new URLSearchParams({ q, limit: MOST_OWNERS })}`, { signal });
  return data.map(ofOwner);
}

/**
 * What a text may mean: a place, parcels, owners.
 * @returns {Promise<{kind: 'place' | 'parcel' | 'owner', title: string, below: string}[]>}
 * @throws {ApiFailure}
 */
export async function find(text, signal) {
  const place = readCoordinates(text);
  if (place) {
    return [
      { kind: 'place', ...place, title: `${place.lat}, ${place.lon}`, below: 'Go to these coordinates' },
    ];
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  if (ID.test(text)) return byId(text, signal);
  const [places, people] = await Promise.all([suggested(text, signal), owners(text, signal)]);
  // Addresses and parcel numbers have digits.
  return /\d/.test(text) ? [...places, ...people] : [...people, ...places];
}
