import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** All of the IPv6 space that is given out for use on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [IPv6, number];

/**
 * Addresses that look public and lead into a provider's own machines: Azure's wire server, which hands out settings and
 * certificates of the machine that asks. Metadata services elsewhere have link-local, shared or private addresses.
 */
const SERVICES = new Set(['168.63.129.16']);

/**
 * Whether an IPv6 address ends in an interface identifier of ISATAP (RFC 5214, section 6.1): it carries the IPv4 address
 * that packets to it are sent to, behind any prefix. The universal and the group bit do not count.
 */
function isIsatap({ parts }: IPv6): boolean {
  return (parts[4]! & ~0x0300) === 0 && parts[5] === 0x5efe;
}

const isPublicIPv4 = (address: IPv4) => address.range() === 'unicast' && !SERVICES.has(address.toString());
const isPublicIPv6 = (address: IPv6) =>
  address.range() === 'unicast' && address.match(GLOBAL_UNICAST) && !isIsatap(address);

/**
 * Whether an IP address is one of the public internet. Private, loopback, link-local, shared, multicast, reserved and
 * documentation addresses are not, nor are the forms of IPv6 that carry an IPv4 address inside (mapped, compatible,
 * translated, NAT64, 6to4, Teredo, ISATAP), wherever they would lead. Source: the special-purpose address registries of
 * IANA.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? isPublicIPv4(parsed as IPv4) : isPublicIPv6(parsed as IPv6);
}
