import { varbinary } from './drizzle.ts';

/**
 * Identifiers (accounts, parcel numbers, keys) are stored as bytes: collations treat texts as equal that differ in case,
 * accents or trailing blanks. Plain SQL reads them with `CONVERT(… USING utf8mb4)`.
 */
export const identity = (name: string, characters: number) => varbinary(name, { length: 4 * characters });
