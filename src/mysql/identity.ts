import { varbinary } from './drizzle.ts';

/**
 * Text that tells one thing from another – an account, a parcel number, a key – is stored as bytes: collations find texts
 * equal that differ in case, accents or trailing blanks. Plain SQL reads it with `CONVERT(… USING utf8mb4)`.
 */
export const identity = (name: string, characters: number) => varbinary(name, { length: 4 * characters });
