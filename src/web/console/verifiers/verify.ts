// Express: app.post('/hooks', express.raw({ type: '*/*' }), (request, response) => {
//   const signature = request.get('X-Terrier-Signature') ?? '';
//   if (!verify(SECRET, signature, request.body)) return response.sendStatus(400);
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE = 5 * 60_000;

/**
 * Whether a delivery is from Terrier, unchanged and fresh.
 * @param secret the endpoint's, whole: whsec_…
 * @param signature the X-Terrier-Signature header
 * @param rawBody the exact bytes of the body, before any parsing
 */
export function verify(secret: string, signature: string, rawBody: Uint8Array, now = Date.now()): boolean {
  const parts = /^t=([0-9]{1,15}),v1=([0-9a-f]{64})$/.exec(signature);
  if (!parts) return false;
  const [, t, given] = parts as unknown as [string, string, string];
  const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(given, 'hex'))) return false;
  return Math.abs(now - Number(t)) <= TOLERANCE;
}
