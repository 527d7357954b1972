import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { atExit } from '../../../stores/at-exit.ts';
import { temporaryFolder } from '../temporary.ts';

/** How much of the program's output to keep, in characters: the reason is at the end. */
const MOST_SAID = 4_000;

const MISSING =
  'FileGDB needs GDAL: its program ogr2ogr is not on the PATH. Install GDAL (apt-get install gdal-bin, brew install gdal), ' +
  'or convert the layer where GDAL is: ogr2ogr -f GPKG parcels.gpkg parcels.gdb LAYER';

/** What GDAL says went wrong, without the error's code. */
function reasonOf(said: string): string {
  const lines = said.split('\n').filter((line) => /^(ERROR|FAILURE)/.test(line));
  return (
    (lines[0] ?? said.trim().split('\n').at(-1) ?? '').replace(/^\w+ ?\d*: ?/, '').trim() ||
    'it says no reason'
  );
}

/**
 * Runs a GDAL program and yields its output. When the reader stops early, the program is ended.
 * @throws Error with a sentence when GDAL is missing or fails.
 */
export async function* gdal(program: 'ogr2ogr' | 'ogrinfo', args: readonly string[]): AsyncGenerator<Buffer> {
  // In a group of its own: Ctrl-C on a schedule ends it after the source that is being read.
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ends = atExit(() => child.kill());
  const ended = new Promise<{ status: number | null; error: NodeJS.ErrnoException | null }>((resolve) => {
    child.once('error', (error) => resolve({ status: null, error }));
    child.once('close', (status) => resolve({ status, error: null }));
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  try {
    yield* child.stdout as AsyncIterable<Buffer>;
    const { status, error } = await ended;
    if (error?.code === 'ENOENT') throw new Error(MISSING);
    if (error) throw new Error(`GDAL could not be started (${error.code}).`);
    if (status !== 0) throw new Error(`GDAL could not read it: ${reasonOf(said)}`);
  } finally {
    ends();
    child.kill();
  }
}

/**
 * The layers of a source as a GeoPackage without rows: names, columns and coordinate systems as GDAL understands them.
 * @returns its path, and a function that deletes it.
 */
export async function schemaOf(source: string): Promise<{ file: string; remove(): Promise<void> }> {
  const { folder, remove } = await temporaryFolder('filegdb');
  const file = join(folder, 'schema.gpkg');
  try {
    // A layer that a GeoPackage cannot have does not keep the others from being listed.
    const args = ['-f', 'GPKG', '-skipfailures', '-limit', '0', file, source];
    for await (const _ of gdal('ogr2ogr', args));
  } catch (error) {
    await remove();
    throw error;
  }
  return { file, remove };
}

/** The number of rows of a layer; null if GDAL does not say. */
export async function countOf(source: string, layer: string): Promise<number | null> {
  let text = '';
  for await (const chunk of gdal('ogrinfo', ['-ro', '-so', source, layer])) text += chunk.toString('latin1');
  const [, count] = /^Feature Count: (\d+)$/m.exec(text) ?? [];
  return count === undefined ? null : Number(count);
}
