import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import PQueue from 'p-queue';
import { startTimer } from '../timer.ts';

/** Longest that one look-up may take, all of its tries together, in milliseconds. */
const LONGEST = 2_000;
/** How long one family of addresses is waited for when the other is there, in milliseconds. */
const OTHER_FAMILY = 200;
const TRIES = { timeout: 500, tries: 3 };
/** Look-ups that one account may have under way at once in a thread. */
const PLACES = 4;
/** Hosts that may wait for a place in one account. */
const MOST_WAITING = 1_000;
const HOSTS_FILE = '/etc/hosts';
/** What name servers answer when a name has no address. Everything else may be different a moment later. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** An address of a host, as node:net takes it. */
export interface Address {
  address: string;
  family: number;
}

/** The host has no address, or none could be found out. */
export class Unresolved extends Error {
  /** `ENOTFOUND`, `ETIMEOUT`, `ESERVFAIL` …, as node:dns names them. */
  readonly code: string;
  constructor(code = 'ENOTFOUND') {
    super('The look-up of the host failed');
    this.code = code;
  }
  /** Whether the name servers have said that there is no address, rather than nothing useful. */
  get isFinal(): boolean {
    return NO_ADDRESS.has(this.code);
  }
}

/** Finds all addresses of a host. Throws Unresolved when there is none. */
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
 * Looks hosts up in /etc/hosts, then asks name servers for IPv4 and IPv6 addresses, for two seconds at most. Some answer
 * for one family alone: when its addresses are there, the other has little time left. The system's own look-up is not
 * used: the whole process has two places for it, and it cannot be cancelled. So a name is taken as it stands, without
 * search domains.
 * @param servers addresses of name servers; those of the system when empty.
 */
export function nameServers(servers: readonly string[] = []): Resolve {
  return async (host) => {
    const known = await fromHostsFile(host.replace(/\.$/, ''));
    if (known.length > 0) return known;
    // One for each look-up: cancelling it ends that look-up alone.
    const resolver = new Resolver(TRIES);
    if (servers.length > 0) resolver.setServers(servers);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      resolver.cancel();
    }, LONGEST);
    const asked = [resolver.resolve4(host), resolver.resolve6(host)];
    let stop = () => {};
    const cutShort = () => {
      stop();
      stop = startTimer(OTHER_FAMILY, () => resolver.cancel());
    };
    for (const answer of asked) answer.then(cutShort, () => {});
    const answers = await Promise.allSettled(asked);
    clearTimeout(timer);
    stop();
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }));
    const codes = answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'ENODATA'));
    throw new Unresolved(late ? 'ETIMEOUT' : (codes.find((code) => !NO_ADDRESS.has(code)) ?? codes[0]));
  };
}

/** A look-up that was asked for. */
export interface LookUp {
  /** Resolves when it has its place and begins. */
  begun: Promise<void>;
  /** Its addresses; rejects with Unresolved. */
  found: Promise<Address[]>;
}

/**
 * Shares look-ups out: each account has a few places, so that slow name servers of one keep no other waiting, and a host
 * that several ask for at once is looked up once.
 */
export function createNames(resolve: Resolve) {
  const running = new Map<string, Promise<Address[]>>();
  const accounts = new Map<number | string, { queue: PQueue; hosts: Map<string, LookUp> }>();

  function start(host: string): Promise<Address[]> {
    const other = running.get(host);
    if (other) return other;
    const found = resolve(host).finally(() => running.delete(host));
    running.set(host, found);
    return found;
  }

  /** Asks for the addresses of a host in the name of an account. */
  return (account: number | string, host: string): LookUp => {
    const own = accounts.get(account) ?? { queue: new PQueue({ concurrency: PLACES }), hosts: new Map() };
    const same = own.hosts.get(host);
    if (same) return same;
    if (own.queue.size >= MOST_WAITING) {
      return { begun: Promise.resolve(), found: Promise.reject(new Unresolved('EBUSY')) };
    }
    accounts.set(account, own);
    const begun = Promise.withResolvers<void>();
    const found = own.queue.add(() => {
      begun.resolve();
      return start(host);
    });
    const asked = { begun: begun.promise, found };
    own.hosts.set(host, asked);
    const ended = () => {
      own.hosts.delete(host);
      if (own.hosts.size === 0) accounts.delete(account);
    };
    found.then(ended, ended);
    return asked;
  };
}
export type Names = ReturnType<typeof createNames>;
