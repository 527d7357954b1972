/** What a file holds, by its extension. JSON comes late: next to another table in a zip, it is metadata. */
const SUFFIXES = [
  [/\.shp$/i, 'shapefile'],
  [/\.gpkg$/i, 'gpkg'],
  [/\.(ndjson|jsonl|json-lines)$/i, 'ndjson'],
  [/\.(geojson|geojsonl|geojsons|ndgeojson)$/i, 'geojson'],
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(gdbtable|gdb)$/i, 'gdb'],
  [/\.json$/i, 'geojson'],
  [/\.txt$/i, 'csv'],
] as const;

/** The format that the name of a file implies, with or without .gz; null for other names. */
export const formatByName = (name: string): (typeof SUFFIXES)[number][1] | null =>
  SUFFIXES.find(([suffix]) => suffix.test(name.replace(/\.gz$/i, '')))?.[1] ?? null;

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

const MARKUP = /^(\ufeff|\s)*<[!?a-z]/i;

/** The end of a sentence about text that is HTML or XML, where something else was expected; null if it is not. */
export function markup(beginning: string): string | null {
  if (!MARKUP.test(beginning)) return null;
  return 'a web page or XML: the server may have sent a message. Open the file to see what it says, and download it again';
}

const toGeoPackage = (file: string, note = '') =>
  `Convert it to GeoPackage: ogr2ogr -f GPKG parcels.gpkg ${file}${note}.`;
const SHEET = 'Save its sheet as CSV, and name that file.';

/** Formats that Terrier does not read: how a file is called then, and what to do. Documents come last. */
const NOT_READ = {
  parquet: {
    suffix: /\.(geo)?parquet$/i,
    what: 'GeoParquet',
    action: toGeoPackage('parcels.parquet', ' (ogr2ogr --formats lists Parquet, if your GDAL has it)'),
  },
  kml: { suffix: /\.km[lz]$/i, what: 'KML', action: toGeoPackage('parcels.kml') },
  gml: { suffix: /\.gml$/i, what: 'GML', action: toGeoPackage('parcels.gml') },
  excel: { suffix: /\.xls[xmb]?$/i, what: 'an Excel workbook', action: SHEET },
  opendocument: { suffix: /\.ods$/i, what: 'an OpenDocument spreadsheet', action: SHEET },
  access: {
    suffix: /\.(mdb|accdb)$/i,
    what: 'an Access database',
    action:
      'Export its table as CSV, for example with mdb-export parcels.mdb TABLE > parcels.csv, and name that file.',
  },
  pdf: {
    suffix: /\.pdf$/i,
    what: 'a PDF document',
    action: 'Look for the table itself where it was published.',
  },
} as const;
export type NotRead = keyof typeof NOT_READ;
const KINDS = Object.keys(NOT_READ) as NotRead[];

/** What to do with a file in such a format, in two sentences. */
export const refusal = (name: string, kind: NotRead): string =>
  `${name} is ${NOT_READ[kind].what}, which Terrier does not read. ${NOT_READ[kind].action}`;

/** The format that a name implies, with or without .gz. */
export const notReadByName = (name: string): NotRead | null =>
  KINDS.find((kind) => NOT_READ[kind].suffix.test(name.replace(/\.gz$/i, ''))) ?? null;

/** The root of an XML document, after its declaration and comments. */
const ROOT =
  /^\ufeff?\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:[\w.-]+:)?(kml|FeatureCollection)[\s>/]/is;

const XML = /^\ufeff?\s*<\?xml/i;

/** The format of a file by its first bytes. Its name decides only which XML it is. */
export function notReadByContent(first: Buffer, name: string): NotRead | null {
  const kind = KINDS.find((known) => known === kindByMagic(first));
  if (kind !== undefined) return kind;
  const text = first.toString('utf8');
  const root = ROOT.exec(text)?.[1];
  if (root !== undefined) return root.toLowerCase() === 'kml' ? 'kml' : 'gml';
  const named = XML.test(text) ? notReadByName(name) : null;
  return named === 'kml' || named === 'gml' ? named : null;
}

/** The format of a zip that is one file to other programs, by the names in it. */
export function notReadByEntries(names: readonly string[]): NotRead | null {
  if (names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/'))) return 'excel';
  return names[0] === 'mimetype' && names.includes('content.xml') ? 'opendocument' : null;
}

/** Of several such files, the one that most likely has the table. */
export const likeliest = <T extends { kind: NotRead }>(files: readonly T[]): T | undefined =>
  KINDS.flatMap((kind) => files.filter((file) => file.kind === kind))[0];
