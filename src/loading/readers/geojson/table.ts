import { listed } from '../../../domain/in-words.ts';
import { hasLost, lostLetters, uniqueNames } from '../cells.ts';
import { inDegrees, invalidGeometries, kindsOf } from '../degrees.ts';
import { detectedEncoding } from '../encodings.ts';
import { beginningOf, openInput, type ReadableFile } from '../input.ts';
import { projectionOf } from '../projection.ts';
import {
  about,
  type Cell,
  type Column,
  type OpenOptions,
  type ReadRow,
  some,
  type Table,
  tallied,
  tally,
} from '../table.ts';
import { type Feature, features, formOf, type ReadFeature, systemOf } from './features.ts';

/** Bytes at the beginning that show the form: room for a long first feature. */
const BEGINNING = 1 << 20;
/** How many features the columns are taken from. */
const SAMPLE = 500;
/** How many names of properties without a column to keep for a remark. */
const MOST_NAMES = 20;

const SUFFIX = /\.(geojson|json|geojsonl|geojsons|ndjson|ndgeojson|jsonl)$/i;

async function sampleOf(all: AsyncIterable<ReadFeature[]>): Promise<ReadFeature[]> {
  const sample: ReadFeature[] = [];
  for await (const some of all) {
    sample.push(...some);
    if (sample.length >= SAMPLE) break;
  }
  return sample.slice(0, SAMPLE);
}

const isFeature = (read: ReadFeature): read is Feature => 'properties' in read;

async function describe(file: ReadableFile, srs: string | undefined) {
  const encoding = detectedEncoding((await beginningOf((await file.open()).bytes, BEGINNING)).beginning);
  const { beginning, whole } = await beginningOf(encoding.recoded((await file.open()).bytes), BEGINNING);
  const { form, crs } = formOf(beginning, whole);
  const featuresOf = (bytes: AsyncIterable<Buffer>) =>
    features(encoding.recoded(bytes), form, encoding.decoder());
  const system = srs ?? systemOf(crs);
  const projection = projectionOf(system ?? 'EPSG:4326');
  const sample = (await sampleOf(featuresOf((await file.open()).bytes))).filter(isFeature);
  const located = sample.map(({ geometry }) => inDegrees(geometry, projection.toDegrees));
  return {
    form,
    featuresOf,
    projection,
    columns: columnsOf(sample),
    geometry: kindsOf(located, system !== null) || null,
  };
}

/** Counts the features with properties that have no column, and keeps the first names of such properties. */
function lateProperties(known: ReadonlySet<string | null>) {
  const names = new Set<string>();
  const late = tally(
    (count) =>
      `${some(count, 'feature')} ${count === 1 ? 'has' : 'have'} properties that none of the first ${SAMPLE} features have; they ` +
      `are not read: ${listed([...names])}.`,
  );
  return {
    ...late,
    look({ line, properties }: Feature): void {
      let isLate = false;
      for (const key in properties) {
        if (known.has(key)) continue;
        isLate = true;
        if (names.size < MOST_NAMES) names.add(key);
      }
      if (isLate) late.add(line);
    },
  };
}

/**
 * Opens GeoJSON: a FeatureCollection, or one feature per line; also gzip, or in a zip. The first 500 features determine the
 * columns. Geometries are kept whole; a broken one is left out, with a remark.
 * @throws Error with a sentence when it is something else, or its coordinates are not degrees and it names no system.
 */
export async function openGeojson(path: string, options: OpenOptions = {}): Promise<Table> {
  const file = await openInput(path, SUFFIX, 'GeoJSON file', options.file);
  const { form, featuresOf, projection, columns, geometry } = await describe(file, options.srs).catch(
    (error) => {
      throw about(file.name, error);
    },
  );
  const remarks: string[] = [];
  const unlocated = invalidGeometries();
  const unspelled = lostLetters(() => null);
  const late = lateProperties(new Set(columns.map(({ key }) => key)));
  let share: () => number | null = () => null;

  function toRow(feature: ReadFeature): ReadRow {
    if (!isFeature(feature)) return feature;
    const cells: Record<string, Cell> = {};
    for (const { name, cellOf } of columns) cells[name] = cellOf(feature);
    if (feature.hasLost && hasLost(cells)) unspelled.add(feature.line);
    late.look(feature);
    const geometry = inDegrees(feature.geometry, projection.toDegrees);
    return { line: feature.line, cells, geometry: unlocated.usable(feature.line, geometry) };
  }

  async function* rows(): AsyncGenerator<ReadRow[]> {
    const source = await file.open();
    share = source.progress;
    for await (const some of featuresOf(source.bytes)) yield some.map(toRow);
  }

  return {
    name: file.name,
    format: form === 'lines' ? 'GeoJSON, a feature a line' : 'GeoJSON',
    columns: columns.map(({ name, alias, type, length, codes }) => ({ name, alias, type, length, codes })),
    encoding: null,
    projection: geometry === null ? null : projection.name,
    geometry,
    count: null,
    remarks,
    unusable: unlocated.count,
    read: tallied(file.name, remarks, [unlocated, unspelled, late], rows),
    share: () => share(),
    close: async () => {},
  };
}

/** A column, and where its cells are in a feature: `key` is the property, null for the `id` of the feature itself. */
interface FeatureColumn extends Column {
  key: string | null;
  cellOf(feature: Feature): Cell;
}

/** The value of a property as a cell; nested values become JSON. */
function cell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);
}

function typeOf(values: unknown[]): Column['type'] {
  const kinds = new Set(
    values.filter((value) => value !== null && value !== undefined).map((value) => typeof value),
  );
  if (kinds.size !== 1) return 'text';
  const [kind] = kinds;
  if (kind === 'object') return 'other';
  return kind === 'number' || kind === 'boolean' ? kind : 'text';
}

/** The columns of features: their properties, and `id` when features have one of their own. */
function columnsOf(features: readonly Feature[]): FeatureColumn[] {
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const names = uniqueNames(keys);
  const columns = keys.map((key, at): FeatureColumn => {
    const type = typeOf(features.map(({ properties }) => properties[key]));
    const cellOf = ({ properties }: Feature) =>
      Object.hasOwn(properties, key) ? cell(properties[key]) : null;
    return { key, name: names[at]!, alias: null, type, length: null, codes: null, cellOf };
  });
  if (names.includes('id') || features.every(({ id }) => id === null)) return columns;
  const type = typeOf(features.map(({ id }) => id));
  const cellOf = ({ id }: Feature) => id;
  return [{ key: null, name: 'id', alias: null, type, length: null, codes: null, cellOf }, ...columns];
}
