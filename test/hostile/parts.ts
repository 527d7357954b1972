import type { Findings } from '../proof/findings.ts';
import { accountFindings } from './accounts.ts';
import { blockingFindings } from './blocking.ts';
import { bombFindings } from './bombs.ts';
import { canaryFindings } from './canary.ts';
import { pageFindings } from './pages.ts';
import { requestFindings } from './requests.ts';
import type { Rig } from './rig.ts';
import { ssrfFindings } from './ssrf.ts';
import { timingFindings } from './timing.ts';

export interface Size {
  seed: number;
  requests: number;
}

/** The parts of a run, in order. Canaries come last, since they check what all others have caused. */
export const PARTS: Record<string, (rig: Rig, size: Size) => Promise<Findings>> = {
  requests: (rig, { seed, requests }) => requestFindings(rig.place, { ...rig, seed, count: requests }),
  accounts: accountFindings,
  timing: timingFindings,
  blocking: blockingFindings,
  ssrf: ssrfFindings,
  bombs: bombFindings,
  pages: pageFindings,
  canaries: canaryFindings,
};
