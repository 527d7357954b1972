import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
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

/** One line, which contains nothing that was sent. */
function describe(error: NodeJS.ErrnoException, phase: Phase, deadline: number): string {
  return `${phase}: ${error instanceof Late ? `no answer within ${deadline / 1000} s` : error.code || 'failed'}`;
}

/** Called at the answer's headers: the body is not read. */
function release(response: IncomingMessage, request: ClientRequest): void {
  response.on('error', () => {});
  // A body that came in one piece with the headers is discarded, so the connection can be reused.
  setImmediate(() => {
    if (response.complete) response.resume();
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

/** A timer that can be set again. Once stopped, it stays stopped. */
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

/**
 * Calls `ready` when a request has a connection that it can be written to, and the addresses of that are checked;
 * `connected` before, when TLS is still to be agreed on.
 */
function whenConnected(request: ClientRequest, connected: () => void, ready: () => void): void {
  request.once('socket', (socket: Socket & { secureConnecting?: boolean }) => {
    if (!socket.connecting && !socket.secureConnecting) ready();
    else if (socket.secureConnecting === undefined) socket.once('connect', ready);
    else socket.once('connect', connected).once('secureConnect', ready);
  });
}

/**
 * Sends signed deliveries. Each answer takes at most the deadline, which does not run while a look-up waits for its
 * place. Nothing is written once the permit is over. No redirects, no retries, no proxy of the environment; the body of
 * an answer is not read.
 */
export function createSender({ devHosts, ca, names, mark, deadline = DEADLINE }: SenderOptions) {
  const agentOptions = { keepAlive: true, timeout: IDLE, maxFreeSockets: MOST_IDLE };
  const overHttp = new http.Agent(agentOptions);
  const overTls = new https.Agent({ ...agentOptions, ...(ca ? { ca: [...rootCertificates, ca] } : {}) });
  const sweep = sweeper([overHttp, overTls]);

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
      /** How far the request came. */
      let phase: Phase = isIP(host) === 0 ? 'dns' : 'connect';
      const late = () => request.destroy(new Late());
      function end(outcome: Outcome): void {
        clock.stop();
        resolve(outcome);
      }
      function giveUp(): void {
        end({ kind: 'unsent' });
        request.destroy();
      }
      const lookup: LookupFunction = (_host, { all }, callback) => {
        const named = names(job.account, host);
        clock.wind(leftOf(permit), giveUp);
        void named.begun.then(() => clock.wind(deadline, late));
        named.addresses.then(
          (addresses) => {
            try {
              const usable = checked(host, addresses);
              phase = 'connect';
              if (all) callback(null, usable);
              else callback(null, usable[0]!.address, usable[0]!.family);
            } catch (error) {
              callback(error as Error, '');
            }
          },
          (error) => callback(error, ''),
        );
      };
      const options = { method: 'POST', headers, lookup };
      // Before the request starts: its look-up sets the clock again.
      clock.wind(deadline, late);
      const request =
        url.protocol === 'http:'
          ? http.request(url, { ...options, agent: overHttp })
          : https.request(url, { ...options, agent: overTls });
      const connected = () => {
        phase = 'tls';
      };
      whenConnected(request, connected, () => {
        phase = 'send';
        // In this order: what is not marked when its permit is over never leaves. `end` hands the bytes to the system
        // before it returns.
        const marked = job.record === null || mark(job.record);
        if (!marked || isOver(permit)) giveUp();
        else request.end(body);
      });
      request.once('finish', () => {
        phase = 'response';
      });
      request.once('response', (response) => {
        end({ kind: 'answered', status: response.statusCode! });
        release(response, request);
      });
      request.on('error', (error) => {
        if (error instanceof RefusedDestination)
          end({ kind: 'refused', error: `Not sent: ${error.message}` });
        else end({ kind: 'unknown', error: describe(error, phase, deadline) });
      });
      // Some connections close without an error, as after an unexpected upgrade.
      request.once('close', () => end({ kind: 'unknown', error: `${phase}: closed without an answer` }));
    });
  }

  return {
    send,
    close(): void {
      overHttp.destroy();
      overTls.destroy();
    },
  };
}
