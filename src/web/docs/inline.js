import { h } from '../dom.js';

const PARTS = /`([^`]+)`|\[([^\]]+)\]\(([^)]+)\)/g;

/** A text of a guide as elements: `code` and [links](/address). */
export function inline(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(PARTS)) {
    parts.push(text.slice(end, found.index));
    const [whole, code, words, address] = found;
    parts.push(code === undefined ? h('a', { href: address }, words) : h('code', {}, code));
    end = found.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts;
}
