import { countyName } from '../../domain/geography.ts';
import { notReadByName, refusal } from '../readers/formats.ts';
import { hint } from './checks.ts';
import { fieldOf } from './keys.ts';
import { describe } from './mapping.ts';
import type { Layer, PublishedData, Source } from './source.ts';

/** How a layer will be read, or why it cannot be; both in a sentence. */
type Plan = { layer: Layer } & ({ supported: true; sentence: string } | { supported: false; reason: string });

const FORMATS: Readonly<Record<string, string>> = {
  shapefile: 'Shapefile',
  geojson: 'GeoJSON',
  csv: 'CSV',
  gpkg: 'GeoPackage',
  gdb: 'FileGDB, read by GDAL',
};
const FORMAT_NAMES = Object.keys(FORMATS);

function unreadable({ protocol, reading: { format }, name }: PublishedData): string | null {
  if (protocol === 'ftp')
    return `${name} is on an FTP server, which Terrier does not read: download it, and use protocol "file".`;
  if (protocol === 'ESRI') return null;
  if (format === 'xml')
    return `${name} is XML (GML), which Terrier does not read: convert it to GeoPackage, with ogr2ogr for example.`;
  const other = notReadByName(`.${format}`);
  if (other !== null) return refusal(name, other);
  if (!Object.hasOwn(FORMATS, format))
    return `${name} has the unknown format "${format}"${hint(format, FORMAT_NAMES)}`;
  return null;
}

function withoutCounty({ conform }: Layer, { area }: Source): string | null {
  if (area.county !== null || conform.fields.has('county_fips')) return null;
  if (area.doubt !== null) return area.doubt;
  if (area.state === null)
    return 'It names no county: give it with --county, or as coverage["US Census"].geoid.';
  return (
    'It covers a place or a whole state, and names no county: give the one county with --county, ' +
    'or name a column of county codes as conform.county_fips.'
  );
}

function howRead({ protocol, compression, reading: { format } }: PublishedData): string {
  if (protocol === 'ESRI') return 'ArcGIS layer, page by page';
  const packed = compression === null ? '' : `, in a ${compression} archive`;
  return `${FORMATS[format]}${packed}, ${protocol === 'http' ? 'downloaded' : 'from a file'}`;
}

/** The parcel number, where the source file gives it, and the names of the other fields. */
function fieldsOf({ kind, conform }: Layer): string {
  const all = [...conform.fields];
  const isNumber = (key: string) => fieldOf(key) === 'parcel_id';
  const number = all.filter(([key]) => isNumber(key)).map(([key, { json }]) => `${key} = ${describe(json)}`);
  const others = all.map(([key]) => key).filter((key) => !isNumber(key));
  if (conform.mailing) others.push(conform.mailing.key);
  const rest = others.length === 0 ? 'other columns to be proposed' : `with ${others.join(', ')}`;
  return [number.length === 0 ? `${kind} without a parcel number` : number.join(), rest].join('; ');
}

function sentenceOf(layer: Layer, county: string | null): string {
  const joins = layer.joins.map(
    (join) => `joined to ${join.name} (${howRead(join)}) on ${describe(join.here.json)}`,
  );
  const where = county === null ? 'county from its columns' : `${countyName(county)} (${county})`;
  return `${[howRead(layer), ...joins, fieldsOf(layer), where].join('; ')}.`;
}

function planOfLayer(layer: Layer, source: Source): Plan {
  const reason =
    (layer.skip ? 'It is marked to be skipped ("skip": true).' : null) ??
    [layer, ...layer.joins].map(unreadable).find((why) => why !== null) ??
    withoutCounty(layer, source);
  if (reason !== null) return { layer, supported: false, reason };
  const county = layer.conform.fields.has('county_fips') ? null : source.area.county;
  return { layer, supported: true, sentence: sentenceOf(layer, county) };
}

/** The plan for each layer of a source file, in its order. */
export function planOf(source: Source): Plan[] {
  return source.layers.map((layer) => planOfLayer(layer, source));
}

/** The source with the county that is given by the person who loads it. */
export const inCounty = (source: Source, county: string): Source => ({
  ...source,
  area: { ...source.area, county, state: county.slice(0, 2), doubt: null },
});
