/**
 * A thread that listens on a loopback address but accepts nothing until it is told to: once its queue is full, the system
 * leaves further attempts to connect unanswered. Then it answers each request with a 200.
 */
import { type AddressInfo, createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const LONGEST = 30_000;
const { host, port, go } = workerData as { host: string; port: number; go: Int32Array };

const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
}).listen({ host, port, backlog: 1 }, () => {
  parentPort!.postMessage((server.address() as AddressInfo).port);
  Atomics.wait(go, 0, 0, LONGEST);
});
