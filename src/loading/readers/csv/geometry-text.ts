import { wktToGeoJSON } from 'betterknown';
import type { Geometry } from 'geojson';
import { fromWkb } from '../wkb.ts';

/** `SRID=…;` before WKT, as PostGIS writes it. */
const SRID = /^\s*SRID\s*=\s*(\d+)\s*;\s*/i;
const WKT =
  /^\s*(?:SRID\s*=\s*\d+\s*;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON|CURVE|SURFACE)\s*(?:Z|M|ZM)?\s*(?:\(|EMPTY)/i;
const COLLECTION = /^\s*GEOMETRYCOLLECTION\s*(?:\(|EMPTY)/i;
/** Well-known binary in hexadecimal digits, as PostGIS prints it: byte order and type. */
const WKB = /^\s*(?:00[0-9a-f]{6}(?:0[1-9a-c])|01(?:0[1-9a-c])[0-9a-f]{6})[0-9a-f]{32,}\s*$/i;

/** The share of a column's filled values that makes it one of geometries. */
const MOST = 0.9;

const isJson = (text: string) => text.trimStart().startsWith('{');

const isGeometry = (text: string) =>
  WKT.test(text) ||
  COLLECTION.test(text) ||
  WKB.test(text) ||
  (isJson(text) && text.includes('"type"') && text.includes('"coordinates"'));

/** A column that holds the geometry of its rows as text. */
export interface GeometryColumn {
  at: number;
  /** The coordinate system that the texts name, such as `EPSG:2263`; null when they name none. */
  system: string | null;
}

/** The geometry in a text: GeoJSON, WKT or hexadecimal well-known binary, in its own coordinates. Null when it is none. */
export function geometryOf(text: string): Geometry | null {
  try {
    if (WKB.test(text)) return fromWkb(Buffer.from(text.trim(), 'hex'));
    if (isJson(text)) return JSON.parse(text);
    return wktToGeoJSON(text.replace(SRID, ''));
  } catch {
    return null;
  }
}

const AREA = /POLYGON|SURFACE/i;

/**
 * The column most of whose filled values in the first rows are geometries, areas before points; null when there is none.
 * Rows with other values in it are counted when they are read.
 */
export function geometryColumn(rows: readonly (readonly string[])[], columns: number): GeometryColumn | null {
  let found: GeometryColumn | null = null;
  for (let at = 0; at < columns; at++) {
    const filled = rows.map((values) => values[at] ?? '').filter((value) => value.trim() !== '');
    const geometries = filled.filter(isGeometry);
    if (geometries.length === 0 || geometries.length < MOST * filled.length) continue;
    const number = SRID.exec(geometries[0]!)?.[1];
    const column = { at, system: number === undefined || number === '0' ? null : `EPSG:${number}` };
    if (AREA.test(geometries[0]!)) return column;
    found ??= column;
  }
  return found;
}
