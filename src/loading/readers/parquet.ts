export const PARQUET = /\.(geo)?parquet(\.gz)?$/i;

/** What to do with a Parquet file, which Terrier does not read. */
export const parquetRefusal = (name: string): string =>
  `${name} is GeoParquet, which Terrier does not read. Convert it to GeoPackage: ` +
  'ogr2ogr -f GPKG parcels.gpkg parcels.parquet (ogr2ogr --formats lists Parquet, if your GDAL has it).';
