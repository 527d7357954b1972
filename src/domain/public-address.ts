import ipaddr from 'ipaddr.js';

/** All of the IPv6 space that is given out for use on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. Private, loopback, link-local, shared, multicast, reserved and
 * documentation addresses are not, nor are the forms of IPv6 that carry an IPv4 address inside (mapped, NAT64, 6to4,
 * Teredo), wherever they would lead. Source: the special-purpose address registries of IANA.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}
