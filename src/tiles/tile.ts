import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Outline } from '../geometry/outline.ts';
import { type Lot, lotsIn, outlinesIn } from './answers.ts';
import { BUFFER, type Corners, EXTENT, type Frame, frameOf } from './frame.ts';
import { ringsInTile } from './lots.ts';
import { type ClustersTask, type LotsTask, NUMBERS_FROM, type TileTask } from './question.ts';
import { streetsOf } from './streets.ts';

const POINT = 1;
const LINE = 2;
const POLYGON = 3;

interface Feature {
  type: typeof POINT | typeof LINE | typeof POLYGON;
  geometry: Corners | Corners[];
  tags: Record<string, string | number | boolean>;
}
type Layers = Record<string, Feature[]>;

const isNear = ([x, y]: [number, number]) =>
  x >= -BUFFER && x <= EXTENT + BUFFER && y >= -BUFFER && y <= EXTENT + BUFFER;

const placeOf = ({ lon, lat }: Lot, frame: Frame): [number, number] | null =>
  lon === null || lat === null ? null : [frame.x(lon), frame.y(lat)];

/** House numbers stand first: `12`, `12-14`, `12 1/2`, `12B`. */
const HOUSE_NUMBER = /^\d+[A-Z]?(?:-\d+[A-Z]?)?(?: 1\/2)?(?= )/i;

function streetLayer(
  task: LotsTask,
  lots: readonly Lot[],
  outlines: ReadonlyMap<string, Outline>,
  frame: Frame,
): Feature[] {
  if (task.addresses === null) return [];
  const addressed = task.addresses === 'parcels' ? lots : lotsIn(task.addresses, []);
  const streets = streetsOf(task, addressed, outlines, frame);
  return streets.map(({ name, line }) => ({ type: LINE, geometry: [line], tags: { name } }));
}

/**
 * Lots with their outlines, points where there is none. Parcels that share one, such as condominiums, are drawn once:
 * `stack` counts them, and the attributes are those of the first by id.
 */
function lotLayers(task: LotsTask): Layers {
  const frame = frameOf(task);
  const outlines = outlinesIn(task.outlines);
  const parcels: Feature[] = [];
  const labels: Feature[] = [];
  const drawn = new Map<string, Feature>();
  const lots = lotsIn(task.parcels, task.fields).sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const lot of lots) {
    const outline = outlines.get(lot.id);
    const place = placeOf(lot, frame);
    const rings = outline ? ringsInTile(outline, frame) : [];
    // What is too small for an area is still a place.
    const geometry = rings.length > 0 ? rings : place !== null && isNear(place) ? [place] : null;
    if (geometry === null) continue;
    const key = JSON.stringify(geometry);
    const same = drawn.get(key);
    if (same) {
      same.tags.stack = ((same.tags.stack as number | undefined) ?? 1) + 1;
      continue;
    }
    const feature: Feature = {
      type: rings.length > 0 ? POLYGON : POINT,
      geometry: geometry as Feature['geometry'],
      tags: { id: lot.id, ...lot.attributes },
    };
    drawn.set(key, feature);
    parcels.push(feature);
    const number = task.z >= NUMBERS_FROM ? HOUSE_NUMBER.exec(lot.street ?? '')?.[0] : undefined;
    if (number !== undefined && place !== null && isNear(place))
      labels.push({ type: POINT, geometry: [place], tags: { number } });
  }
  // Streets alone are no reason for a tile.
  const streets = parcels.length === 0 ? [] : streetLayer(task, lots, outlines, frame);
  const left: Feature[] =
    task.leftOut > 0
      ? [{ type: POINT, geometry: [[EXTENT / 2, EXTENT / 2]], tags: { count: task.leftOut } }]
      : [];
  return { parcels, labels, streets, left_out: left };
}

function clusterLayers(task: ClustersTask): Layers {
  const frame = frameOf(task);
  return {
    clusters: task.clusters.map(({ lon, lat, count, median_value }) => ({
      type: POINT,
      geometry: [[frame.x(lon), frame.y(lat)]],
      tags: { count, ...(median_value !== null && { median_value }) },
    })),
  };
}

/** A Mapbox vector tile (version 2); no bytes when it is empty. */
export function makeTile(task: TileTask): Uint8Array {
  const layers = 'clusters' in task ? clusterLayers(task) : lotLayers(task);
  const filled = Object.entries(layers).filter(([, features]) => features.length > 0);
  if (filled.length === 0) return new Uint8Array();
  const named = Object.fromEntries(filled.map(([name, features]) => [name, { features }]));
  return fromGeojsonVt(named as never, { version: 2, extent: EXTENT });
}
