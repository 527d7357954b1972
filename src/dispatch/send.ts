import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import got, { type RequestError, type Response } from 'got';
import { payload } from '../domain/events.ts';
import { isPublicAddress } from '../domain/public-address.ts';
import { deliveryHeaders } from '../webhooks/delivery-headers.ts';
import { hostOf, Refused, readUrl } from '../webhooks/destination.ts';
import type { Job, Outcome, Phase } from './outcome.ts';

/** From the beginning of the name look-up to the end of the answer's headers, in milliseconds. */
export const DEADLINE = 10_000;
/** A connection that was idle for longer is not used again: many receivers close theirs without saying so. */
const IDLE = 200;
const MOST_IDLE = 256;
/** How often connections that were idle for too long are looked for, at most, in milliseconds. */
const SWEEP = 50;

type Found = (
  error: NodeJS.ErrnoException | null,
  address?: string | LookupAddress[],
  family?: number,
) => void;
export type Lookup = (host: string, options: LookupOptions, found: Found) => void;

export interface SenderOptions {
  /** Hosts that are sent to wherever they lead, and over plain http. */
  devHosts: ReadonlySet<string>;
  /** Certificates (PEM) that are trusted besides the usual ones. */
  ca?: string;
  /** For tests. */
  lookup?: Lookup;
  deadline?: number;
}

/** The host has no address, or none could be found out. */
class Unresolved extends Error {
  readonly code: string;
  constructor(code = 'ENOTFOUND') {
    super('The look-up of the host failed');
    this.code = code;
  }
}

/** A look-up that fails when any of the addresses that it finds may not be sent to. */
function guardedLookup(devHosts: ReadonlySet<string>, lookup: Lookup): Lookup {
  return (host, options, found) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return found(new Unresolved(error.code));
      const all = addresses as LookupAddress[];
      if (all.length === 0) return found(new Unresolved());
      const open = devHosts.has(host.toLowerCase()) || all.every(({ address }) => isPublicAddress(address));
      if (!open) return found(new Refused('the host leads to an address that is not public'));
      if (options.all) return found(null, all);
      return found(null, all[0]!.address, all[0]!.family);
    });
  };
}

/** How far the request came. A host that is an address needs no look-up. */
function phaseOf(error: RequestError, url: URL): Phase {
  const { timings } = error;
  // A look-up that failed has its time too.
  if (causeOf(error, Unresolved)) return 'dns';
  if (timings?.upload !== undefined) return 'response';
  if (timings?.secureConnect !== undefined) return 'send';
  if (timings?.connect !== undefined) return url.protocol === 'http:' ? 'send' : 'tls';
  return timings?.lookup !== undefined || isIP(hostOf(url)) !== 0 ? 'connect' : 'dns';
}

/** The error of a kind that an error is or was caused by. */
function causeOf<T extends Error>(error: unknown, kind: new (...given: never[]) => T): T | null {
  if (error instanceof kind) return error;
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause, kind) : null;
}

/** One line without anything that was sent. */
function describe(error: RequestError, url: URL, deadline: number): string {
  const phase = phaseOf(error, url);
  const late = error.code === 'ETIMEDOUT' && error.name === 'TimeoutError';
  return `${phase}: ${late ? `no answer within ${deadline / 1000} s` : error.code || 'failed'}`;
}

/** Ends with the answer's headers: what follows them is not read. */
function release(response: Response, request: { resume(): void; destroy(): void }): void {
  // A body that came along in one piece with the headers is discarded; its connection can be used again. It is the
  // request that is resumed: it listens to the answer, which therefore does not flow by itself.
  setImmediate(() => {
    if (response.complete) request.resume();
    else request.destroy();
  });
}

/** The body of a delivery; null when what is stored of its event is no JSON. */
function bodyOf({ event, attempt, parcelScoped, canonicalId, matchBasis }: Job): string | null {
  try {
    return payload(event, { attempt, parcelScoped, canonical_id: canonicalId, match_basis: matchBasis });
  } catch {
    return null;
  }
}

/**
 * Keeps connections that were idle for too long from being used, even when their timers are late: a thread that was kept
 * busy, or a machine that stood still, comes to what is to be sent before it notices that a receiver has closed.
 * @returns what to call before each use.
 */
function sweeper(agents: http.Agent[]): () => void {
  const idleSince = new WeakMap<object, number>();
  for (const agent of agents) agent.on('free', (socket) => idleSince.set(socket, performance.now()));
  let swept = 0;
  return () => {
    const now = performance.now();
    if (now - swept < SWEEP) return;
    swept = now;
    for (const { freeSockets } of agents) {
      for (const socket of Object.values(freeSockets).flatMap((sockets) => sockets ?? [])) {
        if (now - idleSince.get(socket)! > IDLE) socket.destroy();
      }
    }
  };
}

/**
 * Sends signed deliveries. Each answer takes at most the deadline. Redirects are not followed, nothing is tried twice,
 * no proxy of the environment is used, and the body of an answer is not read.
 */
export function createSender({
  devHosts,
  ca,
  lookup = systemLookup as Lookup,
  deadline = DEADLINE,
}: SenderOptions) {
  const agentOptions = { keepAlive: true, timeout: IDLE, maxFreeSockets: MOST_IDLE };
  const agent = {
    http: new http.Agent(agentOptions),
    https: new https.Agent({ ...agentOptions, ...(ca ? { ca: [...rootCertificates, ca] } : {}) }),
  };
  const sweep = sweeper([agent.http, agent.https]);
  const client = got.extend({
    method: 'POST',
    agent,
    dnsLookup: guardedLookup(devHosts, lookup) as never,
    timeout: { request: deadline },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });

  async function send(job: Job): Promise<Outcome> {
    let url: URL;
    try {
      url = readUrl(job.url, devHosts);
    } catch (error) {
      return { kind: 'refused', error: `Not sent: the address ${(error as Error).message}` };
    }
    const body = bodyOf(job);
    if (body === null) return { kind: 'refused', error: 'Not sent: the stored event cannot be read' };
    sweep();
    const request = client.stream(url, { body, headers: deliveryHeaders(job, body, Date.now()) });
    return new Promise((resolve) => {
      request.once('response', (response: Response) => {
        resolve({ kind: 'answered', status: response.statusCode });
        release(response, request);
      });
      request.on('error', (error: RequestError) => {
        const refusal = causeOf(error, Refused);
        if (refusal) resolve({ kind: 'refused', error: `Not sent: ${refusal.message}` });
        else resolve({ kind: 'unknown', error: describe(error, url, deadline) });
      });
    });
  }

  return {
    send,
    close(): void {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}
