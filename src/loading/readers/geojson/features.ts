import { isUtf8 } from 'node:buffer';
import { isObject } from '../../../domain/json-object.ts';
import { unfilled } from '../cells.ts';
import { parseExactly, parseRepaired } from '../json.ts';
import { type ListElement, listElements } from '../json-list.ts';
import { splitLines } from '../lines.ts';
import { LONGEST_LINE, MOST_LEVELS, type Rejected, tooDeep, unstorable } from '../rows.ts';
import type { Form } from './form.ts';

/** Longest feature in bytes, its geometry included; `LONGEST_LINE` limits its properties. */
export const LONGEST_FEATURE = 8 << 20;

/** A feature as written: its geometry is not checked. `line` is the number of the feature, or of its line. */
export interface Feature {
  line: number;
  id: string | number | null;
  properties: Record<string, unknown>;
  geometry: unknown;
  /** Whether it has bytes that are not UTF-8: each of them becomes `LOST`. */
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

function toFeature({ number: line, bytes, levels }: ListElement): ReadFeature {
  if (bytes === null) return { line, reason: 'feature_too_long' };
  if (levels > MOST_LEVELS) return { line, reason: 'nested_too_deep' };
  const hasLost = !isUtf8(bytes);
  const json = bytes.toString('utf8');
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

const RECORD_SEPARATOR = 0x1e;

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
 * The features of GeoJSON in UTF-8, in memory that does not grow with the file. Broken features become faults.
 * @throws Error where a collection cannot be read any further, after the features before that point; at its end when it
 * says that it is only a part of the data.
 */
export async function* features(
  bytes: AsyncIterable<Buffer>,
  form: Form['form'],
): AsyncGenerator<ReadFeature[]> {
  const elements =
    form === 'lines' ? lineElements(bytes) : listElements(bytes, 'features', LONGEST_FEATURE, checkWhole);
  for await (const some of elements) yield some.map(toFeature);
}

type Members = Record<string, unknown> | null;

const membersOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

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
