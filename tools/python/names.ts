/** Names and texts of Python. */

/** Columns of generated lines, without their indentation. */
export const WIDTH = 88;

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

export const isKeyword = (name: string): boolean => KEYWORDS.has(name);

/** `getParcelsId` and `idempotency-key` as `get_parcels_id` and `idempotency_key`; `as` as `as_`. */
export function snake(name: string): string {
  const made = name
    .replace(/(?<=\w)(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toLowerCase();
  return isKeyword(made) ? `${made}_` : made;
}

/** `filter_value`, `parcel.sold` and `getParcelsId` as `FilterValue`, `ParcelSold` and `GetParcelsId`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');

/** One of what a plural names: `event_types` are `event_type`. */
export const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/(?<![isu])s$/, '');

/** A string literal. JSON's escapes are Python's. */
export const text = (value: string): string => JSON.stringify(value);

export const indent = (lines: string[], depth = 1): string[] =>
  lines.map((line) => (line === '' ? '' : '    '.repeat(depth) + line));

/** A text in lines of at most `width` characters; its own line ends and their indentation stay. */
export function wrapped(words: string, width: number): string[] {
  return words.split('\n').flatMap((paragraph) => {
    const [first = '', ...rest] = paragraph.trimStart().split(' ');
    const lines: string[] = [];
    let line = paragraph.slice(0, paragraph.length - paragraph.trimStart().length) + first;
    for (const word of rest) {
      if (line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else line = `${line} ${word}`;
    }
    return [...lines, line];
  });
}

/** What brackets hold: on one line if it fits into `width`, else each part on lines of its own. */
export function bracketed(open: string, parts: string[][], close: string, width: number): string[] {
  const flat = parts.every((lines) => lines.length === 1) ? open + parts.join(', ') + close : null;
  if (flat !== null && flat.length <= width) return [flat];
  const inside = parts.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1)},`]);
  return [open, ...indent(inside), close];
}

/** A docstring. */
export function docstring(words: string, width: number): string[] {
  const escaped = words.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  const lines = wrapped(escaped, width);
  if (lines.length === 1 && lines[0]!.length + 3 <= width) return [`"""${lines[0]}"""`];
  return [`"""${lines[0]}`, ...lines.slice(1), '"""'];
}
