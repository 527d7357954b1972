import { bigint, customType, datetime, varbinary } from './drizzle.ts';

/** Bytes that are not text: drizzle's own binary types read text. */
export const bytes = (type: 'mediumblob' | `${'binary' | 'varbinary'}(${number})`) =>
  customType<{ data: Buffer }>({ dataType: () => type });

/** A whole number from 0. */
export const number = (name: string) => bigint(name, { mode: 'number', unsigned: true });

/** A time to the millisecond (UTC). */
export const time = (name: string) => datetime(name, { fsp: 3 });

/**
 * Identifiers (accounts, parcel numbers, keys) are stored as bytes: collations treat texts as equal that differ in case,
 * accents or trailing blanks. Plain SQL reads them with `CONVERT(… USING utf8mb4)`.
 */
export const identity = (name: string, characters: number) => varbinary(name, { length: 4 * characters });
