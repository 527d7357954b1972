import { listed, ok, problem, type Verdict, warning } from '../finding.ts';
import { sized } from '../size.ts';
import { checkRoom } from './room.ts';

export interface NodeDisk {
  node: string;
  /** Bytes. */
  total: number;
  free: number;
}

const DISK = 'cluster.routing.allocation.disk';
const UNITS = ['b', 'kb', 'mb', 'gb', 'tb', 'pb'];

/** Bytes of `200GB`; null for anything else, such as `-1`. */
function bytesOf(text: string | undefined): number | null {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kmgtp]?b)$/i.exec(text ?? '') ?? [];
  return number === undefined ? null : Number(number) * 1024 ** UNITS.indexOf(unit!.toLowerCase());
}

/**
 * Bytes that must be free on a disk, by a watermark as Elasticsearch has it: `10gb` must be free; of `85%` or `0.85`, which
 * may be used, no more than the headroom must stay free.
 */
export function freeBy(mark: string, headroom: string | undefined, total: number): number {
  const bytes = bytesOf(mark);
  if (bytes !== null) return bytes;
  const used = mark.endsWith('%') ? Number(mark.slice(0, -1)) / 100 : Number(mark);
  return Math.min(total * (1 - used), bytesOf(headroom) ?? Number.POSITIVE_INFINITY);
}

/** What happens beyond each watermark, the worst first. */
const STAGES = [
  { stage: 'flood_stage', level: problem, effect: 'writes are refused' },
  { stage: 'high', level: problem, effect: 'shards are moved away' },
  { stage: 'low', level: warning, effect: 'replacements and deletions are refused' },
] as const;

/**
 * Whether the disks of Elasticsearch's nodes have room.
 * @param settings of the cluster, flat, with the defaults.
 */
export function checkNodeDisks(disks: readonly NodeDisk[], settings: Record<string, string>): Verdict {
  const [least, ...others] = disks.toSorted((a, b) => a.free - b.free);
  if (!least) return ok('No node of Elasticsearch stores data.');
  if (settings[`${DISK}.threshold_enabled`] === 'false')
    return checkRoom(`The disk of Elasticsearch’s node ${least.node}`, least.free);
  for (const { stage, level, effect } of STAGES) {
    const mark = settings[`${DISK}.watermark.${stage}`];
    if (mark === undefined) continue;
    const headroom = settings[`${DISK}.watermark.${stage}.max_headroom`];
    const full = [least, ...others].filter(({ free, total }) => free < freeBy(mark, headroom, total));
    if (full.length === 0) continue;
    const shown = full.map(({ node, free }) => `${node} (${sized(free)} free)`);
    return level(
      `The disk is beyond the watermark ${stage} (${mark}) of Elasticsearch: ${listed(shown)}. With it, ${effect}.`,
      'Free some space on these nodes, or give them larger disks.',
    );
  }
  return ok(
    `The disks of Elasticsearch are below its watermarks; the fullest has ${sized(least.free)} free.`,
  );
}
