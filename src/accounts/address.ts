import { isIPv4, isIPv6, SocketAddress } from 'node:net';

const MAPPED = '::ffff:';

function groups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left;
  const right = tail ? tail.split(':') : [];
  return [...left, ...new Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/**
 * An address in its usual form, without a zone: an IPv4 address written as IPv6 in any way (`::ffff:192.0.2.1`,
 * `::ffff:c000:201`) is an IPv4 one. Other text stays as it is.
 */
export function plainAddress(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const { address } = new SocketAddress({ address: ip, family: 'ipv6' });
  const mapped = address.startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIPv4(mapped) ? mapped : address;
}

/** An IPv4 address, or anything in brackets, with or without a port. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * An address as some proxies forward it (`203.0.113.7:51234`, `[2001:db8::7]:443`, `[2001:db8::7]`) without its port and
 * brackets. Other text stays as it is.
 */
export function withoutPort(text: string): string {
  const [, six, four] = WITH_PORT.exec(text) ?? [];
  if (six !== undefined) return isIPv6(six) ? six : text;
  return four ?? text;
}

/** The subject that a caller without a key counts under: an IPv4 address, or the /64 network of an IPv6 one. */
export function addressSubject(ip: string): string {
  const plain = plainAddress(ip);
  if (!isIPv6(plain)) return `ip:${plain}`;
  const network = groups(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `ip:${network.join(':')}::/64`;
}
