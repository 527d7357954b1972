import { hash } from 'node:crypto';

/** A weak ETag for a text: the same data in any compression. */
export const weakTag = (text: string | Buffer): string =>
  `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Whether an If-None-Match header names a tag. */
export const namesTag = (header: string, tag: string): boolean => header.includes(tag.slice('W/'.length));

/** Whether an If-None-Match header is `*`, which matches any tag. */
export const namesAny = (header: string | undefined): boolean => header?.trim() === '*';
