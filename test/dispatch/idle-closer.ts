/**
 * A thread with a receiver that closes connections that are idle for a while, without ever saying that it will: it runs
 * beside the sender, so that it does so while the sender's own thread is busy.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { idle } = workerData as { idle: number };
let answered = 0;
let closed = 0;

function serve(socket: Socket): void {
  let timer: NodeJS.Timeout | undefined;
  socket.on('error', () => {});
  socket.on('close', () => clearTimeout(timer));
  socket.on('data', (bytes) => {
    // The deliveries are small: each comes in one piece, or its end in the last one.
    if (!bytes.includes('}', bytes.length - 1)) return;
    answered++;
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    clearTimeout(timer);
    timer = setTimeout(() => {
      closed++;
      socket.destroy();
    }, idle);
  });
}

const server = createServer(serve).listen(0, '127.0.0.1', () => {
  parentPort!.postMessage({ port: (server.address() as AddressInfo).port });
});
parentPort!.on('message', () => parentPort!.postMessage({ answered, closed }));
