import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function groups(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left;
  const right = tail ? tail.split(':') : [];
  return [...left, ...new Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** An address in its usual form: an IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is an IPv4 one. */
export const plainAddress = (ip: string): string => MAPPED.exec(ip)?.[1] ?? ip;

/** Who is counted for a caller without a key: an IPv4 address, or the /64 network of an IPv6 one. */
export function addressSubject(ip: string): string {
  const plain = plainAddress(ip);
  if (!isIPv6(plain)) return `ip:${plain}`;
  const network = groups(plain)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `ip:${network.join(':')}::/64`;
}
