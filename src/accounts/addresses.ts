import { BlockList, isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

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

interface Range {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** IPv4 addresses written as IPv6: callers are compared in the IPv4 form. */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/** An address or a range such as `203.0.113.0/24` or `2001:db8::/32`; null when a text is neither. */
function readRange(text: string): Range | null {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes('%')) return null;
  if (version === 6 && mapped.check(address, 'ipv6')) return null;
  const width = version === 4 ? 32 : 128;
  if (bits !== undefined && !(/^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= width)) return null;
  return {
    address,
    bits: bits === undefined ? width : Number(bits),
    family: version === 4 ? 'ipv4' : 'ipv6',
  };
}

function known(text: string): Range {
  const range = readRange(text);
  if (!range) throw new Error('A stored address range cannot be read');
  return range;
}

export const isRange = (text: string): boolean => readRange(text) !== null;

function listOf(ranges: Range[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of ranges) list.addSubnet(address, bits, family);
  return list;
}

/** Returns a test for whether an address is in one of these ranges. Text that is not an address is in none. */
export function allowance(ranges: readonly string[]): (address: string) => boolean {
  const read = ranges.map(known);
  const lists = [4, 6].map((version) => listOf(read.filter(({ family }) => family === `ipv${version}`)));
  return (address) => {
    const plain = plainAddress(address);
    const version = isIP(plain);
    if (version === 0) return false;
    return version === 4 ? lists[0]!.check(plain, 'ipv4') : lists[1]!.check(plain, 'ipv6');
  };
}

/** Whether all addresses of a range lie in one of `ranges`. */
export function isWithin(range: string, ranges: readonly string[]): boolean {
  const { address, bits, family } = known(range);
  return ranges.some((other) => {
    const outer = known(other);
    return outer.family === family && outer.bits <= bits && listOf([outer]).check(address, family);
  });
}
