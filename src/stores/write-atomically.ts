import { rename, rm, writeFile } from 'node:fs/promises';

/** Writes a file completely or not at all, in place of an earlier one. Its folder must exist. */
export async function writeAtomically(file: string, text: string, mode = 0o644): Promise<void> {
  const draft = `${file}.${process.pid}`;
  // An existing file would keep its mode.
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode });
  await rename(draft, file);
}
