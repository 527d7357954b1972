import { parse } from 'content-disposition';
import { objectIn } from '../../domain/json-object.ts';

const LONGEST = 120;

function fromHeader(header: string | undefined): string {
  try {
    return header === undefined ? '' : (parse(header).parameters.filename ?? '');
  } catch {
    return '';
  }
}

function fromPath({ pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A name made safe for a file: it stays in its folder and is not hidden. Empty when nothing is left. */
function safe(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}<>:"|?*\uFFFD]/gu, '')
    .trim()
    .replace(/^\.+/, '');
  if (clean.length <= LONGEST) return clean;
  // The extension says what the format is.
  const end = /(\.[A-Za-z0-9]{1,8}){1,2}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, LONGEST - end.length).toWellFormed() + end;
}

/** The name for a downloaded file: from its Content-Disposition, else from the end of its address. */
export const downloadName = (header: string | undefined, url: URL): string =>
  safe(fromHeader(header)) || safe(fromPath(url)) || 'download';

/** What a server answers in place of a download: it prepares it, could not, or says where it now is. */
type Preparation =
  | { state: 'preparing' }
  | { state: 'failed'; said: string }
  | { state: 'ready'; address: string };

/** Longest status message, in bytes. */
export const LONGEST_STATUS = 65_536;
const FAILED = /fail|error|cancel|abort/i;

/**
 * Reads a small JSON answer as the status of a download that a server prepares, as ArcGIS Hub does; null when it is a file.
 */
export function preparationIn(text: string): Preparation | null {
  const message = objectIn(text);
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
