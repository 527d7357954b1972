import { isObject, membersOf } from '../../../domain/json-object.ts';
import { Failure } from '../failure.ts';
import type { Column } from '../table.ts';
import { listOf, numberOr, textOr } from './client.ts';

/** What a layer says about itself. */
export interface Description {
  columns: readonly Column[];
  /** The column of the object ids; null when there is none. */
  id: string | null;
  /** Most rows in one answer. */
  pageSize: number;
  canPage: boolean;
  canSort: boolean;
  projection: string | null;
  geometry: string | null;
  /** ISO 8601; null when the server does not say. */
  lastEdited: string | null;
  /** The time zone of its dates; without one, that is UTC. */
  zone?: string;
}

/** Used where a layer names no limit: servers that old send at least 500 rows. */
const UNNAMED_LIMIT = 500;
/** Limits the memory for an answer, however many rows the server would send at once. */
const LARGEST_PAGE = 5_000;

const TYPES: Record<string, Column['type']> = {
  esriFieldTypeOID: 'number',
  esriFieldTypeSmallInteger: 'number',
  esriFieldTypeInteger: 'number',
  esriFieldTypeBigInteger: 'number',
  esriFieldTypeSingle: 'number',
  esriFieldTypeDouble: 'number',
  esriFieldTypeDate: 'date',
  esriFieldTypeDateOnly: 'date',
  esriFieldTypeTimestampOffset: 'date',
  esriFieldTypeString: 'text',
  esriFieldTypeTimeOnly: 'text',
  esriFieldTypeGUID: 'text',
  esriFieldTypeGlobalID: 'text',
  esriFieldTypeXML: 'text',
};

const GEOMETRIES: Record<string, string> = {
  esriGeometryPolygon: 'Polygon',
  esriGeometryPolyline: 'LineString',
  esriGeometryPoint: 'Point',
  esriGeometryMultipoint: 'MultiPoint',
};

type Codes = Record<string, string>;

const isCode = (code: unknown) => typeof code === 'string' || typeof code === 'number';

function codesOf(pairs: [code: unknown, meaning: unknown][]): Codes | null {
  const known = pairs.flatMap(([code, meaning]) =>
    isCode(code) && typeof meaning === 'string' ? [[String(code), meaning]] : [],
  );
  return known.length === 0 ? null : Object.fromEntries(known);
}

function domainCodes(domain: unknown): Codes | null {
  const pairs = listOf(membersOf(domain).codedValues).map(membersOf);
  return codesOf(pairs.map(({ code, name }) => [code, name]));
}

function columnOf(
  field: Record<string, unknown>,
  subtypeColumn: string | null,
  subtypes: Codes | null,
): Column {
  const name = String(field.name);
  const alias = textOr(field.alias, null);
  const type = TYPES[String(field.type)] ?? 'other';
  return {
    name,
    alias: alias === name ? null : alias,
    type,
    length: type === 'text' ? numberOr(field.length, null) : null,
    codes: domainCodes(field.domain) ?? (name === subtypeColumn ? subtypes : null),
  };
}

function projectionOf(reference: unknown): string | null {
  const { wkid, latestWkid, wkt, wkt2 } = membersOf(reference);
  const code = numberOr(latestWkid, numberOr(wkid, null));
  // Esri's own numbers begin at 37000; EPSG's are below that.
  if (code !== null) return code < 37_000 ? `EPSG:${code}` : `ESRI:${code}`;
  const text = textOr(wkt, textOr(wkt2, null));
  return text === null ? null : (/"([^"]+)"/.exec(text)?.[1] ?? 'unknown');
}

const names = (layers: unknown[]) =>
  layers
    .map(membersOf)
    .map(({ id, name }) => `${numberOr(id, '?')} ${textOr(name, 'without a name')}`)
    .join(', ');

const isoOf = (milliseconds: number | null) =>
  milliseconds === null || Math.abs(milliseconds) > 8.64e15 ? null : new Date(milliseconds).toISOString();

/** @throws Failure when the address is not that of a layer, in a sentence that lists the layers there. */
function checkIsLayer(answer: Record<string, unknown>, address: string): void {
  const layers = [...listOf(answer.layers), ...listOf(answer.tables)].filter(isObject);
  if (layers.length > 0) {
    throw new Failure(
      `${address} is a service of ${layers.length} layers: put the number of one at its end. They are: ${names(layers)}.`,
    );
  }
  const parts = listOf(answer.subLayers).filter(isObject);
  const isGroup = String(answer.type).startsWith('Group') && parts.length > 0;
  if (isGroup) throw new Failure(`${address} is a group. Its layers are: ${names(parts)}.`);
  const type = textOr(answer.type, null);
  if (listOf(answer.fields).length > 0) return;
  throw new Failure(
    type === null
      ? `${address} is not an ArcGIS layer: it should end in MapServer or FeatureServer and a number, such as FeatureServer/0.`
      : `${address} has no rows to read: it is a ${type}.`,
  );
}

/**
 * Reads a layer's description of itself.
 * @throws Failure when it is not a layer with rows.
 */
export function describe(answer: Record<string, unknown>, address: string): Description {
  checkIsLayer(answer, address);
  const fields = listOf(answer.fields)
    .filter(isObject)
    .filter(({ name, type }) => typeof name === 'string' && type !== 'esriFieldTypeGeometry');
  const subtypeColumn = textOr(answer.subtypeField, textOr(answer.typeIdField, null));
  const subtypes = codesOf(
    listOf(answer.types)
      .map(membersOf)
      .map(({ id, name }) => [id, name]),
  );
  const can = membersOf(answer.advancedQueryCapabilities);
  const limit = numberOr(answer.maxRecordCount, UNNAMED_LIMIT);
  const id =
    textOr(answer.objectIdField, null) ?? fields.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  const reference = membersOf(answer.extent).spatialReference ?? answer.sourceSpatialReference;
  const geometry = textOr(answer.geometryType, null);
  const { lastEditDate } = membersOf(answer.editingInfo);
  return {
    columns: fields.map((field) => columnOf(field, subtypeColumn, subtypes)),
    id: textOr(id, null),
    pageSize: Math.min(Math.max(1, Math.floor(limit)), LARGEST_PAGE),
    canPage: can.supportsPagination === true,
    canSort: can.supportsOrderBy !== false,
    projection: geometry === null ? null : projectionOf(reference),
    geometry: geometry === null ? null : (GEOMETRIES[geometry] ?? geometry),
    lastEdited: isoOf(numberOr(lastEditDate, null)),
    zone: zoneOf(answer.dateFieldsTimeReference) ?? undefined,
  };
}

/** Time zones of the United States by the names that Windows, and so Esri, gives them. */
const WINDOWS: Readonly<Record<string, string>> = {
  'Eastern Standard Time': 'America/New_York',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Aleutian Standard Time': 'America/Adak',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'SA Western Standard Time': 'America/Puerto_Rico',
  'West Pacific Standard Time': 'Pacific/Guam',
  'UTC-11': 'Pacific/Pago_Pago',
};
const HOUR_MS = 3_600_000;
const WINTER = Date.UTC(2024, 0, 15, 12);

type Local = (milliseconds: number) => string;

/** Reads a time as `YYYY-MM-DD HH:MM:SS` in a zone; null for a zone that is not known. */
function clockOf(timeZone: string): Local | null {
  try {
    // Sweden writes dates so.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return (milliseconds) => format.format(milliseconds);
  } catch {
    return null;
  }
}

/** The zone that has the winter's time all year. */
function allYear(zone: string): string {
  const winter = clockOf(zone)?.(WINTER);
  if (winter === undefined) return zone;
  const hours = (WINTER - Date.parse(`${winter.replace(' ', 'T')}Z`)) / HOUR_MS;
  return `Etc/GMT${hours < 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/**
 * The time zone in which a layer's dates are told, from its `dateFieldsTimeReference`; null where it is UTC or not known.
 */
function zoneOf(reference: unknown): string | null {
  const { timeZone, timeZoneIANA, respectsDaylightSaving } = membersOf(reference);
  const named = textOr(timeZone, null);
  const name = textOr(timeZoneIANA, null) ?? (named && (WINDOWS[named] ?? named));
  if (name === null || /^(?:Etc\/)?(?:UTC|GMT)$/i.test(name)) return null;
  const zone = respectsDaylightSaving === false ? allYear(name) : name;
  return clockOf(zone) === null ? null : zone;
}

const clocks = new Map<string, Local>();

/** A time as `YYYY-MM-DD HH:MM:SS` in a zone of `zoneOf`. */
export function inZone(milliseconds: number, zone: string): string {
  const clock = clocks.get(zone) ?? clockOf(zone)!;
  clocks.set(zone, clock);
  return clock(milliseconds);
}
