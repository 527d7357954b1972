import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [IPv6, number];
/** Where networks without IPv4 reach the IPv4 address in the last 32 bits (NAT64, RFC 6052, section 2.1). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [IPv6, number];

/**
 * Public addresses that lead into a provider's own machines: Azure's wire server hands out settings and certificates.
 * Metadata services elsewhere have link-local, shared or private addresses.
 */
const SERVICES = new Set(['168.63.129.16']);

/**
 * Whether an IPv6 address carries an IPv4 address that packets go to, behind any prefix: ISATAP (RFC 5214, section
 * 6.1). The universal and group bits are ignored.
 */
function isIsatap({ parts }: IPv6): boolean {
  return (parts[4]! & ~0x0300) === 0 && parts[5] === 0x5efe;
}

const isPublicIPv4 = (address: IPv4) => address.range() === 'unicast' && !SERVICES.has(address.toString());

function isPublicIPv6(address: IPv6): boolean {
  if (address.match(NAT64))
    return isPublicIPv4(ipaddr.fromByteArray(address.toByteArray().slice(12)) as IPv4);
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST) && !isIsatap(address);
}

/**
 * Whether an IP address is public. Private, loopback, link-local, shared, multicast, reserved and documentation
 * addresses are not. An address of NAT64 is if the IPv4 address in it is; any other IPv6 form with an IPv4 address inside
 * is not (mapped, compatible, translated, NAT64 of local use, 6to4, Teredo, ISATAP). Source: the special-purpose address
 * registries of IANA.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? isPublicIPv4(parsed as IPv4) : isPublicIPv6(parsed as IPv6);
}
