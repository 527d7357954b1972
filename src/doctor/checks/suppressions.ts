import { counted } from '../../domain/counted.ts';
import { listed, ok, problem, type Verdict, warning } from '../finding.ts';

/**
 * Whether all that is suppressed is taken out of what is stored.
 * @param waiting numbers of the entries for which that is still to be done.
 * @param isLoading whether a load or a suppression runs now.
 */
export function checkSuppressions(waiting: readonly number[], isLoading: boolean): Verdict {
  if (waiting.length === 0) return ok('No suppression waits to be applied.');
  const finding = `${counted(waiting.length, 'suppression')} listed and not yet applied (${listed(waiting.map(String))})`;
  if (isLoading)
    return warning(`${finding}, while a load or a suppression runs.`, 'Run this again when that has ended.');
  return problem(
    `${finding}: answers may still have these names.`,
    'Run `terrier derive`, or the same `terrier suppress add` again.',
  );
}
