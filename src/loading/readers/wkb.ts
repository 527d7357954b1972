import { wktToGeoJSON } from 'betterknown';
import type { Geometry, Position } from 'geojson';
import { arcThrough } from '../geometry/arcs.ts';

const TYPES = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
] as const;
type Type = (typeof TYPES)[number];

/** Flags of EWKB, PostGIS's format. */
const HAS_Z = 0x80000000;
const HAS_M = 0x40000000;
const HAS_SRID = 0x20000000;

const MOST_LEVELS = 8;

/** Reads well-known binary step by step; throws RangeError beyond its end. */
function reader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let little = true;
  let extra = 0;

  function uint(): number {
    at += 4;
    return view.getUint32(at - 4, little);
  }

  function position(): Position {
    const x = view.getFloat64(at, little);
    const y = view.getFloat64(at + 8, little);
    at += 16 + extra;
    return [x, y];
  }

  /** A list whose parts have at least so many bytes. */
  function list<T>(read: () => T, least: number): T[] {
    const count = uint();
    if (count * least > bytes.length - at) throw new RangeError('it ends too early');
    return Array.from({ length: count }, read);
  }

  function header(): Type {
    little = view.getUint8(at++) === 1;
    const code = uint();
    const plain = code & 0x1fffffff;
    const dimensions = Math.floor(plain / 1_000);
    const hasZ = (code & HAS_Z) !== 0 || dimensions === 1 || dimensions === 3;
    const hasM = (code & HAS_M) !== 0 || dimensions === 2 || dimensions === 3;
    extra = 8 * (Number(hasZ) + Number(hasM));
    if ((code & HAS_SRID) !== 0) at += 4;
    const type = TYPES[(plain % 1_000) - 1];
    if (type === undefined) throw new TypeError(`geometry type ${plain}`);
    return type;
  }

  const line = () => list(position, 16 + extra);
  const polygon = () => list(line, 4);

  /** A line of arcs, each through the point in its middle, as a line of corners. */
  function arcs(): Position[] {
    const points = line() as [number, number][];
    const corners: Position[] = points.slice(0, 1);
    for (let at = 2; at < points.length; at += 2)
      corners.push(...arcThrough(points[at - 2]!, points[at - 1]!, points[at]!));
    return corners;
  }

  function curve(levels: number): Position[] {
    const type = levels > 0 ? header() : null;
    if (type === 'LineString') return line();
    if (type === 'CircularString') return arcs();
    if (type !== 'CompoundCurve') throw new TypeError('no curve');
    // Each part begins where the one before ends.
    return list(() => curve(levels - 1), 9).flatMap((part, at) => (at === 0 ? part : part.slice(1)));
  }

  const curves = () => list(() => curve(MOST_LEVELS), 9);

  function surface(): Position[][] {
    const type = header();
    if (type === 'Polygon') return polygon();
    if (type === 'CurvePolygon') return curves();
    throw new TypeError('no surface');
  }

  function part<T>(wanted: Type, read: () => T): () => T {
    return () => {
      if (header() !== wanted) throw new TypeError(`no ${wanted}`);
      return read();
    };
  }

  function geometry(levels: number): Geometry {
    if (levels === 0) throw new RangeError('it is nested too deep');
    const begun = at;
    const type = header();
    switch (type) {
      case 'Point': {
        const coordinates = position();
        // An empty point has no numbers.
        return { type, coordinates: coordinates.every(Number.isNaN) ? [] : coordinates };
      }
      case 'LineString':
        return { type, coordinates: line() };
      case 'Polygon':
        return { type, coordinates: polygon() };
      case 'MultiPoint':
        return { type, coordinates: list(part('Point', position), 21) };
      case 'MultiLineString':
        return { type, coordinates: list(part('LineString', line), 9) };
      case 'MultiPolygon':
        return { type, coordinates: list(part('Polygon', polygon), 9) };
      case 'CircularString':
        return { type: 'LineString', coordinates: arcs() };
      case 'CompoundCurve':
        at = begun;
        return { type: 'LineString', coordinates: curve(levels) };
      case 'CurvePolygon':
        return { type: 'Polygon', coordinates: curves() };
      case 'MultiCurve':
        return { type: 'MultiLineString', coordinates: curves() };
      case 'MultiSurface':
        return { type: 'MultiPolygon', coordinates: list(surface, 9) };
      case 'GeometryCollection':
        return { type, geometries: list(() => geometry(levels - 1), 5) };
    }
  }

  return { geometry: () => geometry(MOST_LEVELS) };
}

/**
 * The geometry in well-known binary, ISO's or PostGIS's, in its own coordinates; heights and measures are left out, and
 * arcs become lines within 0.1 m of them. Null when it is broken or of another kind.
 */
export function fromWkb(bytes: Uint8Array): Geometry | null {
  try {
    return reader(bytes).geometry();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

const ENVELOPES = [0, 32, 48, 48, 64];

/** The same for the binary of a GeoPackage, which begins with a header of its own. */
export function fromGeoPackage(bytes: Uint8Array): Geometry | null {
  if (bytes.length < 8 || bytes[0] !== 0x47 || bytes[1] !== 0x50) return null;
  const envelope = ENVELOPES[(bytes[3]! >> 1) & 7];
  return envelope === undefined ? null : fromWkb(bytes.subarray(8 + envelope));
}

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
  let first: GeometryColumn | null = null;
  for (let at = 0; at < columns; at++) {
    const filled = rows.map((values) => values[at] ?? '').filter((value) => value.trim() !== '');
    const geometries = filled.filter(isGeometry);
    if (geometries.length === 0 || geometries.length < MOST * filled.length) continue;
    const number = SRID.exec(geometries[0]!)?.[1];
    const column = { at, system: number === undefined || number === '0' ? null : `EPSG:${number}` };
    if (AREA.test(geometries[0]!)) return column;
    first ??= column;
  }
  return first;
}
