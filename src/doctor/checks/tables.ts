import type { Migrations } from '../../mysql/migrate.ts';
import { listed, ok, problem, type Verdict, warning } from '../finding.ts';

/** Whether the tables are those of this version. */
export function checkTables({ left, isLater }: Migrations): Verdict {
  if (left.length > 0)
    return problem(
      `Migrations were not applied yet: ${listed(left)}. What is in the tables was not checked.`,
      'Start `terrier serve` or any load: they apply them.',
    );
  if (isLater)
    return warning(
      'A later version of Terrier has changed the tables.',
      'Run that version on this machine, too.',
    );
  return ok('The tables are those of this version.');
}
