import { isObject } from '../../domain/json-object.ts';

/** What a server answers in place of a download: it prepares it, could not, or says where it now is. */
export type Preparation =
  | { state: 'preparing' }
  | { state: 'failed'; said: string }
  | { state: 'ready'; address: string };

/** Longest status message, in bytes. */
export const LONGEST_STATUS = 65_536;
const FAILED = /fail|error|cancel|abort/i;

function messageOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Reads a small JSON answer as the status of a download that a server prepares, as ArcGIS Hub does; null when it is a file.
 */
export function preparationIn(text: string): Preparation | null {
  const message = messageOf(text);
  if (message === null || typeof message.status !== 'string' || 'features' in message) return null;
  if (message.type === 'Feature') return null;
  const address = [message.resultUrl, message.downloadUrl].find(
    (value) => typeof value === 'string' && value !== '',
  );
  if (typeof address === 'string') return { state: 'ready', address };
  if (!FAILED.test(message.status)) return { state: 'preparing' };
  const said = [message.message, message.error, message.status].find((value) => typeof value === 'string');
  return { state: 'failed', said: String(said).slice(0, 200) };
}
