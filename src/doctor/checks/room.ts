import { ok, problem, type Verdict, warning } from '../finding.ts';
import { GIB, sized } from '../size.ts';

const SCARCE = 5 * GIB;
const LEAST = GIB;

/**
 * Whether a disk has room.
 * @param where the disk in words, as the subject of a sentence.
 * @param free bytes.
 */
export function checkRoom(where: string, free: number): Verdict {
  const finding = `${where} has ${sized(free)} free`;
  if (free >= SCARCE) return ok(`${finding}.`);
  const action = `Free some space, or move it to a larger disk: it should have ${sized(SCARCE)} free.`;
  if (free >= LEAST) return warning(`${finding}.`, action);
  return problem(`${finding}: what is written next may fail.`, action);
}
