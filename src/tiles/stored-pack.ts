import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

/** A pack as it is stored. */
export interface StoredPack {
  /** Goes up when packs are written in another way: those of an earlier version are not read. */
  format: number;
  /** Deflated, in base64. */
  lots: string;
}

const FORMAT = 1;
const deflated = promisify(deflateRaw);
const inflated = promisify(inflateRaw);

export async function storedPack(pack: SharedArrayBuffer): Promise<StoredPack> {
  const bytes = await deflated(Buffer.from(pack), { level: 1 });
  return { format: FORMAT, lots: bytes.toString('base64') };
}

/** Null for one of another version. */
export async function openPack({ format, lots }: StoredPack): Promise<SharedArrayBuffer | null> {
  if (format !== FORMAT) return null;
  const bytes = await inflated(Buffer.from(lots, 'base64'));
  const pack = new SharedArrayBuffer(bytes.length);
  Buffer.from(pack).set(bytes);
  return pack;
}
