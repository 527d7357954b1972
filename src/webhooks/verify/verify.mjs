/**
 * Checks the signature of a webhook delivery. Plain JavaScript without dependencies, so that receivers can use it from
 * the package (`terrier/verify`) or copy it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clocks of sender and receiver may differ, in milliseconds. */
export const TOLERANCE = 5 * 60_000;

const HEADER = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/;

/** @param {string} secret @param {number} t @param {string | Uint8Array} rawBody */
const hmac = (secret, t, rawBody) => createHmac('sha256', secret).update(`${t}.`).update(rawBody);

/** @type {import('./verify.mjs').sign} */
export function sign(secret, t, rawBody) {
  return `t=${t},v1=${hmac(secret, t, rawBody).digest('hex')}`;
}

/** @type {import('./verify.mjs').verify} */
export function verify({ secret, signature, rawBody, now = Date.now() }) {
  const parts = typeof signature === 'string' ? HEADER.exec(signature) : null;
  if (parts === null) return { valid: false, reason: 'malformed' };
  const t = Number(parts[1]);
  const expected = hmac(secret, t, rawBody).digest();
  if (!timingSafeEqual(expected, Buffer.from(parts[2], 'hex'))) return { valid: false, reason: 'mismatch' };
  if (Math.abs(now - t) > TOLERANCE) return { valid: false, reason: 'expired' };
  return { valid: true, timestamp: t };
}
