import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../domain/public-address.ts';
import { Failure } from './failure.ts';

/** The host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

const refusal = (host: string) =>
  new Failure(
    `${host} leads to an address that is not public. Name a public address, or allow private ones with --allow-private if it is meant.`,
  );

/**
 * Checks a URL whose host is an IP address: connecting to one needs no lookup that could check it.
 * @throws Failure when the address is not public.
 */
export function checkLiteral(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(host);
}

/**
 * Checks the host of a URL that a proxy may be asked for. The proxy looks it up again, so a host that is not known here is
 * left to the proxy.
 * @throws Failure when an address of it is not public.
 */
export async function checkHost(url: URL): Promise<void> {
  const host = hostOf(url);
  const addresses = await lookupAll(host, { all: true }).catch(() => []);
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw refusal(host);
}

/** Looks a host up for a connection, which then goes to one of the addresses checked here and to no other. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refusal(host), '');
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
