import { ok, type Verdict, warning } from '../finding.ts';

/** Enough for a thousand clients with the connections to both servers. */
const LEAST = 4_096;

/** How many files and sockets a process may have open; infinite without a limit. */
export function checkFiles(limit: number): Verdict {
  if (limit === Number.POSITIVE_INFINITY) return ok('A process may open any number of files and sockets.');
  if (limit >= LEAST) return ok(`A process may open ${limit} files and sockets.`);
  return warning(
    `A process may open only ${limit} files and sockets: many clients at once are refused.`,
    `Raise the limit to ${LEAST} or more: \`ulimit -n ${LEAST}\`, or LimitNOFILE of the service.`,
  );
}
