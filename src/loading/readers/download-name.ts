import { parse } from 'content-disposition';

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
