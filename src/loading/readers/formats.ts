/** What a file holds, by its extension. JSON comes late: next to another table in a zip, it is metadata. */
const SUFFIXES = [
  [/\.shp$/i, 'shapefile'],
  [/\.gpkg$/i, 'gpkg'],
  [/\.(ndjson|jsonl|json-lines)$/i, 'ndjson'],
  [/\.(geojson|geojsonl|geojsons|ndgeojson)$/i, 'geojson'],
  [/\.(csv|tsv)$/i, 'csv'],
  [/\.(gdbtable|gdb)$/i, 'gdb'],
  [/\.json$/i, 'geojson'],
  [/\.txt$/i, 'csv'],
] as const;

/** The format that the name of a file implies, with or without .gz; null for other names. */
export const formatByName = (name: string): (typeof SUFFIXES)[number][1] | null =>
  SUFFIXES.find(([suffix]) => suffix.test(name.replace(/\.gz$/i, '')))?.[1] ?? null;
