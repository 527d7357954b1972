import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { payload } from '../../domain/event-payload.ts';
import { CLASSIC_GROUPS, isEnded } from '../../domain/handshake.ts';
import { isPublicAddress } from '../../domain/public-address.ts';
import { startTimer } from '../../domain/timer.ts';
import { deliveryHeaders } from '../delivery-headers.ts';
import { hostOf, RefusedDestination, readUrl } from '../destination.ts';
import { type Address, type Names, Unresolved } from '../names.ts';
import { type ConnectionOptions, createConnections } from './connections.ts';
import type { Job, Outcome, Phase } from './deliver-task.ts';
import { failureOf } from './failure.ts';
import { isOver, leftOf } from './send-window.ts';

/** From the start of the name look-up to the end of the answer's headers, in milliseconds. */
export const DEADLINE = 10_000;
/** How long each address of a host but the last has to accept a connection before the next is tried, in milliseconds. */
const ADDRESS = 250;

export interface SenderOptions extends ConnectionOptions {
  /** Hosts that may be sent to at any address, and over plain http. */
  devHosts: ReadonlySet<string>;
  names: Names;
  /** Marks in the journal that an attempt may be sent now, by its record; false if the mark could not be written. */
  mark: (record: number) => boolean;
  /** For tests. */
  deadline?: number;
}

class Late extends Error {}

const describe = (error: NodeJS.ErrnoException, phase: Phase, deadline: number): string =>
  error instanceof Late ? `${phase}: no answer within ${deadline / 1000} s` : failureOf(error.code, phase);

/** Called when the answer's headers have arrived: the body is not read. */
function release(response: IncomingMessage, request: ClientRequest): void {
  response.on('error', () => {});
  // A body that came in one piece with the headers is discarded, so the connection can be reused.
  setImmediate(() => {
    if (response.complete) response.resume();
    else request.destroy();
  });
}

/**
 * The addresses that timed out, once all others have failed too: no connection was made, so nothing was sent.
 */
function cutShort(addresses: Address[], error: Error): Address[] {
  if (!(error instanceof AggregateError)) return [];
  const slow = new Set(error.errors.filter(({ code }) => code === 'ETIMEDOUT').map(({ address }) => address));
  return addresses.filter(({ address }) => slow.has(address));
}

function bodyOf({ claim: { attempt }, endpoint: { parcelScoped }, event }: Job): string | null {
  try {
    return payload(event.body, { ...event, attempt, parcelScoped });
  } catch {
    return null;
  }
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
 * Reads the status of an answer separately from Node's parser, which reports it only after all headers, and not at all if it
 * rejects one of them.
 * @returns a function that returns the status, or null if it has not arrived.
 */
function followStatus(request: ClientRequest): () => number | null {
  const { read, status } = statusReader();
  request.once('socket', (socket) => {
    // Before the parser, which ends the request when it rejects the answer.
    socket.prependListener('data', read);
    request.once('close', () => socket.off('data', read));
  });
  return status;
}

/**
 * Calls `ready` when the request can be written to its connection, whose address has been checked. Before that, calls
 * `connected` if the TLS handshake is still to come.
 */
function whenConnected(request: ClientRequest, connected: () => void, ready: () => void): void {
  request.once('socket', (socket: Socket & { secureConnecting?: boolean }) => {
    if (!socket.connecting && !socket.secureConnecting) ready();
    else if (socket.secureConnecting === undefined) socket.once('connect', ready);
    else socket.once('connect', connected).once('secureConnect', ready);
  });
}

/** What all attempts share. */
interface Sender extends SenderOptions {
  connections: ReturnType<typeof createConnections>;
  deadline: number;
}

/** An attempt under way. It may take several requests until one is connected. */
interface Attempt {
  job: Job;
  url: URL;
  headers: OutgoingHttpHeaders;
  body: string;
  /** The addresses to try, all of them checked; none before the look-up. */
  addresses: Address[];
  /** The last request, and how far it got. */
  request?: ClientRequest;
  phase: Phase;
  clock: ReturnType<typeof createClock>;
  end: (outcome: Outcome) => void;
}

const late = ({ request }: Attempt) => request!.destroy(new Late());

function giveUp(attempt: Attempt): void {
  attempt.end({ kind: 'unsent' });
  late(attempt);
}

function checked(devHosts: ReadonlySet<string>, host: string, addresses: Address[]): Address[] {
  if (addresses.length === 0) throw new Unresolved();
  const isOpen = devHosts.has(host) || addresses.every(({ address }) => isPublicAddress(address));
  if (!isOpen) throw new RefusedDestination('the host leads to an address that is not public');
  return addresses;
}

/** Looks the host up once, and checks all of its addresses. */
const lookupOf =
  ({ devHosts, names, deadline }: Sender, attempt: Attempt): LookupFunction =>
  (_host, { all }, callback) => {
    const { job, url, clock } = attempt;
    const answer = () => {
      const { addresses } = attempt;
      if (all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    };
    if (attempt.addresses.length > 0) return process.nextTick(answer);
    const host = hostOf(url);
    const named = names(job.endpoint.account, host);
    clock.wind(leftOf(job.claim.begun!.sendWindow), () => giveUp(attempt));
    void named.begun.then(() => clock.wind(deadline, () => late(attempt)));
    named.addresses.then(
      (found) => {
        try {
          attempt.addresses = checked(devHosts, host, found);
          attempt.phase = 'connect';
          answer();
        } catch (error) {
          callback(error as Error, '');
        }
      },
      (error) => callback(error, ''),
    );
  };

/**
 * Starts a request of an attempt.
 * @param patience how long each address but the last has to accept a connection, in milliseconds.
 * @param groups the key exchange groups of TLS; Node's if not given.
 */
function start(sender: Sender, attempt: Attempt, patience: number, groups?: string): void {
  const { connections, deadline, mark } = sender;
  const { url, headers, body, end } = attempt;
  const { record, sendWindow } = attempt.job.claim.begun!;
  const request = connections.request(url, {
    method: 'POST',
    headers,
    lookup: lookupOf(sender, attempt),
    autoSelectFamilyAttemptTimeout: patience,
    ...(groups && { ecdhCurve: groups }),
  });
  attempt.request = request;
  const statusRead = followStatus(request);
  /** A status that has arrived decides, even if the rest of the answer does not arrive or is not HTTP. */
  function fail(error: string): void {
    const status = statusRead();
    end(status === null ? { kind: 'unknown', error } : { kind: 'answered', status });
  }
  const connected = () => {
    attempt.phase = 'tls';
  };
  whenConnected(request, connected, () => {
    attempt.phase = 'send';
    // Mark first, then check the window: an attempt that is not marked when its window ends is never sent. `end` hands
    // the bytes to the system before it returns.
    const marked = record === null || mark(record);
    if (!marked || isOver(sendWindow)) giveUp(attempt);
    else request.end(body);
  });
  request.once('finish', () => {
    attempt.phase = 'response';
  });
  request.once('response', (response) => {
    end({ kind: 'answered', status: response.statusCode! });
    release(response, request);
  });
  request.on('error', (error) => {
    const { phase } = attempt;
    const slow = cutShort(attempt.addresses, error);
    if (slow.length > 0) {
      attempt.addresses = slow;
      return start(sender, attempt, Math.ceil(deadline / (slow.length + 1)), groups);
    }
    // Nothing of the request is written before the handshake is done.
    if (phase === 'tls' && groups === undefined && isEnded(error)) {
      attempt.phase = 'connect';
      return start(sender, attempt, ADDRESS, CLASSIC_GROUPS);
    }
    if (error instanceof RefusedDestination) end({ kind: 'refused', error: `Not sent: ${error.message}` });
    else fail(describe(error, phase, deadline));
  });
  // Some connections close without an error, as after an unexpected upgrade.
  request.once('close', () => {
    if (request === attempt.request) fail(failureOf('ECONNRESET', attempt.phase));
  });
}

/**
 * Sends signed deliveries. Each answer must come within the deadline, which does not run while a look-up waits for others.
 * Nothing is written once the send window is over. No redirects, no retries of what may have been sent, no proxy from the
 * environment; the body of an answer is not read.
 */
export function createSender({ deadline = DEADLINE, ...options }: SenderOptions) {
  const connections = createConnections(options);
  const sender: Sender = { ...options, deadline, connections };

  async function send(job: Job): Promise<Outcome> {
    const { claim, endpoint, event, deliveryId } = job;
    let url: URL;
    try {
      url = readUrl(endpoint.url, sender.devHosts);
    } catch (error) {
      return { kind: 'refused', error: `Not sent: the address ${(error as Error).message}` };
    }
    const body = bodyOf(job);
    if (body === null) return { kind: 'refused', error: 'Not sent: the stored event cannot be read' };
    const about = { ...event, deliveryId, secret: endpoint.secret, attempt: claim.attempt };
    const headers = {
      ...deliveryHeaders(about, body, Date.now()),
      'content-length': Buffer.byteLength(body),
    };
    const phase = isIP(hostOf(url)) === 0 ? 'dns' : 'connect';
    return new Promise((resolve) => {
      const clock = createClock();
      function end(outcome: Outcome): void {
        clock.stop();
        resolve(outcome);
      }
      const attempt: Attempt = { job, url, headers, body, addresses: [], phase, clock, end };
      // Before the request starts: its look-up sets the clock again.
      clock.wind(deadline, () => late(attempt));
      start(sender, attempt, ADDRESS);
    });
  }

  return { send, closes: connections.closes, close: connections.close };
}

/** How much of an answer is searched for its status, in bytes: interim answers may come before it. */
const MOST = 4_096;

const INTERIM = String.raw`HTTP/1\.[01] 1\d\d[^\n]*\n(?:[^\r\n][^\n]*\n)*\r?\n`;
const STATUS = new RegExp(String.raw`^(?:${INTERIM})*HTTP/1\.[01] ([2-9]\d\d)(?:[ \r][^\n]*)?\n`);

/** Reads an answer piece by piece, and knows its status once the status line has arrived. Interim answers do not count. */
export function statusReader() {
  let text = '';
  let status: number | null = null;
  return {
    read(part: Buffer): void {
      if (status !== null || text.length >= MOST) return;
      text += part.toString('latin1', 0, MOST - text.length);
      // Checked only at line ends, so that an answer that comes byte by byte costs little.
      if (part.includes(10)) status = Number(STATUS.exec(text)?.[1] ?? 0) || null;
    },
    /** Null until it has arrived. */
    status: () => status,
  };
}
