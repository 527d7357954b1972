import { isIP } from 'node:net';
import pTimeout from 'p-timeout';
import { isPublicAddress } from '../domain/public-address.ts';
import { type Resolve, Unresolved } from './names.ts';

const LONGEST_URL = 2_048;
/** Longest that a request waits for a look-up, including the wait for others, in milliseconds. */
const PATIENCE = 2_500;

/** An address that deliveries may not go to; the message says why. */
export class RefusedDestination extends Error {}

/** Hosts that may be sent to in development, at any address and over plain http: WEBHOOK_DEV_HOSTS. */
export function developmentHosts(list: string): Set<string> {
  return new Set(
    list
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  );
}

/** The host as a URL names it, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();

/** Characters that URL parsing drops or changes. */
const UNWRITTEN = /[\s\\\p{Cc}]/u;
const NO_SCHEME = 'must begin with https://';

/** What is missing from a text that is not a URL. */
function missingIn(text: string): string {
  if (!/^https?:/i.test(text)) return NO_SCHEME;
  return /^https?:\/*([?#]|$)/i.test(text)
    ? 'must have a host after https://'
    : 'must have a valid host and port';
}

/**
 * Parses the address of an endpoint and checks its text, without a look-up.
 * @throws RefusedDestination that says which rule it breaks.
 */
export function readUrl(text: string, devHosts: ReadonlySet<string>): URL {
  if (text.length > LONGEST_URL) throw new RefusedDestination(`is longer than ${LONGEST_URL} characters`);
  if (UNWRITTEN.test(text))
    throw new RefusedDestination('must have no blanks, control characters or backslashes');
  const url = URL.parse(text);
  if (url === null) throw new RefusedDestination(missingIn(text));
  const host = hostOf(url);
  const development = devHosts.has(host);
  if (url.protocol !== 'https:' && !(development && url.protocol === 'http:'))
    throw new RefusedDestination(NO_SCHEME);
  if (url.username !== '' || url.password !== '')
    throw new RefusedDestination('must have no user name and no password');
  if (text.includes('#')) throw new RefusedDestination('must have no fragment');
  if (!development && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new RefusedDestination('must lead to a public address');
  }
  return url;
}

/**
 * Checks that an endpoint's address may be sent to, as its name resolves now. Every connection checks it again.
 * @throws RefusedDestination that says which rule it breaks.
 */
export async function checkDestination(
  text: string,
  devHosts: ReadonlySet<string>,
  resolve: Resolve,
): Promise<void> {
  const host = hostOf(readUrl(text, devHosts));
  if (devHosts.has(host) || isIP(host) !== 0) return;
  const addresses = await pTimeout(resolve(host), {
    milliseconds: PATIENCE,
    message: new Unresolved('ETIMEOUT'),
  }).catch((error) => {
    if (!(error instanceof Unresolved)) throw error;
    throw new RefusedDestination(
      error.isFinal
        ? 'names a host that cannot be found'
        : 'names a host whose name servers give no answer; try again when they do',
    );
  });
  if (!addresses.every(({ address }) => isPublicAddress(address))) {
    throw new RefusedDestination('must lead to public addresses only');
  }
}
