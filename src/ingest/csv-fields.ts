/**
 * The fields of one CSV record (RFC 4180), or null when it ends inside of a quoted field.
 * A quote in a field that did not start with one is taken as it stands.
 */
export function csvFields(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',');
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== '"') {
      const comma = record.indexOf(',', at);
      if (comma < 0) {
        fields.push(record.slice(at));
        return fields;
      }
      fields.push(record.slice(at, comma));
      at = comma + 1;
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
    const comma = record.indexOf(',', quote + 1);
    fields.push(field + record.slice(quote + 1, comma < 0 ? undefined : comma));
    if (comma < 0) return fields;
    at = comma + 1;
  }
}

/**
 * Whether a CSV record still stands inside of a quoted field where this physical line ends; `inside` tells whether it
 * did where the line begins. Agrees with `csvFields`, looking at each line only once.
 */
export function endsInsideQuotes(line: string, inside: boolean): boolean {
  let at = 0;
  let quoted = inside;
  for (;;) {
    if (quoted || line[at] === '"') {
      let quote = line.indexOf('"', quoted ? at : at + 1);
      while (quote >= 0 && line[quote + 1] === '"') quote = line.indexOf('"', quote + 2);
      if (quote < 0) return true;
      at = quote + 1;
      quoted = false;
    }
    const comma = line.indexOf(',', at);
    if (comma < 0) return false;
    at = comma + 1;
  }
}
