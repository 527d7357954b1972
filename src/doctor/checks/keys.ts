import type { ApiKey, KeyHolders } from '../../accounts/keys.ts';
import { counted } from '../../domain/counted.ts';
import { listed, ok, type Verdict, warning } from '../finding.ts';

/** Days before and after the end of a key in which it is told. */
export const ENDING_DAYS = 14;

/**
 * Whether keys end soon, or have ended lately.
 * @param keys those that end within `ENDING_DAYS` of now, without those that have a successor.
 * @param now epoch milliseconds.
 */
export function checkEnds(keys: readonly Pick<ApiKey, 'id' | 'name' | 'expires_at'>[], now: number): Verdict {
  if (keys.length === 0) return ok(`No key ends within ${ENDING_DAYS} days.`);
  const shown = keys.map(({ id, name, expires_at }) => {
    const end = Date.parse(expires_at!) <= now ? 'ended' : 'ends';
    return `${id} “${name}” ${end} ${expires_at!.slice(0, 10)}`;
  });
  return warning(
    `${counted(keys.length, 'key')} at the end: ${listed(shown)}.`,
    'Make others for those who still need them: `terrier keys create --account …`.',
  );
}

/** Whether there are keys to call with, and to manage keys with. */
export function checkHolders({ usable, admins, lost }: KeyHolders): Verdict {
  if (usable === 0)
    return warning('No key can be used.', 'Make one: `terrier keys create --tier scale --name … --admin`.');
  if (lost.length > 0)
    return warning(
      `Accounts whose last key that manages keys has ended: ${listed(lost)}.`,
      'Make another one for each: `terrier keys create --admin --account …`.',
    );
  if (admins === 0)
    return warning(
      'No key manages keys, so that no account can make or end its own.',
      'Make one for each account that should manage its own: `terrier keys create --admin --account …`.',
    );
  return ok(`${counted(usable, 'key')} can be used, ${admins} of them to manage keys.`);
}
