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
