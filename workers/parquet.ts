/** Encodes parts of Parquet files, which takes long, away from the event loop of the API. */
export { fileEnd, rowGroup } from '../src/records/parquet/file.ts';
