/** A time from JSON, to the minute. */
export const minute = (time: string) => time.slice(0, 16).replace('T', ' ');

/** Rows of text under a header, one line each, in columns as wide as their longest value. */
export function table(header: readonly string[], rows: readonly string[][]): string {
  const all = [header, ...rows].map((row) => row.map((cell) => cell.replace(/\s*\n\s*/g, ' ')));
  const widths = header.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
