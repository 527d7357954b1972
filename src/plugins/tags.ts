import { hash } from 'node:crypto';

/** A weak ETag for a text: the same data in any compression. */
export const tagOf = (text: string): string => `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Whether an If-None-Match header names a tag. */
export const namesTag = (header: string, tag: string): boolean =>
  header.split(',').some((item) => item.trim().replace(/^W\//, '') === tag.slice(2));
