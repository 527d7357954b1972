import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';

/** A pack as it is stored. */
export interface StoredPack {
  /** Goes up when packs or their fields are written differently: packs of other versions are not read. */
  format: number;
  /** Deflated with a checksum, in base64. */
  lots: string;
}

const FORMAT = 4;
const deflated = promisify(deflate);
const inflated = promisify(inflate);

export async function storedPack(pack: SharedArrayBuffer): Promise<StoredPack> {
  const bytes = await deflated(Buffer.from(pack), { level: 1 });
  return { format: FORMAT, lots: bytes.toString('base64') };
}

/** Null for a pack of another version or a damaged one: the lots are then packed again. */
export async function openPack({ format, lots }: StoredPack): Promise<SharedArrayBuffer | null> {
  if (format !== FORMAT) return null;
  try {
    const bytes = await inflated(Buffer.from(lots, 'base64'));
    const pack = new SharedArrayBuffer(bytes.length);
    Buffer.from(pack).set(bytes);
    return pack;
  } catch {
    return null;
  }
}
