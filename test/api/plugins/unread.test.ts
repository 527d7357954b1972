import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import t from 'tap';
import { CHECK_UNREAD_EVERY, cutUnread } from '../../../src/api/plugins/server.ts';
import { handClock } from '../../clocks.ts';
import { eventually } from '../../eventually.ts';
import { portOf } from '../../port-of.ts';

/** More than the system buffers for a reader. */
const ANSWER = Buffer.alloc(64 << 20);

t.test('when too many bytes wait for readers, those who read nothing are cut off early', async (t) => {
  const clock = handClock();
  const server = createServer((_request, response) => void response.end(ANSWER));
  const told = new Promise<number>((tell) => cutUnread(server, { most: 1 << 20, clock, tell }));
  const connected = once(server, 'connection');
  const port = await portOf(server);
  const socket = connect(port, '127.0.0.1').pause();
  const failed = once(socket, 'error');
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  socket.write('GET / HTTP/1.1\r\nHost: made-up\r\n\r\n');
  const [side] = (await connected) as [Socket];
  await eventually('bytes wait', () => side.writableLength > 0);
  // It is seen, and seen again.
  clock.pass(2 * CHECK_UNREAD_EVERY);
  t.equal(await told, 1);
  socket.resume();
  t.match(await failed, [{ code: 'ECONNRESET' }], 'the reader gets an error');
});
