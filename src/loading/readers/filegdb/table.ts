import { listed } from '../../../domain/in-words.ts';
import { cellsFault, hasLost, lostLetters } from '../cells.ts';
import { inDegrees, invalidGeometries } from '../degrees.ts';
import { cell } from '../geojson-table/columns.ts';
import { features, type ReadFeature } from '../geojson-table/features.ts';
import { columnsOf, type LayerColumn } from '../geopackage/columns.ts';
import { type Layer, layersOf, pickLayer } from '../geopackage/layers.ts';
import { projectionOf } from '../projection.ts';
import { openSqlite } from '../sqlite.ts';
import type { Cell, OpenOptions, ReadRow, Table } from '../table.ts';
import { countOf, gdal, schemaOf } from './gdal.ts';
import { sourceOf } from './source.ts';

interface Described {
  layer: Layer;
  columns: LayerColumn[];
  binary: string[];
}

async function describeLayer(source: string, wanted: string | undefined): Promise<Described> {
  const { file, remove } = await schemaOf(source);
  try {
    const database = await openSqlite(file);
    try {
      const layer = pickLayer(layersOf(database), wanted);
      // ogr2ogr would take the name for an option.
      if (layer.name.startsWith('-'))
        throw new Error(`its layer ${layer.name} cannot be read: its name begins with "-".`);
      return { layer, ...columnsOf(database, layer) };
    } finally {
      database.close();
    }
  } finally {
    await remove();
  }
}

/** The arguments with which GDAL converts a layer to degrees. */
function transformation({ geometry }: Layer, srs: string | undefined): string[] {
  if (geometry === null) return [];
  if (srs === undefined && geometry.system.length === 0)
    throw new Error(
      'the layer names no coordinate system: give it with --srs, such as EPSG:2227 (conform.srs in a source file).',
    );
  if (srs !== undefined) {
    projectionOf(srs);
    return ['-s_srs', srs.trim(), '-t_srs', 'EPSG:4326'];
  }
  return ['-t_srs', 'EPSG:4326'];
}

/** Some versions of GDAL write dates with slashes. */
const dated = (value: Cell): Cell =>
  typeof value === 'string' ? value.replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3') : value;

async function describe(source: string, { layer: wanted, srs }: OpenOptions) {
  const { layer, columns, binary } = await describeLayer(source, wanted);
  return {
    layer,
    // GDAL does not pass the rows' own numbers on as properties.
    columns: columns.filter(({ isId }) => !isId),
    binary,
    count: await countOf(source, layer.name),
    args: [
      '-f',
      'GeoJSONSeq',
      ...transformation(layer, srs),
      '-dim',
      'XY',
      '/vsistdout/',
      source,
      layer.name,
    ],
  };
}

/**
 * Opens a layer of a FileGDB, a folder or in a zip, through GDAL's ogr2ogr, which hands over one row at a time.
 * @throws Error with a sentence when GDAL is missing or fails, there is no such layer, or there are several and none is named.
 */
export async function openFilegdb(path: string, options: OpenOptions = {}): Promise<Table> {
  const { name, source, remove } = await sourceOf(path, options.file);
  const about = (error: Error) => new Error(`${name}: ${error.message}`, { cause: error });
  const { layer, columns, binary, count, args } = await describe(source, options).catch(
    async (error: Error) => {
      await remove();
      throw about(error);
    },
  );
  const remarks = binary.length > 0 ? [`Binary data is not read: the columns ${listed(binary)}.`] : [];
  const unlocated = invalidGeometries();
  const unspelled = lostLetters(() => null);
  let rowsRead = 0;

  function toRow(feature: ReadFeature): ReadRow {
    if ('reason' in feature) return feature;
    const { line, properties } = feature;
    rowsRead = line;
    const cells: Record<string, Cell> = {};
    for (const { key, name, type } of columns) {
      const value = cell(properties[key]);
      cells[name] = type === 'date' ? dated(value) : value;
    }
    const fault = cellsFault(cells);
    if (fault) return { line, ...fault };
    if (feature.hasLost && hasLost(cells)) unspelled.add(line);
    const geometry = inDegrees(feature.geometry, (x, y) => [x, y]);
    if (geometry === 'invalid') unlocated.add(line);
    return { line, cells, geometry: geometry === 'invalid' ? null : geometry };
  }

  async function* read(): AsyncGenerator<ReadRow[]> {
    rowsRead = 0;
    for (const count of [unlocated, unspelled]) count.reset();
    try {
      for await (const some of features(gdal('ogr2ogr', args), 'lines')) yield some.map(toRow);
    } catch (error) {
      throw about(error as Error);
    } finally {
      for (const count of [unlocated, unspelled]) count.say(remarks);
    }
  }

  return {
    name: `${name} (layer ${layer.name})`,
    format: 'FileGDB',
    columns: columns.map(({ key: _key, isId: _isId, ...column }) => column),
    encoding: null,
    projection: layer.geometry && (options.srs ?? layer.geometry.system.at(-1) ?? null),
    geometry: layer.geometry?.type ?? null,
    count,
    remarks,
    unusable: unlocated.count,
    read,
    share: () => (count === null ? null : count === 0 ? 1 : Math.min(1, rowsRead / count)),
    close: remove,
  };
}
