/** What XML predefines, and the blank that does not break. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi;
const LAST_CHARACTER = 0x10_ff_ff;

function character(code: number): string | null {
  const isText = code >= 32 && code <= LAST_CHARACTER && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isText ? String.fromCodePoint(code) : null;
}

/**
 * A text without the entities of HTML that it was written with: `SMITH &amp; SONS` is `SMITH & SONS`, also where they were
 * written twice (`&amp;amp;`). Names that are not of XML stay, and so does an `&` alone.
 */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  const once = text.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()]!;
    return character(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole;
  });
  return once.length < text.length ? withoutEntities(once) : once;
}
