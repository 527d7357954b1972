import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lines } from '../lines.ts';
import type { Rig } from '../rig.ts';
import { terrierLoad } from '../terrier-load.ts';
import type { Part } from './parts.ts';
import { SOURCES, type Source } from './records.ts';

/** One load: new records, seconds, and largest resident memory in MiB. */
export interface PartLoad {
  kind: Source;
  records: number;
  load: number;
  derive: number;
  resident: number;
}

/** Loads one kind of a part with `terrier ingest`, from a file that is deleted afterwards. */
export async function loadPart(
  rig: Rig,
  kind: Source,
  part: Part,
  count: number,
  seed: number,
): Promise<PartLoad> {
  const folder = join(rig.config.TERRIER_HOME, 'bench');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${kind}.ndjson`);
  try {
    await pipeline(Readable.from(lines(SOURCES[kind](part, count, seed))), createWriteStream(file));
    const { report, resident } = await terrierLoad(rig, kind, file);
    return { kind, records: report.created, ...report.seconds, resident: Math.max(0, ...resident) };
  } finally {
    await rm(file, { force: true });
  }
}
