import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type ColumnData,
  type CompressionCodec,
  type Compressors,
  type FileMetaData,
  parquetRead,
  snappyUncompress,
} from 'hyparquet';
import { PARSERS } from './columns.ts';

/** A row group is in memory as a whole. In bytes, unpacked. */
const LARGEST_GROUP = 512 << 20;

type Unpack = (input: Uint8Array, length: number) => Uint8Array;

/** No page is larger than a row group may be, whatever it says. */
const limited =
  (unpack: Unpack): Unpack =>
  (input, length) => {
    if (length > LARGEST_GROUP) throw new Error(`a page of ${length} bytes`);
    return unpack(input, length);
  };

function snappy(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length);
  snappyUncompress(input, output);
  return output;
}

const by =
  (unpack: (input: Uint8Array, options: { maxOutputLength: number }) => Uint8Array): Unpack =>
  (input, length) =>
    unpack(input, { maxOutputLength: Math.max(1, length) });

const COMPRESSORS: Compressors = {
  SNAPPY: limited(snappy),
  GZIP: limited(by(gunzipSync)),
  ZSTD: limited(by(zstdDecompressSync)),
  BROTLI: limited(by(brotliDecompressSync)),
};

/** @throws Error with the end of a sentence about the file when a group of rows is too large, or packed in an unknown way. */
export function checkGroups(metadata: FileMetaData): void {
  for (const { columns, total_byte_size } of metadata.row_groups) {
    const unpacked = columns.reduce(
      (sum, { meta_data }) => sum + Number(meta_data?.total_uncompressed_size ?? 0),
      0,
    );
    const size = Math.max(unpacked, Number(total_byte_size));
    if (size > LARGEST_GROUP)
      throw new Error(
        `a group of its rows is ${Math.ceil(size / (1 << 20))} MiB, and Terrier reads up to ${LARGEST_GROUP >> 20} MiB ` +
          'at once: write it with fewer rows a group, such as 50,000.',
      );
    const codecs = columns.flatMap(({ meta_data }) => (meta_data ? [meta_data.codec] : []));
    const isKnown = (codec: CompressionCodec) => codec === 'UNCOMPRESSED' || codec in COMPRESSORS;
    const unknown = codecs.find((codec) => !isKnown(codec));
    if (unknown !== undefined)
      throw new Error(
        `it is packed by ${unknown}, which Terrier does not unpack: write it with zstd, gzip or snappy.`,
      );
  }
}

/** The values of a column one after the other. */
function cursor(chunks: readonly ColumnData[]): () => unknown {
  const parts = chunks.toSorted((a, b) => a.rowStart - b.rowStart).map(({ columnData }) => columnData);
  let part = 0;
  let at = 0;
  return () => {
    while (part < parts.length && at >= parts[part]!.length) {
      part++;
      at = 0;
    }
    if (part === parts.length) throw new Error('a column has too few values');
    return parts[part]![at++];
  };
}

/**
 * The values of each row in the order of `columns`, in memory for one group of rows.
 * @throws Error of the library when the file is damaged.
 */
export async function* rowValues(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
): AsyncGenerator<() => unknown[] | null> {
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    const rowEnd = rowStart + rows;
    const chunks: ColumnData[] = [];
    await parquetRead({
      file,
      metadata,
      columns: [...columns],
      rowStart,
      rowEnd,
      compressors: COMPRESSORS,
      parsers: PARSERS,
      utf8: false,
      geoparquet: false,
      onChunk: (chunk) => void chunks.push(chunk),
    });
    const next = columns.map((name) => cursor(chunks.filter(({ columnName }) => columnName === name)));
    let left = rows;
    yield () => (left-- > 0 ? next.map((value) => value()) : null);
    rowStart = rowEnd;
  }
}
