import type { IncomingMessage } from 'node:http';

/**
 * Reads the body of a request, and at most one chunk beyond `most` bytes. The connection stays open for an answer. Throws
 * when the caller leaves.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) break;
  }
  return Buffer.concat(chunks);
}
