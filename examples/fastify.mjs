/**
 * Receives webhooks with Fastify 5.
 *   TERRIER_WEBHOOK_SECRET=whsec_… PORT=4000 node examples/fastify.mjs
 */
import Fastify from 'fastify';
import { verify } from 'terrier/verify';

const secret = process.env.TERRIER_WEBHOOK_SECRET;
if (!secret) throw new Error('TERRIER_WEBHOOK_SECRET is not set');

/** Ids of events that were seen. Keep them in your database, under a unique key, to know them after a restart. */
const seen = new Set();

function isNew(id) {
  if (seen.has(id)) return false;
  seen.add(id);
  if (seen.size > 100_000) seen.delete(seen.values().next().value);
  return true;
}

const app = Fastify({ bodyLimit: 1 << 20 });

// The bytes as received: the signature is over them, not over the parsed JSON.
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, rawBody, done) => done(null, rawBody));

app.post('/', async (request, reply) => {
  const rawBody = request.body ?? Buffer.alloc(0);
  const verdict = verify({ secret, signature: request.headers['x-terrier-signature'], rawBody });
  if (!verdict.valid) return reply.code(401).send();

  const event = JSON.parse(rawBody);
  reply.code(204).send(); // at once: after 10 seconds the outcome is unknown
  if (isNew(event.event_id)) console.log(`${event.event_type} ${event.event_id} ${event.parcel_id}`);
  return reply;
});

console.log(
  `Listening on ${await app.listen({ port: Number(process.env.PORT ?? 4000), host: '127.0.0.1' })}`,
);
