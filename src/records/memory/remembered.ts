import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** FIPS codes of counties in a file, a line each: what a process reads into memory when it starts again. */
export interface Remembered {
  /** None where there is no file. */
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
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, `${counties.join('\n')}\n`);
    await rename(draft, file);
  },
});
