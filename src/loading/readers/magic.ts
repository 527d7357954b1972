const bytes = (...codes: number[]) => Buffer.from(codes);

/** What files of a kind begin with. */
const SIGNATURES = {
  zip: [bytes(0x50, 0x4b, 3, 4), bytes(0x50, 0x4b, 5, 6)],
  gzip: [bytes(0x1f, 0x8b)],
  sqlite: [Buffer.from('SQLite format 3\0')],
  parquet: [Buffer.from('PAR1'), Buffer.from('PARE')],
  shapefile: [bytes(0, 0, 0x27, 0x0a)],
  pdf: [Buffer.from('%PDF-')],
  excel: [bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
  access: [Buffer.from('\0\x01\0\0Standard Jet'), Buffer.from('\0\x01\0\0Standard ACE')],
} as const satisfies Record<string, Buffer[]>;

/** The kind of a binary file by its first 16 bytes; null for text and all others. */
export function kindByMagic(first: Buffer): keyof typeof SIGNATURES | null {
  for (const [kind, signatures] of Object.entries(SIGNATURES) as [keyof typeof SIGNATURES, Buffer[]][]) {
    if (signatures.some((signature) => first.subarray(0, signature.length).equals(signature))) return kind;
  }
  return null;
}
