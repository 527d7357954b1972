import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file completely or not at all, in place of an earlier one. Its folder must exist. */
export async function writeAtomically(file: string, content: string | Buffer, mode = 0o644): Promise<void> {
  const draft = `${file}.${process.pid}`;
  // An existing file would keep its mode.
  await rm(draft, { force: true });
  await writeFile(draft, content, { mode });
  await rename(draft, file);
}
