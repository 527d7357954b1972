import { kindByMagic } from './magic.ts';

const toGeoPackage = (file: string, note = '') =>
  `Convert it to GeoPackage: ogr2ogr -f GPKG parcels.gpkg ${file}${note}.`;
const SHEET = 'Save its sheet as CSV, and name that file.';

/** Formats that Terrier does not read: how a file is called then, and what to do. Documents come last. */
const FORMATS = {
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
export type NotRead = keyof typeof FORMATS;
const KINDS = Object.keys(FORMATS) as NotRead[];

/** What to do with a file in such a format, in two sentences. */
export const refusal = (name: string, kind: NotRead): string =>
  `${name} is ${FORMATS[kind].what}, which Terrier does not read. ${FORMATS[kind].action}`;

/** The format that a name implies, with or without .gz. */
export const notReadByName = (name: string): NotRead | null =>
  KINDS.find((kind) => FORMATS[kind].suffix.test(name.replace(/\.gz$/i, ''))) ?? null;

/** The root of an XML document, after its declaration and comments. */
const ROOT =
  /^\ufeff?\s*(?:<\?[^>]*>\s*|<!--(?:(?!-->).)*-->\s*)*<(?:[\w.-]+:)?(kml|FeatureCollection)[\s>/]/is;

const XML = /^\ufeff?\s*<\?xml/i;

/** The format of a file by its first bytes. Its name decides only which XML it is. */
export function notReadByContent(first: Buffer, name: string): NotRead | null {
  const kind = KINDS.find((one) => one === kindByMagic(first));
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
