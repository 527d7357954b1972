import type { KindState } from '../../elastic/indices.ts';
import { listed, ok, problem, type Verdict, warning } from '../finding.ts';

/** Whether the index templates are those of this version and its settings. */
export function checkTemplates(states: readonly KindState[]): Verdict {
  const others = states.filter(({ hasTemplate }) => !hasTemplate).map(({ kind }) => kind);
  if (others.length === 0) return ok('The index templates are those of this version.');
  return warning(
    `The index templates of ${listed(others)} are missing, or of another version or other settings.`,
    'Start `terrier serve` of the version that shall run: it puts them.',
  );
}

/** Whether there is an index of every kind that this version can search. */
export function checkIndices(states: readonly KindState[]): Verdict {
  const outdated = states.flatMap(({ indices }) =>
    indices
      .filter(({ changed }) => changed.length > 0)
      .map(({ index, changed }) => `${index} (${listed(changed)})`),
  );
  if (outdated.length > 0)
    return problem(
      `Another version indexed fields in another way: ${outdated.join('; ')}.`,
      'Run `terrier reindex`: it copies the records into new indices, while readers find all of them.',
    );
  const start = 'Start `terrier serve`, or run any load: they add what is missing.';
  const missing = states.filter(({ indices }) => indices.length === 0).map(({ kind }) => kind);
  if (missing.length > 0) return problem(`Indices are missing: ${listed(missing)}.`, start);
  const lacking = states.flatMap(({ indices }) =>
    indices.filter((index) => Object.keys(index.lacking).length > 0).map(({ index }) => index),
  );
  if (lacking.length > 0) return warning(`${listed(lacking)} lack fields of this version.`, start);
  return ok('The indices are those of this version.');
}
