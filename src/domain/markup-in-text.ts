import { decodeHTMLStrict } from 'entities';

const NO_BREAK = /\u00a0/g;
/** Not `<Null>`. */
const TAG = /<\/?(?:a|b|br|div|em|font|i|li|nobr|p|span|strong|td|tr|u)(?:\s[^<>]*)?\/?>/gi;

/**
 * A text without HTML: `SMITH &amp; SONS` is `SMITH & SONS`, and so is `SMITH &amp;amp; SONS`; a tag such as `<br>` is a blank. A
 * plain `&` stays, and a non-breaking space becomes a plain one.
 */
export function withoutMarkup(text: string): string {
  const plain = text.includes('<') ? text.replace(TAG, ' ') : text;
  if (!plain.includes('&')) return plain;
  const decoded = decodeHTMLStrict(plain).replace(NO_BREAK, ' ');
  return decoded === plain ? plain : withoutMarkup(decoded);
}
