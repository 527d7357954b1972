/** How far the clocks of sender and receiver may differ, in milliseconds. */
export const TOLERANCE: number;

export interface Signed {
  /** The endpoint's whole secret: `whsec_…`. */
  secret: string;
  /** The X-Terrier-Signature header as received; anything but a string is malformed. */
  signature: unknown;
  /** The exact bytes of the body, before any parsing. */
  rawBody: string | Uint8Array;
  /** The receiver's clock, epoch milliseconds; now when not given. */
  now?: number;
}

export type Verdict =
  | { valid: true /** When it was signed, epoch milliseconds. */; timestamp: number }
  | {
      valid: false;
      /** malformed: no such header; mismatch: another secret or body; expired: more than 5 minutes off. */
      reason: 'malformed' | 'mismatch' | 'expired';
    };

/** Whether a delivery is from Terrier, unchanged and fresh. Compares in constant time; never throws. */
export function verify(delivery: Signed): Verdict;

/** The signature header of a body: `t=<unix ms>,v1=<hex HMAC-SHA256 of "<t>.<body>">`. */
export function sign(secret: string, t: number, rawBody: string | Uint8Array): string;
