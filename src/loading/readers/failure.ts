import { setTimeout as sleep } from 'node:timers/promises';

interface Nature {
  /** Whether the same request may be answered a moment later. */
  temporary?: boolean;
  /** Whether a smaller answer may succeed: it came too slowly or was too large. */
  tooMuch?: boolean;
  /** Whether the server understood the request and refuses it, so that another way of asking may help. */
  refused?: boolean;
  /** Whether the server prepares the answer, which may take minutes. */
  preparing?: boolean;
  /** How long the server asks to wait, in milliseconds. */
  wait?: number | null;
}

/** Why something on the network cannot be read, in a sentence for the person who loads it. */
export class Failure extends Error {
  readonly nature: Readonly<Nature>;
  constructor(sentence: string, nature: Nature = {}, cause?: unknown) {
    super(sentence, { cause });
    this.nature = nature;
  }
}

/** The Failure that an error is or was caused by, or null. */
export function failureIn(error: unknown): Failure | null {
  if (error instanceof Failure) return error;
  return error instanceof Error && error.cause !== undefined ? failureIn(error.cause) : null;
}

/** An address as it may be shown: no sign-in, no token. */
export const shown = ({ origin, pathname }: URL) => `${origin}${pathname}`;

const REASONS: Record<string, [sentence: string, temporary: boolean]> = {
  ENOTFOUND: ['its host is not known. Check the address', false],
  EAI_AGAIN: ['its host could not be looked up. Try again later', true],
  ECONNREFUSED: ['its server refuses connections. Check the address, or try again later', true],
  ERR_TOO_MANY_REDIRECTS: ['it redirects more than 5 times. Check the address', false],
  ERR_UNSUPPORTED_PROTOCOL: [
    'it leads to an address that is neither http nor https. Check the address',
    false,
  ],
};
/** A proxy does not connect to a host. */
const PROXY = 'ERR_PROXY_TUNNEL';
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/;

/** Says why a request got no answer, or only a part of it. `within` is how long it waited, in milliseconds. */
export function networkFailure(error: unknown, name: string, within: number): Failure {
  const known = failureIn(error);
  if (known) return known;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  if (code === 'ETIMEDOUT') {
    const sentence = `${name} cannot be read: no whole answer came within ${within / 1000} s. Try again later.`;
    return new Failure(sentence, { temporary: true, tooMuch: true }, error);
  }
  if (CERTIFICATE.test(code)) {
    return new Failure(`${name} cannot be read: its certificate is not valid (${code}).`, {}, error);
  }
  if (code === PROXY) {
    const status = Number(/HTTP\/[\d.]+ (\d{3})/.exec((error as Error).message)?.[1]);
    const refused = status ? `refuses it (status ${status})` : 'closes the connection';
    const sentence = `${name} cannot be read: the proxy of HTTPS_PROXY ${refused}. Ask who runs it, or name the host in NO_PROXY.`;
    return new Failure(sentence, { temporary: !status || status >= 500 }, error);
  }
  const [reason, temporary] = REASONS[code] ?? [`the connection broke (${code}). Try again later`, true];
  return new Failure(`${name} cannot be read: ${reason}.`, { temporary }, error);
}

/** How long `Retry-After` asks to wait, in milliseconds; null without it. */
export function retryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

const TEMPORARY = new Set([408, 425, 429]);

/** Says what an HTTP status other than success means. */
export function statusFailure(status: number, name: string, after: string | undefined): Failure {
  if (status === 401 || status === 403) {
    return new Failure(`${name} needs a sign-in or does not let programs in (status ${status}).`);
  }
  if (status === 404 || status === 410) {
    return new Failure(`${name} does not exist (status ${status}). Check the address.`);
  }
  if (status >= 500 || TEMPORARY.has(status)) {
    const wait = retryAfter(after, Date.now());
    const sentence = `${name} cannot be read: its server answers with status ${status}. Try again later.`;
    return new Failure(sentence, { temporary: true, wait });
  }
  return new Failure(`${name} cannot be read: its server answers with status ${status}. Check the address.`);
}

export interface Patience {
  /** How often a request is sent before it is given up. */
  tries: number;
  /** Wait before the second try, in milliseconds; it doubles with each further try. */
  firstWait: number;
  /** Longest wait in milliseconds, even where the server asks for more. */
  longestWait: number;
  /** Time limit for a whole answer, or for each 64 KiB of a download, in milliseconds. */
  answer: number;
  /** How long to wait in all for a server that prepares a download, in milliseconds. */
  preparing: number;
}

export const PATIENCE: Patience = {
  tries: 6,
  firstWait: 1_000,
  longestWait: 60_000,
  answer: 90_000,
  preparing: 900_000,
};

/** How long to wait after a failed try, in milliseconds: tries count from 1. */
export function waitAfter(failed: number, asked: number | null, patience: Patience): number {
  return Math.min(Math.max(patience.firstWait * 2 ** (failed - 1), asked ?? 0), patience.longestWait);
}

/**
 * Repeats some work while it fails temporarily, with growing waits; while a server prepares its answer, such tries do not
 * count.
 * @param onFailure is called before a wait.
 * @throws the last Failure; one that is not temporary at once.
 */
export async function persist<T>(
  work: () => Promise<T>,
  patience: Patience,
  signal?: AbortSignal,
  onFailure: (attempt: number, failure: Failure) => void = () => {},
): Promise<T> {
  let waited = 0;
  for (let attempt = 1, failed = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure) || !error.nature.temporary) throw error;
      const { preparing = false, wait = null } = error.nature;
      if (preparing ? waited >= patience.preparing : failed >= patience.tries) throw error;
      const pause = waitAfter(preparing ? attempt : failed++, wait, patience);
      if (preparing) waited += pause;
      onFailure(attempt, error);
      await sleep(pause, undefined, { signal });
    }
  }
}
