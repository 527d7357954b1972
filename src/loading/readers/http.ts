import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import got, { RequestError, type Response, type StreamOptions } from 'got';
import PQueue from 'p-queue';
import manifest from '../../../package.json' with { type: 'json' };
import { readProxies } from '../../config.ts';
import { CLASSIC_GROUPS, isEnded } from '../../domain/handshake.ts';
import { isPublicAddress } from '../../domain/public-address.ts';
import { Failure, networkFailure, type Patience, shown } from './failure.ts';

export const USER_AGENT = `Terrier/${manifest.version} (+property data loader)`;
const MOST_REDIRECTS = 5;
/** Most requests that this process sends to one host at once. */
const AT_ONCE = 2;

export interface HttpOptions {
  /** Whether addresses may be private. */
  allowPrivate?: boolean;
  /** Ends all requests, as that of one request does. */
  signal?: AbortSignal;
}

interface RequestOptions {
  /** Its name in messages; by default the address without its query. */
  name?: string;
  headers?: Record<string, string>;
  /** Whether the time limit covers the whole answer; otherwise only its beginning. */
  whole?: boolean;
  patience: Patience;
  signal?: AbortSignal;
}

/** An answer whose body, unpacked, is still to be read. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  /** After redirects. */
  url: URL;
  body: AsyncIterable<Buffer>;
  /** Ends the body with an error. */
  cut(failure: Failure): void;
}

/** Whether an error is about this machine's files: connection errors arrive as got's own. */
const isLocal = (error: unknown) =>
  error instanceof Error && !(error instanceof RequestError) && 'syscall' in error;

const endedInHandshake = (error: unknown) =>
  error instanceof RequestError &&
  isEnded(error) &&
  new URL(String(error.options.url)).protocol === 'https:' &&
  error.timings?.secureConnect === undefined;

const queues = new Map<string, PQueue>();

/** Runs some work when a host has a free slot. */
async function atHost<T>({ hostname: host }: URL, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const queue = queues.get(host) ?? new PQueue({ concurrency: AT_ONCE });
  queues.set(host, queue);
  try {
    return await queue.add(work, { signal });
  } finally {
    if (queue.size === 0 && queue.pending === 0) queues.delete(host);
  }
}

/**
 * Reads the address of something on the network, which may be relative to another one.
 * @throws Failure when it is not an http or https address.
 */
export function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text.trim(), base?.href);
  if (url?.protocol === 'ftp:' || url?.protocol === 'ftps:') {
    throw new Failure(`FTP is not supported: download ${shown(url)} by hand, then load the file.`);
  }
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Failure(
      `"${text.slice(0, 200)}" is not a web address: it should begin with https:// or http://.`,
    );
  }
  return url;
}

/**
 * A client that identifies Terrier, reads only public addresses unless others are allowed (it checks each redirect and the
 * address actually connected to), and sends one host at most two requests at once. It does not retry. It uses the proxies of
 * the environment, which look hosts up themselves: of these, only addresses that are known here can be checked.
 */
export function createHttp({ allowPrivate = false, signal: always }: HttpOptions) {
  const proxyEnv = readProxies();
  const agentOptions = { keepAlive: true, proxyEnv };
  const agent = { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) };
  /** The hosts that were checked, since a proxy looks them up where `publicLookup` cannot see it. */
  const checks = new Map<string, Promise<void>>();
  function check(url: URL): Promise<void> | void {
    if (Object.keys(proxyEnv).length === 0) return checkLiteral(url);
    const checked = checks.get(url.hostname) ?? checkHost(url);
    checks.set(url.hostname, checked);
    return checked;
  }
  const client = got.extend({
    agent,
    headers: { 'user-agent': USER_AGENT },
    retry: { limit: 0 },
    maxRedirects: MOST_REDIRECTS,
    throwHttpErrors: false,
    ...(allowPrivate
      ? {}
      : {
          dnsLookup: publicLookup,
          hooks: { beforeRequest: [({ url }) => check(new URL(String(url)))] },
        }),
  });

  /** Hosts that ended a handshake: the next ones fit into one packet. */
  const classic = new Set<string>();

  /** Sends a request, and sends it again when its connection ended during the TLS handshake. Returns the begun answer. */
  async function begin(url: URL, options: StreamOptions) {
    const isClassic = classic.has(url.host);
    const stream = client.stream(url, {
      ...options,
      ...(isClassic && { https: { ecdhCurve: CLASSIC_GROUPS } }),
    });
    try {
      const response = await new Promise<Response>((resolve, reject) => {
        stream.once('response', resolve);
        // This handler stays: an error between two reads must not end the process.
        stream.on('error', reject);
      });
      return { stream, response };
    } catch (error) {
      stream.destroy();
      if (isClassic || !endedInHandshake(error)) throw error;
      classic.add(url.host);
      return begin(url, options);
    }
  }

  /**
   * Sends a GET request and hands its answer, of any status, to `use`. It occupies the host's slot until that is done.
   * @throws Failure when the answer does not arrive completely; file errors from `use` as they are.
   */
  function request<T>(url: URL, options: RequestOptions, use: (reply: Reply) => Promise<T>): Promise<T> {
    const { name = shown(url), headers, whole = false, patience } = options;
    const signals = [always, options.signal].filter((signal) => signal !== undefined);
    const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
    const timeout = whole
      ? { request: patience.answer }
      : { connect: patience.answer, secureConnect: patience.answer, response: patience.answer };
    return atHost(
      url,
      async () => {
        try {
          const { stream, response } = await begin(url, { headers, timeout, signal });
          try {
            return await use({
              status: response.statusCode,
              headers: response.headers,
              url: new URL(response.url),
              body: stream,
              cut: (failure) => stream.destroy(failure),
            });
          } finally {
            stream.destroy();
          }
        } catch (error) {
          if (signal?.aborted || isLocal(error)) throw error;
          throw networkFailure(error, name, patience.answer);
        }
      },
      signal,
    );
  }

  return {
    request,
    close(): void {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}
export type Http = ReturnType<typeof createHttp>;

/**
 * The whole text of an answer, as UTF-8.
 * @throws Failure when it is longer than `most` bytes.
 */
export async function textOf({ body }: Reply, name: string, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > most) {
      const sentence = `${name} cannot be read: one answer is larger than ${Math.floor(most / 2 ** 20)} MiB.`;
      throw new Failure(sentence, { temporary: true, tooMuch: true });
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

const refusal = (host: string) =>
  new Failure(
    `${host} leads to an address that is not public. Name a public address, or allow private ones with --allow-private if it is meant.`,
  );

/**
 * Checks a URL whose host is an IP address: connecting to one needs no lookup that could check it.
 * @throws Failure when the address is not public.
 */
function checkLiteral(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(host);
}

/**
 * Checks the host of a URL that a proxy may be asked for. The proxy looks it up again, so a host that is not known here is
 * left to the proxy.
 * @throws Failure when an address of it is not public.
 */
async function checkHost(url: URL): Promise<void> {
  const host = hostOf(url);
  const addresses = await lookupAll(host, { all: true }).catch(() => []);
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw refusal(host);
}

/** Looks a host up for a connection, which then goes to one of the addresses checked here and to no other. */
const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refusal(host), '');
    if (options.all) callback(null, addresses);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
