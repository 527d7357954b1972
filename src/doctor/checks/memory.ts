import { ok, type Verdict, warning } from '../finding.ts';
import { MIB, sized } from '../size.ts';

/** What an API process takes without its caches, with room for requests. */
const BESIDE = 512 * MIB;

/**
 * Whether the memory that a process may use holds the caches of an API process.
 * @param bytes of the machine, or of the container's limit.
 * @param caches the largest size that the settings allow them, in bytes.
 */
export function checkMemory(bytes: number, caches: number): Verdict {
  const finding = `A process may use ${sized(bytes)} of memory, and the caches of the API up to ${sized(caches)}`;
  if (bytes >= caches + BESIDE) return ok(`${finding}.`);
  return warning(
    `${finding}: it may be ended for taking too much.`,
    `Lower ROW_CACHE_MB, TILE_CACHE_MB and LOT_CACHE_MB, or give it ${sized(caches + BESIDE)}.`,
  );
}
