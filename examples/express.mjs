/**
 * Receives webhooks with Express 5.
 *   TERRIER_WEBHOOK_SECRET=whsec_… PORT=4000 node examples/express.mjs
 */
import express from 'express';
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

const app = express();

// `raw`, not `json`: the signature is over the bytes as received, not over the parsed JSON.
app.post('/', express.raw({ type: () => true, limit: '1mb', inflate: false }), (request, response) => {
  const rawBody = request.body ?? Buffer.alloc(0);
  const verdict = verify({ secret, signature: request.get('x-terrier-signature'), rawBody });
  if (!verdict.valid) return response.sendStatus(401);

  const event = JSON.parse(rawBody);
  response.sendStatus(204); // at once: after 10 seconds the outcome is unknown
  if (isNew(event.event_id)) console.log(`${event.event_type} ${event.event_id} ${event.parcel_id}`);
});

// Without it, Express would show the error to the sender.
app.use((error, _request, response, _next) => response.sendStatus(error.status ?? 500));

const server = app.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
