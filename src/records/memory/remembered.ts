import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomically } from '../../stores/home-files.ts';

/** A file of county FIPS codes, one a line: the counties that a process reads into memory when it starts again. */
export interface Remembered {
  /** Empty when there is no file. */
  read(): Promise<string[]>;
  write(counties: string[]): Promise<void>;
}

export const rememberedIn = (file: string): Remembered => ({
  async read() {
    const text = await readFile(file, 'utf8').catch(() => '');
    return text.split('\n').filter((line) => /^\d{5}$/.test(line));
  },
  async write(counties) {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, `${counties.join('\n')}\n`);
  },
});
