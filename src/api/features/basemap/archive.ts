import { type FileHandle, open } from 'node:fs/promises';
import { PMTiles, type Source, TileType } from 'pmtiles';

/** The layers of Protomaps' schema that the map draws. */
const LAYERS = ['earth', 'water', 'roads', 'places'];
const VERSION = 3;

const SOURCE_HELP =
  'Take a file from https://maps.protomaps.com/builds, or cut one out with "pmtiles extract".';

function sourceOf(path: string, handle: FileHandle, size: number): Source {
  return {
    getKey: () => path,
    async getBytes(offset, asked) {
      const length = Math.max(0, Math.min(asked, size - offset));
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The ids of the layers that the metadata of an archive lists. */
function layersIn(metadata: unknown): string[] {
  const layers = isRecord(metadata) ? metadata.vector_layers : undefined;
  if (!Array.isArray(layers)) return [];
  return layers.flatMap((layer: unknown) =>
    isRecord(layer) && typeof layer.id === 'string' ? [layer.id] : [],
  );
}

/** What is wrong with an archive; null when the map can draw it. */
async function faultOf(path: string, handle: FileHandle, size: number): Promise<string | null> {
  const start = Buffer.alloc(8);
  await handle.read(start, 0, start.length, 0);
  if (start.toString('latin1', 0, 7) !== 'PMTiles') return 'is not a PMTiles archive';
  if (start[7] !== VERSION) return `is PMTiles version ${start[7]}, and only version ${VERSION} can be read`;
  const archive = new PMTiles(sourceOf(path, handle, size));
  let layers: string[];
  try {
    const { tileType } = await archive.getHeader();
    if (tileType !== TileType.Mvt) return 'does not hold vector tiles';
    layers = layersIn(await archive.getMetadata());
  } catch {
    return 'is cut off or damaged';
  }
  const missing = LAYERS.filter((name) => !layers.includes(name));
  return missing.length === 0 ? null : `is not of Protomaps’ schema: it has no layer ${missing.join(', ')}`;
}

/**
 * Checks that a file is a PMTiles archive that the map can draw.
 * @throws Error that says what is wrong with the file and what to do.
 */
export async function checkArchive(path: string): Promise<void> {
  const setting = `BASEMAP_PMTILES=${path} cannot be used`;
  const handle = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${setting}: the file cannot be opened (${error.code}).`);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${setting}: it is not a file.`);
    const fault = await faultOf(path, handle, stats.size);
    if (fault !== null) throw new Error(`${setting}: it ${fault}. ${SOURCE_HELP}`);
  } finally {
    await handle.close();
  }
}
