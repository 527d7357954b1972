import type { LastLoad } from '../../elastic/derived-load.ts';
import { ok, problem, type Verdict } from '../finding.ts';

/**
 * Whether the last load has ended.
 * @param isLoading whether one runs now; null when that is unknown.
 */
export function checkLoad(
  { unfinished, begun }: Pick<LastLoad, 'unfinished' | 'begun'>,
  isLoading: boolean | null,
): Verdict {
  if (isLoading) return ok('A load is running.');
  if (!unfinished) return ok(begun === 0 ? 'Nothing was loaded yet.' : 'The last load has ended.');
  const doubt = isLoading === null ? ', or still runs' : '';
  return problem(
    `The last load was interrupted${doubt}: figures may be half derived, and answers have no ETag.`,
    'Run its command again, or `terrier derive`.',
  );
}
