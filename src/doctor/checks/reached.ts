import { ok, problem, type Verdict } from '../finding.ts';

/** What Elasticsearch's own check at its start asks for. */
const LEAST_MAPS = 262_144;

export interface Server {
  name: 'Elasticsearch' | 'MySQL';
  /** The setting that names it; null for that of the local stack. */
  setting: string | null;
  /** Without user and password. */
  address: string;
}

/** A server that answers. */
export const reached = ({ name, address }: Server): Verdict => ok(`${name} answers at ${address}.`);

/** A server that does not, or not as it should; `more` is a further hint. */
export function unreached({ name, setting, address }: Server, trouble: string, more = ''): Verdict {
  const action = setting
    ? `Start it, or correct ${setting}.`
    : 'Start it with `terrier stack up`; `terrier stack status` shows what runs.';
  return problem(
    `${name} cannot be used at ${address}: ${trouble}. What depends on it was not checked.`,
    action + more,
  );
}

/** A server of the local stack that was never started. */
export const notStarted = (name: Server['name'], setting: string): Verdict =>
  problem(
    `There is no ${name} yet. What depends on it was not checked.`,
    `Start the local one with \`terrier stack up\`, or name one in ${setting}.`,
  );

/** What to do about Linux's `vm.max_map_count` if it keeps Elasticsearch from starting; null is unknown. */
export const mapCountHint = (count: number | null): string =>
  count === null || count >= LEAST_MAPS
    ? ''
    : ` If its log names vm.max_map_count, which is ${count} here: \`sysctl -w vm.max_map_count=${LEAST_MAPS}\`.`;
