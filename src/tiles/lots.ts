import { clipPolygon } from 'lineclip';
import type { Outline } from '../geometry/outline.ts';
import { CLIP, type Corners, type Frame, sideOfTile, thinned } from './frame.ts';

/** The part of a ring in the tile; null when nothing of it can be seen. */
function partOf(ring: readonly number[], frame: Frame): Corners | null {
  const corners = frame.corners(ring);
  if (corners.length < 3) return null;
  const side = sideOfTile(corners);
  if (side === 'outside') return null;
  if (side === 'inside') return corners;
  const clipped = clipPolygon([...corners, corners[0]!], CLIP);
  const whole = thinned(clipped.map(([x, y]) => [Math.round(x!), Math.round(y!)]));
  return whole.length < 3 ? null : whole;
}

/** The rings of an outline in a tile, as a vector tile has them; none when nothing of it is in the tile. */
export function ringsInTile(outline: Outline, frame: Frame): Corners[] {
  return outline.flatMap(([outer, ...holes]) => {
    const part = partOf(outer!, frame);
    if (part === null) return [];
    return [part, ...holes.map((hole) => partOf(hole, frame)).filter((hole) => hole !== null)];
  });
}
