import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import PQueue from 'p-queue';
import { createShared } from '../domain/shared.ts';
import { startTimer } from '../domain/timer.ts';

/** How long to wait for one address family once the other has arrived, in milliseconds. */
const OTHER_FAMILY = 200;
/** Milliseconds that one look-up may take with all of its tries, and how long the first of them waits for an answer. */
export const LOOK_UP = { longest: 2_000, timeout: 500, tries: 3 };
/** Look-ups that one account may have under way at once in a thread. */
const AT_ONCE = 4;
const MOST_WAITING = 1_000;
const HOSTS_FILE = '/etc/hosts';
/** These mean that the name has no address. Any other error may be temporary. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

export interface Address {
  address: string;
  family: number;
}

/** The host has no address, or the look-up failed. */
export class Unresolved extends Error {
  /** `ENOTFOUND`, `ETIMEOUT`, `ESERVFAIL` …, as node:dns names them. */
  readonly code: string;
  constructor(code = 'ENOTFOUND') {
    super('The look-up of the host failed');
    this.code = code;
  }
  get isFinal(): boolean {
    return NO_ADDRESS.has(this.code);
  }
}

/** Finds all addresses of a host. Rejects with Unresolved when there is none. */
export type Resolve = (host: string) => Promise<Address[]>;

async function fromHostsFile(host: string): Promise<Address[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(host) ? [{ address, family }] : [];
  });
}

/**
 * Looks hosts up in /etc/hosts, then asks name servers for IPv4 and IPv6 addresses, for two seconds at most. Some answer for
 * only one family, so once one has arrived the other gets 0.2 s. The system's own look-up is not used: a process can
 * run only two at once, and they cannot be canceled. So search domains do not apply.
 * @param servers addresses of name servers; those of the system when empty.
 */
export function nameServers(
  servers: readonly string[] = [],
  { longest, ...tries }: typeof LOOK_UP = LOOK_UP,
): Resolve {
  return async (host) => {
    const known = await fromHostsFile(host.replace(/\.$/, ''));
    if (known.length > 0) return known;
    // One per look-up: canceling a resolver ends all of its look-ups.
    const resolver = new Resolver(tries);
    if (servers.length > 0) resolver.setServers(servers);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      resolver.cancel();
    }, longest);
    const queries = [resolver.resolve4(host), resolver.resolve6(host)];
    let stop = () => {};
    const cutShort = () => {
      stop();
      stop = startTimer(OTHER_FAMILY, () => resolver.cancel());
    };
    for (const query of queries) query.then(cutShort, () => {});
    const answers = await Promise.allSettled(queries);
    clearTimeout(timer);
    stop();
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses.map((address) => ({ address, family: isIP(address) }));
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'ENODATA'));
    throw new Unresolved(late ? 'ETIMEOUT' : (codes.find((code) => !NO_ADDRESS.has(code)) ?? codes[0]));
  };
}

export interface LookUp {
  begun: Promise<void>;
  /** Rejects with Unresolved. */
  addresses: Promise<Address[]>;
}

/**
 * Limits and shares look-ups: each account has a few at once, so that its slow name servers delay no other account, and
 * concurrent look-ups of one host are done once.
 */
export function createNames(resolve: Resolve) {
  const shared = createShared<Address[]>();
  const accounts = new Map<number | string, { queue: PQueue; hosts: Map<string, LookUp> }>();

  return (account: number | string, host: string): LookUp => {
    const own = accounts.get(account) ?? { queue: new PQueue({ concurrency: AT_ONCE }), hosts: new Map() };
    const same = own.hosts.get(host);
    if (same) return same;
    if (own.queue.size >= MOST_WAITING) {
      return { begun: Promise.resolve(), addresses: Promise.reject(new Unresolved('EBUSY')) };
    }
    accounts.set(account, own);
    const begun = Promise.withResolvers<void>();
    const addresses = own.queue.add(() => {
      begun.resolve();
      return shared(host, () => resolve(host));
    });
    const lookUp = { begun: begun.promise, addresses };
    own.hosts.set(host, lookUp);
    const ended = () => {
      own.hosts.delete(host);
      if (own.hosts.size === 0) accounts.delete(account);
    };
    addresses.then(ended, ended);
    return lookUp;
  };
}
export type Names = ReturnType<typeof createNames>;
