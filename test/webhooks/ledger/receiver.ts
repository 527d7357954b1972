/**
 * A receiver as a process of its own, to be killed: `fork`ed with `Setup` as JSON. It logs each request as a line before
 * it answers; the log outlives the process. Tells its parent the port it listens on.
 */
import { openSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { int, random } from '../../../src/loading/demo/random.ts';
import { verify } from '../../../src/webhooks/verify/verify.mjs';

/** What a receiver is started with. */
export interface Setup {
  log: string;
  /** 0 for any; after a kill, the same port again. */
  port: number;
  seed: number;
}

/** What its parent tells it. */
export interface Orders {
  /** Secrets of its endpoints by path. */
  secrets?: Record<string, string>;
  /** The paths that always refuse. */
  stubborn?: string[];
  /** Whether every request is answered normally. */
  calm?: boolean;
  /** Milliseconds after an answer at which it closes the connection; null to keep it. */
  closesAfter?: number | null;
}

/** How a request is handled. Only `answer` and `slow` answer. */
type Plan = 'answer' | 'slow' | 'reset_before' | 'reset_after' | 'broken';

/** A request as it is logged. */
export interface Line {
  at: number;
  path: string;
  event: string;
  delivery: string;
  attempt: number;
  plan: Plan;
  /** The status it is about to answer with; null when it does not answer. */
  status: number | null;
  /** Whether the signature verifies and the body agrees with the headers; null when the request was not read completely. */
  verified: boolean | null;
  /** Whether it was refused because the clocks of sender and receiver differ too much. */
  expired?: true;
}

const setup: Setup = JSON.parse(process.argv[2]!);
const log = openSync(setup.log, 'a');
const roll = random(setup.seed);
const orders: Required<Orders> = { secrets: {}, stubborn: [], calm: true, closesAfter: null };

function decide(path: string): { plan: Plan; status: number | null; wait: number } {
  const chance = roll();
  const failing = chance < 0.5 ? 500 : 503;
  if (orders.stubborn.includes(path)) return { plan: 'answer', status: failing, wait: 0 };
  if (orders.calm || chance < 0.8) return { plan: 'answer', status: 204, wait: 0 };
  if (chance < 0.9) return { plan: 'answer', status: chance < 0.85 ? 500 : 503, wait: 0 };
  if (chance < 0.94) return { plan: 'slow', status: 200, wait: int(roll, 100, 1_500) };
  if (chance < 0.96) return { plan: 'slow', status: 500, wait: int(roll, 100, 1_500) };
  return { plan: chance < 0.98 ? 'reset_before' : 'reset_after', status: null, wait: 0 };
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString();
}

function check(request: IncomingMessage, rawBody: string): Pick<Line, 'verified' | 'expired'> {
  const { headers, url } = request;
  const secret = orders.secrets[url!] ?? '';
  const signature = headers['x-terrier-signature'];
  const verdict = verify({ secret, signature, rawBody });
  if (!verdict.valid && verdict.reason !== 'expired') return { verified: false };
  return { verified: saysTheSame(headers, rawBody), ...(verdict.valid ? {} : { expired: true }) };
}

function saysTheSame(headers: IncomingMessage['headers'], rawBody: string): boolean {
  const { event_id, event_type, delivery_attempt } = JSON.parse(rawBody);
  return (
    event_id === headers['x-terrier-event-id'] &&
    event_type === headers['x-terrier-event-type'] &&
    String(delivery_attempt) === headers['x-terrier-attempt']
  );
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers, url } = request;
  const { plan, status, wait } = decide(url!);
  const line: Line = {
    at: Date.now(),
    path: url!,
    event: String(headers['x-terrier-event-id']),
    delivery: String(headers['x-terrier-delivery-id']),
    attempt: Number(headers['x-terrier-attempt']),
    plan,
    status,
    verified: null,
  };
  if (plan !== 'reset_before') {
    const body = await bodyOf(request);
    if (body === null) Object.assign(line, { plan: 'broken', status: null });
    else Object.assign(line, check(request, body));
    if (line.expired) Object.assign(line, { plan: 'answer', status: 401 });
  }
  writeSync(log, `${JSON.stringify(line)}\n`);
  if (line.status === null) request.socket.resetAndDestroy();
  else {
    if (wait > 0) await sleep(wait);
    const { closesAfter } = orders;
    if (closesAfter !== null)
      response.once('finish', () => setTimeout(() => request.socket.destroySoon(), closesAfter));
    response.writeHead(line.status).end(line.status === 200 ? 'Thank you.' : undefined);
  }
}

const server = createServer((request, response) => void receive(request, response));
server.listen(setup.port, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', (news: Orders) => {
  Object.assign(orders, news);
  process.send!({ heard: true });
});
process.on('disconnect', () => process.exit());
