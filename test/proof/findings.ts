/** What a part of a run has found. */
export interface Findings {
  title: string;
  /** Lines with its figures. */
  figures: string[];
  /** What is wrong; any fault fails the run. */
  faults: string[];
}

/** The most faults of a part that are printed. */
const SHOWN = 40;

/** A part's findings as text. */
export function shown({ title, figures, faults }: Findings): string {
  const listed = faults.slice(0, SHOWN).map((fault) => `  FALLS SHORT: ${fault}`);
  const more = faults.length > SHOWN ? [`  … and ${faults.length - SHOWN} more`] : [];
  return [title, ...figures.map((line) => `  ${line}`), ...listed, ...more].join('\n');
}

/** Rows as aligned columns; the first column is text, the others are figures. */
export function table(rows: (string | number)[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? String(cell).padEnd(widths[0]!) : String(cell).padStart(widths[column]!),
      )
      .join('  '),
  );
}

/** The middle of some figures. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
