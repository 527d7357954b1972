/**
 * Whether a quote is escaped by a backslash, as in files from MySQL, and does not close the quoted field whose text begins
 * at `start`: neither a delimiter nor the end of the record follows it.
 */
const isEscaped = (text: string, start: number, quote: number, delimiter: string): boolean =>
  quote > start && text[quote - 1] === '\\' && quote + 1 < text.length && text[quote + 1] !== delimiter;

/**
 * The fields of one CSV record (RFC 4180, with any one-character delimiter), or null when it ends inside a quoted field. A
 * quote in a field that did not start with one is kept.
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
    while (quote >= 0) {
      if (record[quote + 1] === '"') {
        field += record.slice(start, quote + 1);
        start = quote + 2;
      } else if (isEscaped(record, start, quote, delimiter)) {
        field += `${record.slice(start, quote - 1)}"`;
        start = quote + 1;
      } else break;
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

/** The fields of a record with so many columns, without extra blank ones at its end; null when their number does not fit. */
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

/** The shape of a line that begins inside or outside a quoted field. Agrees with `csvFields`. */
export function lineShape(line: string, delimiter: string, inside: boolean): LineShape {
  let delimiters = 0;
  let at = 0;
  let quoted = inside;
  let odd = false;
  for (;;) {
    if (quoted || line[at] === '"') {
      let start = quoted ? at : at + 1;
      let quote = line.indexOf('"', start);
      while (quote >= 0) {
        if (line[quote + 1] === '"') start = quote + 2;
        else if (isEscaped(line, start, quote, delimiter)) start = quote + 1;
        else break;
        quote = line.indexOf('"', start);
      }
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
