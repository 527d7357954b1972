import { isObject } from '../../../domain/json-object.ts';

// Reads answers whose structure is up to the server.

/** The members of an object; none for anything else. */
export const membersOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' && value !== '' ? value : other;

export const numberOr = <T>(value: unknown, other: T): number | T =>
  typeof value === 'number' && Number.isFinite(value) ? value : other;
