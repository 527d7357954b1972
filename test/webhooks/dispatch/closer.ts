/**
 * A thread with a receiver that closes its connections after a set time without announcing it. A thread of its own lets
 * it do so while the sender's thread is busy.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface Closes {
  /** Milliseconds after which it closes a connection; 0 is at once. */
  after: number;
  from: 'last answer' | 'first answer' | 'accept';
  /** Milliseconds that an answer takes. */
  takes?: number;
}

const { after, from, takes = 0 } = workerData as Closes;
let accepted = 0;
let answered = 0;
let closed = 0;

function serve(socket: Socket): void {
  accepted++;
  let timer: NodeJS.Timeout | undefined;
  function close(): void {
    closed++;
    socket.destroy();
  }
  function closeLater(): void {
    clearTimeout(timer);
    if (after === 0) close();
    else timer = setTimeout(close, after);
  }
  function answer(): void {
    if (socket.destroyed) return;
    answered++;
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', () => {
      if (from === 'last answer' || (from === 'first answer' && !timer)) closeLater();
    });
  }
  if (from === 'accept') closeLater();
  socket.on('error', () => {});
  socket.on('close', () => clearTimeout(timer));
  socket.on('data', (bytes) => {
    // The deliveries are small: the last piece, or the only one, ends with the end of the delivery.
    if (!bytes.includes('}', bytes.length - 1)) return;
    if (takes === 0) answer();
    else setTimeout(answer, takes);
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  parentPort!.postMessage({ port: (server.address() as AddressInfo).port });
});
parentPort!.on('message', () => parentPort!.postMessage({ accepted, answered, closed }));
