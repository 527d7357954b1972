import { EXTENT, gridOf } from './grid.ts';
import { addRing, encodeTile, type Feature, POINT, POLYGON, pointAt } from './mvt.ts';
import { type LotInPack, type Pack, readPack } from './pack.ts';
import { projectionOf, type TileProjection } from './projection.ts';
import {
  type ClustersTask,
  type LotsTask,
  MOST_LOTS,
  NUMBERS_FROM,
  TILE_FIELDS,
  type TileTask,
} from './question.ts';

const ACREAGE = TILE_FIELDS.indexOf('acreage');

/** A lot as a tile shows it. */
interface Seen {
  lot: LotInPack;
  view: TileProjection;
  type: typeof POINT | typeof POLYGON;
  geometry: number[];
}

/** A lot too small to have an area becomes a point. Null when no part of the lot is in the tile. */
function seenOf(lot: LotInPack, view: TileProjection): Seen | null {
  const geometry: number[] = [];
  const end = { x: 0, y: 0 };
  let hasOuter = false;
  let isSeen = lot.rings.length === 0;
  for (const ring of lot.rings) {
    if (ring.isHole && !hasOuter) continue;
    const visible = view.ring(ring);
    const hasArea = visible !== null && visible.length > 0;
    if (!ring.isHole) hasOuter = hasArea;
    if (hasArea) addRing(geometry, visible, end);
    isSeen ||= visible !== null;
  }
  if (!isSeen) return null;
  if (geometry.length > 0) return { lot, view, type: POLYGON, geometry };
  const point = lot.point && view.point(lot.point);
  return point && { lot, view, type: POINT, geometry: pointAt(...point) };
}

/** The ids in a raw answer. */
function idsIn(answer: Uint8Array): Set<string> {
  const { hits } = JSON.parse(
    Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString(),
  ) as {
    hits: { hits: { fields: { id: [string] } }[] };
  };
  return new Set(hits.hits.map(({ fields }) => fields.id[0]));
}

interface OpenPack {
  pack: Pack;
  view: TileProjection;
}

/** The chosen lots of the packs, each once: a lot that spans several packed tiles is in all of them. */
function* lotsOf(packs: readonly OpenPack[], chosen: ReadonlySet<string> | null): Generator<Seen> {
  const known = packs.length > 1 ? new Set<string>() : null;
  for (const { pack, view } of packs) {
    for (const lot of pack.lots()) {
      const seen = seenOf(lot, view);
      if (seen === null || (chosen && !chosen.has(lot.id()))) continue;
      if (known?.has(lot.id())) continue;
      known?.add(lot.id());
      yield seen;
    }
  }
}

const acreageOf = ({ lot }: Seen): number => (lot.value(ACREAGE) as number | null) ?? -1;

function largest(seen: Seen[]): Seen[] {
  if (seen.length <= MOST_LOTS) return seen;
  const kept = new Set(seen.toSorted((a, b) => acreageOf(b) - acreageOf(a)).slice(0, MOST_LOTS));
  return seen.filter((lot) => kept.has(lot));
}

/**
 * Parcels that look the same, such as condominiums with one outline, are drawn once: `stack` counts them, and the
 * attributes are those of the first by id.
 */
function* stacksOf(seen: readonly Seen[]): Generator<{ first: Seen; stack: number }> {
  const stacks = new Map<string, { first: Seen; stack: number }>();
  for (const next of seen) {
    const key = next.geometry.join();
    const same = stacks.get(key);
    if (!same) stacks.set(key, { first: next, stack: 1 });
    else {
      same.stack++;
      if (next.lot.id() < same.first.lot.id()) same.first = next;
    }
  }
  yield* stacks.values();
}

/** Lots with their outlines, or points where there is none. */
function lotLayers(task: LotsTask): Record<string, Feature[]> {
  const packs = task.packs.map((packed) => ({
    pack: readPack(packed.pack),
    view: projectionOf(task, packed),
  }));
  const seen = [...lotsOf(packs, task.chosen && idsIn(task.chosen))];
  const shown = largest(seen);
  const unpacked = packs.reduce((sum, { pack }) => sum + pack.leftOut, 0);
  const leftOut = seen.length - shown.length + (task.chosen ? task.leftOut : unpacked);
  const fields = task.fields.map((field) => [field, TILE_FIELDS.indexOf(field)] as const);
  const parcels: Feature[] = [];
  const labels: Feature[] = [];
  for (const { first, stack } of stacksOf(shown)) {
    const { lot, view, type, geometry } = first;
    const tags: Feature['tags'] = { id: lot.id() };
    for (const [field, at] of fields) tags[field] = lot.value(at);
    if (stack > 1) tags.stack = stack;
    parcels.push({ type, geometry, tags });
    const number = task.z >= NUMBERS_FROM ? lot.number() : null;
    const point = number !== null && lot.point && view.point(lot.point);
    if (point) labels.push({ type: POINT, geometry: pointAt(...point), tags: { number } });
  }
  return {
    parcels,
    labels,
    left_out:
      leftOut > 0
        ? [{ type: POINT, geometry: pointAt(EXTENT / 2, EXTENT / 2), tags: { count: leftOut } }]
        : [],
  };
}

function clusterLayers(task: ClustersTask): Record<string, Feature[]> {
  const grid = gridOf(task);
  return {
    clusters: task.clusters.map(({ lon, lat, count, median_value }) => ({
      type: POINT,
      geometry: pointAt(grid.x(lon), grid.y(lat)),
      tags: { count, median_value },
    })),
  };
}

/** A Mapbox vector tile (version 2); no bytes when it is empty. */
export const makeTile = (task: TileTask): Uint8Array =>
  encodeTile('clusters' in task ? clusterLayers(task) : lotLayers(task));
