/**
 * The fields of one CSV record (RFC 4180, with any delimiter of one character), or null when it ends within a quoted
 * field. A quote in a field that did not start with one is kept.
 */
export function csvFields(record: string, delimiter: string): string[] | null {
  if (!record.includes('"')) return record.split(delimiter);
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== '"') {
      const next = record.indexOf(delimiter, at);
      if (next < 0) {
        fields.push(record.slice(at));
        return fields;
      }
      fields.push(record.slice(at, next));
      at = next + 1;
      continue;
    }
    let field = '';
    let start = at + 1;
    let quote = record.indexOf('"', start);
    while (quote >= 0 && record[quote + 1] === '"') {
      field += record.slice(start, quote + 1);
      start = quote + 2;
      quote = record.indexOf('"', start);
    }
    if (quote < 0) return null;
    field += record.slice(start, quote);
    const next = record.indexOf(delimiter, quote + 1);
    fields.push(field + record.slice(quote + 1, next < 0 ? undefined : next));
    if (next < 0) return fields;
    at = next + 1;
  }
}

/** The fields of a record of so many columns; those of a longer one if what is beyond is blank. Null when they do not fit. */
export function fitting(fields: string[], columns: number): string[] | null {
  if (fields.length === columns) return fields;
  const isLonger = fields.length > columns && fields.slice(columns).every((field) => field.trim() === '');
  return isLonger ? fields.slice(0, columns) : null;
}

export interface LineShape {
  delimiters: number;
  /** A quoted field is open where the line ends. */
  open: boolean;
  /** The quote that closes the open field is not followed by a delimiter or the line's end. */
  odd: boolean;
}

/** The shape of a line that begins inside of a quoted field or outside. Agrees with `csvFields`. */
export function lineShape(line: string, delimiter: string, inside: boolean): LineShape {
  let delimiters = 0;
  let at = 0;
  let quoted = inside;
  let odd = false;
  for (;;) {
    if (quoted || line[at] === '"') {
      let quote = line.indexOf('"', quoted ? at : at + 1);
      while (quote >= 0 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2);
      if (quote < 0) return { delimiters, open: true, odd };
      at = quote + 1;
      odd ||= quoted && at < line.length && line[at] !== delimiter;
      quoted = false;
    }
    const next = line.indexOf(delimiter, at);
    if (next < 0) return { delimiters, open: false, odd };
    delimiters++;
    at = next + 1;
  }
}
