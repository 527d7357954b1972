import { LONGEST_LINE } from '../rows.ts';
import { csvFields, type LineShape, lineShape } from './fields.ts';

/** In a record with more lines than this, a quote was never closed. */
const MOST_LINES = 1_000;

/** How the fields of a table are written. */
export interface Dialect {
  delimiter: string;
  /** Whether a field that begins with a quote is a quoted one. Otherwise, each line is a record. */
  isQuoted: boolean;
}

export type CsvRecord = { line: number; values: string[] } | { line: number; reason: string };

interface OpenLine extends LineShape {
  line: number;
  text: string;
}

/** The lines of an open record. All lines after the first begin inside a quoted field. */
function openLines() {
  let lines: OpenLine[] = [];
  let first = 0;
  let length = 0;
  let delimiters = 0;
  let odd = 0;
  return {
    count: () => lines.length - first,
    first: () => lines[first]!,
    last: () => lines.at(-1)!,
    length: () => length,
    delimiters: () => delimiters,
    isOdd: () => odd > 0,
    text: () =>
      lines
        .slice(first)
        .map(({ text }) => text)
        .join('\n'),
    add(line: OpenLine): void {
      if (lines.length > first) {
        delimiters += line.delimiters;
        odd += Number(line.odd);
      }
      lines.push(line);
      length += line.text.length + 1;
    },
    shift(): OpenLine {
      const taken = lines[first++]!;
      length -= taken.text.length + 1;
      const next = lines[first];
      if (next) {
        delimiters -= next.delimiters;
        odd -= Number(next.odd);
      }
      if (first > MOST_LINES || !next) {
        lines = lines.slice(first);
        first = 0;
      }
      return taken;
    },
    clear(): void {
      lines = [];
      first = length = delimiters = odd = 0;
    },
  };
}

/**
 * Joins physical lines into records, which should all have as many fields as the first one. A call puts what it finds
 * into `found`.
 *
 * A quoted field that is not closed on its line may continue on the next lines. Its quote is a stray one when nothing
 * closes it within 1,000 lines and 1 MiB, when an unreadable line comes first, when the closing quote does not end a field,
 * or when the record would have a different number of columns. Then only the line with the stray quote is rejected, and
 * reading continues with the next line.
 *
 * What a line does to an open field does not depend on where the field was opened, so each line is looked at three times
 * at most.
 */
export function recordJoiner({ delimiter, isQuoted }: Dialect) {
  const open = openLines();
  let before = 0;
  let width: number | null = null;

  function keep(line: number, values: string[], found: CsvRecord[]): void {
    width ??= values.length;
    found.push({ line, values });
  }

  /** Reads the first line of a record. Returns whether it leaves a field open. */
  function begin(line: number, text: string, found: CsvRecord[]): boolean {
    if (text === '') return false;
    const values = isQuoted ? csvFields(text, delimiter) : text.split(delimiter);
    if (values === null) before = lineShape(text, delimiter, false).delimiters;
    else keep(line, values, found);
    return values === null;
  }

  /** Rejects the first open line, and reads the others again, up to one that leaves a field open. */
  function giveUp(reason: string, found: CsvRecord[]): void {
    found.push({ line: open.shift().line, reason });
    while (open.count() > 0 && !begin(open.first().line, open.first().text, found)) open.shift();
  }

  /** Decides what the last open line means: it ends the record, or shows that the quote was a stray one. */
  function settle(found: CsvRecord[]): void {
    while (open.count() > 0) {
      const closed = open.count() > 1 && !open.last().open;
      if (closed && !open.isOdd()) {
        if (width !== null && before + open.delimiters() + 1 !== width) giveUp('wrong_column_count', found);
        else {
          keep(open.first().line, csvFields(open.text(), delimiter)!, found);
          open.clear();
        }
      } else if (closed || open.length() > LONGEST_LINE || open.count() > MOST_LINES)
        giveUp('unclosed_quote', found);
      else return;
    }
  }

  return {
    add(line: number, text: string, found: CsvRecord[]): void {
      if (open.count() > 0) {
        open.add({ line, text, ...lineShape(text, delimiter, true) });
        settle(found);
      } else if (begin(line, text, found)) open.add({ line, text, delimiters: 0, open: true, odd: false });
    },
    /** Rejects open lines with stray quotes, since no readable line follows. */
    end(found: CsvRecord[]): void {
      while (open.count() > 0) giveUp('unclosed_quote', found);
    },
  };
}
