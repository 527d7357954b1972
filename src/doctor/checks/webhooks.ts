import { counted } from '../../domain/counted.ts';
import { ok, problem, type Verdict, warning } from '../finding.ts';

/** How long a due delivery may wait, in seconds. */
const TOLERATED = 60;
const MOST = 600;

const waited = (seconds: number): string =>
  seconds < 3_600
    ? counted(Math.floor(seconds / 60), 'minute')
    : counted(Math.floor(seconds / 3_600), 'hour');

/**
 * Whether webhooks are sent.
 * @param dispatchers that wait for deliveries.
 * @param oldest how long the longest due delivery has waited, in seconds; 0 when none is due.
 */
export function checkQueue({ dispatchers, oldest }: { dispatchers: number; oldest: number }): Verdict {
  const start = 'Start `terrier dispatch`, and look into its log.';
  const waiting = oldest > TOLERATED ? ` A delivery has been due for ${waited(oldest)}.` : '';
  if (dispatchers === 0) {
    const finding = 'No dispatcher is seen: webhooks are not sent, and expired data is not deleted.';
    return waiting === '' ? warning(finding, start) : problem(finding + waiting, start);
  }
  const running = `${counted(dispatchers, 'dispatcher')} seen.`;
  if (waiting === '') return ok(`${running} No delivery is late.`);
  const verdict = oldest > MOST ? problem : warning;
  return verdict(
    running + waiting,
    'Start more dispatchers, or look into their logs: they may not reach MySQL, or lack WEBHOOK_SECRET_KEY.',
  );
}

/** Whether deliveries wait for a decision. */
export function checkUnknown(deliveries: number): Verdict {
  if (deliveries === 0) return ok('No delivery has an unknown outcome.');
  return warning(
    `${counted(deliveries, 'delivery', 'deliveries')} of unknown outcome, which are not sent again by themselves.`,
    'Look at them with `terrier deliveries list --status unknown`, and decide with `terrier deliveries settle`.',
  );
}
