import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import type { Test } from 'tap';

const TYPES = { A: 1, AAAA: 28 };
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 };

/** The answer of a name server about a host: its addresses of each family, an error, or nothing at all. */
export type Says = { A?: string[] | 'silence'; AAAA?: string[] | 'silence' } | keyof typeof CODES | 'silence';

const bytesOf = (address: string) =>
  address.includes(':')
    ? Buffer.from(
        address
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(address.split('.').map(Number));

/** The answer to a query of one question, as in RFC 1035, or null for silence; IPv6 addresses must be written in full. */
function answer(query: Buffer, question: Buffer, type: number, says: Says): Buffer | null {
  const addresses = typeof says === 'string' ? [] : ((type === TYPES.A ? says.A : says.AAAA) ?? []);
  if (says === 'silence' || addresses === 'silence') return null;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof says === 'string' ? CODES[says] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const bytes = bytesOf(address);
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([header, question, ...records]);
}

/**
 * A name server on loopback.
 * @param says its answer about a host, which may come later; called for each query.
 */
export async function makeNameServer(
  t: Pick<Test, 'teardown'>,
  says: (host: string) => Says | Promise<Says>,
) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', async (query: Buffer, from: RemoteInfo) => {
    const labels: string[] = [];
    let at = 12;
    for (let size = query[at]!; size > 0; size = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size));
      at += 1 + size;
    }
    const type = query.readUInt16BE(at + 1);
    const host = labels.join('.').toLowerCase();
    asked.push(host);
    const answered = answer(query, query.subarray(12, at + 5), type, await says(host));
    if (answered) socket.send(answered, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return {
    /** Its address, as the settings name it. */
    address: `127.0.0.1:${socket.address().port}`,
    /** The hosts that it was asked for, one for each query. */
    asked,
  };
}
