import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import got, { type RequestError, type Response } from 'got';
import { payload } from '../domain/event-payload.ts';
import { isPublicAddress } from '../domain/public-address.ts';
import { startTimer } from '../timer.ts';
import { deliveryHeaders } from '../webhooks/delivery-headers.ts';
import { hostOf, RefusedDestination, readUrl } from '../webhooks/destination.ts';
import { type Address, type Names, Unresolved } from '../webhooks/names.ts';
import type { Job, Outcome, Phase } from './outcome.ts';
import { isOver, leftOf, type Permit } from './permit.ts';

/** From when the name look-up has its place to the end of the answer's headers, in milliseconds. */
export const DEADLINE = 10_000;
/** A connection idle for longer, in milliseconds, is not used again: many receivers close theirs silently. */
const IDLE = 200;
const MOST_IDLE = 256;
/** How often connections that were idle for too long are looked for, at most, in milliseconds. */
const SWEEP = 50;

export interface SenderOptions {
  /** Hosts that are sent to wherever they lead, and over plain http. */
  devHosts: ReadonlySet<string>;
  ca?: string;
  names: Names;
  /** Marks in the journal that an attempt may leave now, by its record; false if the mark could not be written. */
  mark: (record: number) => boolean;
  /** For tests. */
  deadline?: number;
}

class Late extends Error {}

/** How far the request came; `resolved` says whether the host's address is known. */
function phaseOf({ timings }: RequestError, url: URL, resolved: boolean): Phase {
  if (timings?.upload !== undefined) return 'response';
  if (timings?.secureConnect !== undefined) return 'send';
  if (timings?.connect !== undefined) return url.protocol === 'http:' ? 'send' : 'tls';
  return resolved ? 'connect' : 'dns';
}

function causeOf<T extends Error>(error: unknown, kind: new (...args: never[]) => T): T | null {
  if (error instanceof kind) return error;
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause, kind) : null;
}

/** One line, which contains nothing that was sent. */
function describe(error: RequestError, phase: Phase, deadline: number): string {
  return `${phase}: ${causeOf(error, Late) ? `no answer within ${deadline / 1000} s` : error.code || 'failed'}`;
}

/** Called at the answer's headers: the body is not read. */
function release(response: Response, request: { resume(): void; destroy(): void }): void {
  // A body that came in one piece with the headers is discarded, so the connection can be reused. The request is
  // resumed, not the response: it listens to the response, which therefore does not flow by itself.
  setImmediate(() => {
    if (response.complete) request.resume();
    else request.destroy();
  });
}

function bodyOf({ event, attempt, parcelScoped, canonicalId, matchBasis }: Job): string | null {
  try {
    return payload(event, { attempt, parcelScoped, canonical_id: canonicalId, match_basis: matchBasis });
  } catch {
    return null;
  }
}

/**
 * Keeps connections that were idle for too long from being used, even when their timers are late: after a stall, a
 * thread sends before it notices that a receiver has closed.
 * @returns a function to call before each use.
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

/** A timer that can be set anew. Once stopped, it stays so. */
function createClock() {
  let stop = () => {};
  let stopped = false;
  return {
    wind(milliseconds: number, over: () => void): void {
      stop();
      if (!stopped) stop = startTimer(milliseconds, over);
    },
    stop(): void {
      stop();
      stopped = true;
    },
  };
}

/** Calls `ready` when a request has a connection that it can be written to, and the addresses of that are checked. */
function whenConnected(request: ClientRequest, ready: () => void): void {
  request.once('socket', (socket: Socket & { secureConnecting?: boolean }) => {
    if (!socket.connecting && !socket.secureConnecting) ready();
    else socket.once(socket.secureConnecting === undefined ? 'connect' : 'secureConnect', ready);
  });
}

/**
 * Sends signed deliveries. Each answer takes at most the deadline, which does not run while a look-up waits for its
 * place. Nothing is written once the permit is over. No redirects, no retries, no proxy of the environment; the body of
 * an answer is not read.
 */
export function createSender({ devHosts, ca, names, mark, deadline = DEADLINE }: SenderOptions) {
  const agentOptions = { keepAlive: true, timeout: IDLE, maxFreeSockets: MOST_IDLE };
  const agent = {
    http: new http.Agent(agentOptions),
    https: new https.Agent({ ...agentOptions, ...(ca ? { ca: [...rootCertificates, ca] } : {}) }),
  };
  const sweep = sweeper([agent.http, agent.https]);
  const client = got.extend({
    method: 'POST',
    agent,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });

  function checked(host: string, addresses: Address[]): Address[] {
    if (addresses.length === 0) throw new Unresolved();
    const open = devHosts.has(host) || addresses.every(({ address }) => isPublicAddress(address));
    if (!open) throw new RefusedDestination('the host leads to an address that is not public');
    return addresses;
  }

  async function send(job: Job, permit: Permit): Promise<Outcome> {
    let url: URL;
    try {
      url = readUrl(job.url, devHosts);
    } catch (error) {
      return { kind: 'refused', error: `Not sent: the address ${(error as Error).message}` };
    }
    const body = bodyOf(job);
    if (body === null) return { kind: 'refused', error: 'Not sent: the stored event cannot be read' };
    sweep();
    const headers = { ...deliveryHeaders(job, body, Date.now()), 'content-length': Buffer.byteLength(body) };
    return new Promise((resolve) => {
      const clock = createClock();
      const host = hostOf(url);
      let resolved = isIP(host) !== 0;
      const late = () => request.destroy(new Late());
      function end(outcome: Outcome): void {
        clock.stop();
        resolve(outcome);
      }
      function giveUp(): void {
        end({ kind: 'unsent' });
        request.destroy();
      }
      const dnsLookup: LookupFunction = (_host, { all }, callback) => {
        const lookup = names(job.account, host);
        clock.wind(leftOf(permit), giveUp);
        void lookup.begun.then(() => clock.wind(deadline, late));
        lookup.addresses.then(
          (addresses) => {
            try {
              const usable = checked(host, addresses);
              resolved = true;
              if (all) callback(null, usable);
              else callback(null, usable[0]!.address, usable[0]!.family);
            } catch (error) {
              callback(error as Error, '');
            }
          },
          (error) => callback(error, ''),
        );
      };
      const request = client.stream(url, { headers, dnsLookup });
      clock.wind(deadline, late);
      request.once('request', (raw: ClientRequest) => {
        whenConnected(raw, () => {
          // In this order: what is not marked when its permit is over never leaves. `end` hands the bytes to the system
          // before it returns.
          const marked = job.record === null || mark(job.record);
          if (!marked || isOver(permit)) giveUp();
          else raw.end(body);
        });
      });
      request.once('response', (response: Response) => {
        end({ kind: 'answered', status: response.statusCode });
        release(response, request);
      });
      request.on('error', (error: RequestError) => {
        const refusal = causeOf(error, RefusedDestination);
        if (refusal) end({ kind: 'refused', error: `Not sent: ${refusal.message}` });
        else end({ kind: 'unknown', error: describe(error, phaseOf(error, url, resolved), deadline) });
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
