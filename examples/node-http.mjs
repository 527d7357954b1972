/**
 * Receives webhooks with node:http alone.
 *   TERRIER_WEBHOOK_SECRET=whsec_… PORT=4000 node examples/node-http.mjs
 */
import { createServer } from 'node:http';
import { verify } from 'terrier/verify';

const secret = process.env.TERRIER_WEBHOOK_SECRET;
if (!secret) throw new Error('TERRIER_WEBHOOK_SECRET is not set');
const MOST_BYTES = 1 << 20;

/** Ids of events that were seen. Keep them in your database, under a unique key, to know them after a restart. */
const seen = new Set();

function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > 100_000) seen.delete(seen.values().next().value);
  return true;
}

/** The bytes as received: the signature is over them, not over the parsed JSON. Null when there are too many. */
async function rawBodyOf(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status, { connection: 'close' }).end();
  if (request.method !== 'POST') return answer(405);
  const rawBody = await rawBodyOf(request).catch(() => null);
  if (rawBody === null) return answer(413);
  if (!verify({ secret, signature: request.headers['x-terrier-signature'], rawBody }).valid)
    return answer(401);

  const event = JSON.parse(rawBody);
  response.writeHead(204).end(); // at once: after 10 seconds the outcome is unknown
  if (isNew(event.event_id)) console.log(`${event.event_type} ${event.event_id} ${event.parcel_id}`);
});

server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
