import { isObject } from '../../../domain/json-object.ts';
import { markup } from '../formats.ts';
import { membersBefore } from '../json-list.ts';

const RECORD_SEPARATOR = '\u001e';

/** A collection is one document; in `lines`, each line is a feature. */
export interface Form {
  form: 'collection' | 'lines';
  /** The old member `crs` of a collection, if it comes before the features. */
  crs: unknown;
}

interface Document {
  type?: unknown;
  error?: unknown;
  /** In answers of ArcGIS servers. */
  geometryType?: unknown;
}

function parsed(json: string): Document | null {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether the first line is a feature. If the line is longer than the beginning, its first member decides. */
function isLineOfFeature(text: string, whole: boolean): boolean {
  const end = text.indexOf('\n');
  if (end < 0 && !whole) return /^\{\s*"type"\s*:\s*"Feature"/.test(text);
  return parsed(end < 0 ? text : text.slice(0, end))?.type === 'Feature';
}

function refuse(document: Document | null): void {
  if (/^esri/.test(String(document?.geometryType)))
    throw new Error('it is the JSON of an ArcGIS server: ask it for GeoJSON, with f=geojson in the address.');
  if (document?.type === 'Topology') throw new Error('it is TopoJSON: convert it to GeoJSON.');
  if (document?.error !== undefined)
    throw new Error('it is the error message of a server in JSON: open the file to see what it says.');
}

/**
 * The form of a GeoJSON file by its beginning, in UTF-8.
 * @throws Error that says what it is instead.
 */
export function formOf(beginning: Buffer, whole: boolean): Form {
  const text = beginning
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text === '' && whole) throw new Error('it is empty.');
  const page = markup(text);
  if (page !== null) throw new Error(`it is not GeoJSON but ${page}.`);
  if (text.startsWith(RECORD_SEPARATOR)) return { form: 'lines', crs: undefined };
  if (!text.startsWith('{')) throw new Error('it is not GeoJSON: that begins with {.');
  if (isLineOfFeature(text, whole)) return { form: 'lines', crs: undefined };
  const members = membersBefore(beginning, 'features');
  refuse(members ?? (whole ? parsed(text) : null));
  return { form: 'collection', crs: members?.crs };
}

/**
 * The coordinate system that the old member `crs` names, such as `EPSG:26986`; null when there is none, which means
 * degrees.
 * @throws Error when it has no name.
 */
export function systemOf(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null;
  const { type, properties } = crs as { type?: unknown; properties?: { name?: unknown; code?: unknown } };
  const name = type === 'EPSG' ? `EPSG:${properties?.code}` : properties?.name;
  if (typeof name !== 'string')
    throw new Error(
      'its coordinate system has no name: give it with --srs, such as EPSG:2227 (conform.srs in a source file).',
    );
  if (/CRS:?84$/i.test(name)) return 'EPSG:4326';
  const [, authority, code] = /([a-z]+)(?::[^:]*)?:(\w+)$/i.exec(name) ?? [];
  return authority && code ? `${authority.toUpperCase()}:${code}` : name;
}
