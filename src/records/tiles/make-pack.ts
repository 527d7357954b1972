import type { Outline } from '../../domain/geometry/outline.ts';
import { writePack } from './pack.ts';
import { type DrawnParcel, lotsIn } from './packing.ts';
import type { PackTask } from './question.ts';

interface Hit<Source> {
  _id: string;
  _source: Source;
}

const hitsOf = <Source>(answer: Uint8Array): Hit<Source>[] =>
  (
    JSON.parse(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString()) as {
      hits: { hits: Hit<Source>[] };
    }
  ).hits.hits;

/** Packs the lots of raw answers. */
export function makePack({ x, y, parcels, outlines, leftOut }: PackTask): SharedArrayBuffer {
  const drawn = hitsOf<DrawnParcel>(parcels).map(({ _source }) => _source);
  const rings = new Map(hitsOf<{ rings: Outline }>(outlines).map(({ _id, _source }) => [_id, _source.rings]));
  return writePack({ lots: lotsIn({ x, y }, drawn, rings), leftOut });
}
