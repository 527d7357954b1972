import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import t from 'tap';
import { cutUnread } from '../../src/api/unread.ts';

/** More than the system buffers for a reader. */
const ANSWER = Buffer.alloc(64 << 20);
const NEVER = 3_600_000;

t.test('when too many bytes wait for readers, those who read nothing are cut off early', async (t) => {
  const server = createServer((_request, response) => void response.end(ANSWER));
  const told = new Promise<number>((tell) => cutUnread(server, { longest: NEVER, most: 1 << 20, tell }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const failed = once(socket, 'error');
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  socket.write('GET / HTTP/1.1\r\nHost: made-up\r\n\r\n');
  t.equal(await told, 1);
  socket.resume();
  t.match(await failed, [{ code: 'ECONNRESET' }], 'the reader gets an error');
});
