import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Harness } from '../../helper.ts';
import { landTile, pmtilesFile } from '../../pmtiles-file.ts';

/** How many lots there are, and how many corners each has: as along a river, or of units of one building. */
export const LOTS = 200;
const CORNERS = 2_000;
export const LOT_COUNTY = '31041';
/** In the middle of all of them. */
export const MIDDLE = { lat: 41.4, lon: -99.6 };
/** About half a kilometer, in degrees. */
export const RADIUS = 0.005;

export const lotId = (n: number): string => `${LOT_COUNTY}:LOT-${n}`;

/** A closed ring of corners around a point, from the east counterclockwise; `radius` is that of each corner. */
export function ringAround(
  { lat, lon }: { lat: number; lon: number },
  corners: number,
  radius: (at: number) => number,
): [lon: number, lat: number][] {
  const ring = Array.from({ length: corners }, (_, at): [number, number] => {
    const turn = (at / corners) * 2 * Math.PI;
    return [lon + radius(at) * Math.cos(turn), lat + radius(at) * Math.sin(turn)];
  });
  return [...ring, ring[0]!];
}

/** Loads lots that lie over each other, each with many corners. */
export async function loadLots(harness: Harness): Promise<void> {
  const lots = Array.from({ length: LOTS }, (_, n) => ({
    county_fips: LOT_COUNTY,
    parcel_id: `LOT-${n}`,
    owner_name: 'WREN, ODETTE',
    total_assessed_value: n,
    outline: {
      type: 'Polygon',
      coordinates: [ringAround(MIDDLE, CORNERS, () => RADIUS - n * 1e-6)],
    },
  }));
  const { error } = await harness.load('parcels', lots);
  if (error !== null) throw new Error(`The lots could not be loaded: ${error}`);
}

/** The settings of an API with a basemap, which is written. */
export async function basemapOf({ env }: Harness): Promise<{ BASEMAP_PMTILES: string }> {
  const file = join(env.TERRIER_HOME!, 'town.pmtiles');
  await writeFile(file, pmtilesFile({ tiles: [landTile(0, 0, 0)] }));
  return { BASEMAP_PMTILES: file };
}
