import { readProxies } from '../config.ts';
import { listed } from '../domain/in-words.ts';
import { tell } from './print.ts';

/**
 * Says what the proxies of the environment are used for; null when there are none.
 * @throws Error that names the variable when one cannot be used.
 */
export function aboutProxies(): string | null {
  const names = Object.keys(readProxies()).filter((name) => name !== 'NO_PROXY');
  if (names.length === 0) return null;
  return `Downloads and sources use ${listed(names)}; webhooks connect directly.`;
}

/** Says at the start of a service what the proxies are used for, or why one cannot be used. */
export function tellProxies(): void {
  try {
    const about = aboutProxies();
    if (about !== null) tell(about);
  } catch (error) {
    tell((error as Error).message);
  }
}
