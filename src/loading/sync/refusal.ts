import { listed } from '../../domain/in-words.ts';
import type { NamedSource } from '../sources/kept.ts';

/** The least part of the rows of the last load. */
export const LEAST_PART = 0.5;
const MOST_NAMED = 10;

/** What the last load of a layer read. */
export interface Before {
  rows: number | null;
  columns: readonly string[] | null;
}

/** The columns that are not among the others. As in source files, upper and lower case do not matter. */
function lacking(columns: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map((column) => column.toLowerCase()));
  return columns.filter((column) => !known.has(column.toLowerCase()));
}

/**
 * Why a changed source is not loaded unless a person says so; null when it may be loaded. If a column is gone or renamed,
 * its values become unknown in every record; new columns do no harm.
 */
function changeOf(before: Before, now: { rows: number | null; columns: readonly string[] }): string | null {
  const gone = lacking(before.columns ?? [], now.columns);
  if (gone.length > 0) {
    const fresh = lacking(now.columns, before.columns ?? []);
    const instead = fresh.length > 0 ? `; new are ${listed(fresh, MOST_NAMED)}` : '';
    return `its columns have changed: ${listed(gone, MOST_NAMED)} ${gone.length === 1 ? 'is' : 'are'} gone${instead}`;
  }
  if (before.rows !== null && now.rows !== null && now.rows < before.rows * LEAST_PART)
    return `it has shrunk by more than half: from ${before.rows} to ${now.rows} rows`;
  return null;
}

/** As `changeOf`, in sentences that name the command that loads the source anyway. */
export function refusal(
  before: Before,
  now: { rows: number | null; columns: readonly string[] },
  source: string,
): string | null {
  const change = changeOf(before, now);
  return change && `${change}. If that is right: \`terrier sync ${source} --force\``;
}

/** The columns that were not there at the last load. */
export const newColumns = (before: Before, columns: readonly string[]): string[] =>
  before.columns === null ? [] : lacking(columns, before.columns);

/** Why a source is not loaded whose name belongs to another file, layer or address, and what to do, in sentences. */
export function takenName({ name, file, isDraft }: NamedSource, layer: string): string {
  const taken = `${layer} of the source ${name} was loaded from another file, layer or address`;
  return isDraft
    ? `${taken}. To keep both, give this one another name with --name. If it takes the place of the other: \`terrier sources remove ${name}\`, then the same command`
    : `${taken}. To keep both, rename this source file. If it takes the place of the other: \`terrier sync ${file} --force\``;
}
