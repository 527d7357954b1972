/**
 * The key exchange groups of TLS before those against quantum computers. With the latter, the first message takes two
 * packets, and some firewalls then end the connection.
 */
export const CLASSIC_GROUPS = 'X25519:P-256:P-384';

const ENDED = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE']);

/** Whether an error says that a connection has ended, and not that something was wrong with what came over it. */
export const isEnded = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ENDED.has(String(error.code));
