/** A plain receiver in its own process. It answers 204 at once, except under /hung, where it never answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrivals {
  count: number;
  /** By path; the silence is the longest time between two deliveries, in milliseconds. */
  paths: Record<string, { count: number; silence: number }>;
  /** Event id and time of each, in epoch milliseconds; only when asked to keep them. */
  times: [id: string, at: number][];
}

let arrivals: Arrivals = { count: 0, paths: {}, times: [] };
let last: Record<string, number> = {};
let wanted = Number.POSITIVE_INFINITY;
let keep = false;

const server = createServer((request, response) => {
  const path = request.url!;
  request.resume();
  request.on('end', () => {
    if (path === '/hung') return;
    response.writeHead(204).end();
    const at = Date.now();
    arrivals.count++;
    arrivals.paths[path] ??= { count: 0, silence: 0 };
    const one = arrivals.paths[path];
    one.count++;
    one.silence = Math.max(one.silence, at - (last[path] ?? at));
    last[path] = at;
    if (keep) arrivals.times.push([request.headers['x-terrier-event-id'] as string, at]);
    if (arrivals.count === wanted) process.send!({ reached: wanted });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));

process.on('message', (message: { expect?: number; keep?: boolean; read?: true }) => {
  if (message.read) return process.send!(arrivals);
  arrivals = { count: 0, paths: {}, times: [] };
  last = {};
  wanted = message.expect ?? Number.POSITIVE_INFINITY;
  keep = message.keep ?? false;
  return process.send!({ ready: true });
});
process.once('disconnect', () => process.exit(0));
