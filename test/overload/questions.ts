import { EVERYWHERE } from '../helper.ts';

/** A request as it is sent. */
export interface Question {
  method: 'GET' | 'POST';
  path: string;
  body: string | null;
}

/** A parcel that exists. */
export interface Known {
  id: string;
  lat: number;
  lon: number;
}

/** Half of a box's side, in degrees: a district. */
const HALF = 0.02;
const ROWS = 50;
const DIGITS = 5;

function box({ lat, lon }: Known, random: () => number) {
  const [north, east] = [lat + HALF * random(), lon + HALF * random()].map((edge) =>
    Number(edge.toFixed(DIGITS)),
  );
  return {
    north,
    east,
    south: Number((lat - HALF).toFixed(DIGITS)),
    west: Number((lon - HALF).toFixed(DIGITS)),
  };
}

/** The next request of a mix: mostly searches of a district, some counts, some parcels by id. */
export function questionOf(parcels: Known[], random: () => number): Question {
  const parcel = parcels[Math.floor(random() * parcels.length)]!;
  const kind = random();
  if (kind < 0.15)
    return { method: 'GET', path: `/api/v1/parcels/${encodeURIComponent(parcel.id)}`, body: null };
  const bounds = box(parcel, random);
  if (kind < 0.25) return { method: 'POST', path: '/api/v1/search/count', body: JSON.stringify({ bounds }) };
  return { method: 'POST', path: '/api/v1/search', body: JSON.stringify({ bounds, limit: ROWS }) };
}

/** Finds parcels to ask about. */
export async function knownParcels(origin: string, key: string): Promise<Known[]> {
  const answer = await fetch(`${origin}/api/v1/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ bounds: EVERYWHERE, limit: 500 }),
  });
  const { data } = (await answer.json()) as {
    data: { id: string; location: { lat: number; lon: number } | null }[];
  };
  return data.flatMap(({ id, location }) => (location ? [{ id, ...location }] : []));
}
