import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

function groups(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head ? head.split(':') : [];
  if (tail === undefined) return left;
  const right = tail ? tail.split(':') : [];
  return [...left, ...new Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** Who is counted for a caller without a key: an IPv4 address, or the /64 network of an IPv6 one. */
export function addressSubject(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped) return `ip:${mapped}`;
  if (!isIPv6(ip)) return `ip:${ip}`;
  const network = groups(ip)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `ip:${network.join(':')}::/64`;
}
