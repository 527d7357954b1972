import { decodeHTMLStrict } from 'entities';

const NO_BREAK = /\u00a0/g;

/**
 * A text without HTML entities: `SMITH &amp; SONS` is `SMITH & SONS`, and so is `SMITH &amp;amp; SONS`. A plain `&` stays, and
 * a non-breaking space becomes a plain one.
 */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  const decoded = decodeHTMLStrict(text).replace(NO_BREAK, ' ');
  return decoded === text ? text : withoutEntities(decoded);
}
