import { isUtf8 } from 'node:buffer';
import { isObject, membersOf, objectIn } from '../../../domain/json-object.ts';
import { LOST, unfilled } from '../cells.ts';
import { markup } from '../formats.ts';
import { type ListElement, listElements, membersBefore, parseExactly, parseRepaired } from '../json.ts';
import { splitLines } from '../lines.ts';
import { LONGEST_LINE, MOST_LEVELS, type Rejected, tooDeep, unstorable } from '../rows.ts';

const RECORD_SEPARATOR = 0x1e;

/** A collection is one document; in `lines`, each line is a feature. */
export interface Form {
  form: 'collection' | 'lines';
  /** The old member `crs` of a collection, if it comes before the features. */
  crs: unknown;
}

/** Whether the first line is a feature. If the line is longer than the beginning, its first member decides. */
function isLineOfFeature(text: string, whole: boolean): boolean {
  const end = text.indexOf('\n');
  if (end < 0 && !whole) return /^\{\s*"type"\s*:\s*"Feature"/.test(text);
  return objectIn(end < 0 ? text : text.slice(0, end))?.type === 'Feature';
}

function refuse(document: Record<string, unknown> | null): void {
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
  if (text.charCodeAt(0) === RECORD_SEPARATOR) return { form: 'lines', crs: undefined };
  if (!text.startsWith('{')) throw new Error('it is not GeoJSON: that begins with {.');
  if (isLineOfFeature(text, whole)) return { form: 'lines', crs: undefined };
  const members = membersBefore(beginning, 'features');
  refuse(members ?? (whole ? objectIn(text) : null));
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

/** Longest feature in bytes, its geometry included; `LONGEST_LINE` limits its properties. */
export const LONGEST_FEATURE = 8 << 20;

/** A feature as written: its geometry is not checked. `line` is the number of the feature, or of its line. */
export interface Feature {
  line: number;
  id: string | number | null;
  properties: Record<string, unknown>;
  geometry: unknown;
  /** Whether it has bytes that are not valid in the encoding: each of them becomes `LOST`. */
  hasLost: boolean;
}

export type ReadFeature = Feature | Rejected;

const propertiesOf = (feature: unknown) =>
  isObject(feature) && isObject(feature.properties) ? feature.properties : null;

function unfill(properties: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(properties))
    if (typeof value === 'string') properties[key] = unfilled(value);
}

/** Undefined for what is not JSON. */
function parsed(json: string): unknown {
  try {
    return parseRepaired(json, (text) => parseExactly(text, propertiesOf));
  } catch {
    return undefined;
  }
}

const inUtf8 = (bytes: Buffer): string => bytes.toString('utf8');

function toFeature({ number: line, bytes, levels }: ListElement, decode: typeof inUtf8): ReadFeature {
  if (bytes === null) return { line, reason: 'feature_too_long' };
  if (levels > MOST_LEVELS) return { line, reason: 'nested_too_deep' };
  const json = decode(bytes);
  const hasLost = !isUtf8(bytes) && json.includes(LOST);
  const feature = parsed(json);
  if (feature === undefined) return { line, reason: 'not_json' };
  // Features without attributes have `null` as their properties.
  if (!isObject(feature) || (feature.properties !== null && !isObject(feature.properties)))
    return { line, reason: 'not_a_feature' };
  if (levels === 0 && tooDeep(feature)) return { line, reason: 'nested_too_deep' };
  const { id, geometry } = feature;
  const properties = feature.properties ?? {};
  if (bytes.length > LONGEST_LINE && Buffer.byteLength(JSON.stringify(properties)) > LONGEST_LINE)
    return { line, reason: 'line_too_long' };
  if (json.includes('\\u0000')) unfill(properties);
  const fault = json.includes('\\u') ? unstorable(properties) : null;
  if (fault !== null) return { line, ...fault };
  const isId = typeof id === 'string' || typeof id === 'number';
  return { line, id: isId ? id : null, properties, geometry, hasLost };
}

/** Lines as elements. Their levels are unknown and given as 0. */
async function* lineElements(bytes: AsyncIterable<Buffer>): AsyncGenerator<ListElement[]> {
  for await (const lines of splitLines(bytes, LONGEST_FEATURE)) {
    const elements: ListElement[] = [];
    for (const { line, bytes } of lines) {
      const text = bytes?.[0] === RECORD_SEPARATOR ? bytes.subarray(1) : bytes;
      if (text?.length !== 0) elements.push({ number: line, bytes: text, levels: 0 });
    }
    yield elements;
  }
}

/**
 * The features of GeoJSON, in memory that does not grow with the file. Broken features become faults.
 * @param decode makes text of a feature's bytes; brackets and quotes are as in ASCII.
 * @throws Error where a collection cannot be read any further, after the features before that point; at its end when it
 * says that it is only a part of the data.
 */
export async function* features(
  bytes: AsyncIterable<Buffer>,
  form: Form['form'],
  decode = inUtf8,
): AsyncGenerator<ReadFeature[]> {
  const elements =
    form === 'lines' ? lineElements(bytes) : listElements(bytes, 'features', LONGEST_FEATURE, checkWhole);
  for await (const some of elements) yield some.map((element) => toFeature(element, decode));
}

type Members = Record<string, unknown> | null;

/** The address of the page after this one, as OGC API and others link it: absolute, or relative to the page's own. */
export function nextPage(members: Members): string | null {
  const { links } = membersOf(members);
  const next = (Array.isArray(links) ? links : [])
    .map(membersOf)
    .find(({ rel, type }) => rel === 'next' && !/html/i.test(String(type ?? '')));
  return typeof next?.href === 'string' ? next.href : null;
}

/** What a collection says about the rows that neither it nor the pages before have; null when there are none. */
function missingRows(members: Members, rows: unknown): string | null {
  const { exceededTransferLimit, properties, numberMatched } = membersOf(members);
  if (exceededTransferLimit === true || membersOf(properties).exceededTransferLimit === true)
    return 'its server sent no more rows at once (exceededTransferLimit)';
  if (Number(numberMatched) > Number(rows)) return `it has ${rows} of ${numberMatched} rows (numberMatched)`;
  return nextPage(members) === null ? null : 'it links to a next page';
}

/**
 * Checks what a FeatureCollection says about itself beside its features.
 * @param rows how many there are with those of earlier pages; by its own count if left out.
 * @throws Error when it is only a part of the data.
 */
export function checkWhole(members: Members, rows: unknown = membersOf(members).numberReturned): void {
  const missing = missingRows(members, rows);
  if (missing !== null)
    throw new Error(
      `it is only a part of the data: ${missing}. Give Terrier the address of the service instead, which is read to its end.`,
    );
}
