import type { Phase } from './deliver-task.ts';

const UNKNOWN_ISSUER = 'the issuer of the certificate is not trusted, or the chain is incomplete';
const UNREACHABLE = 'the host cannot be reached';
const CLOSED = 'the connection was closed without an answer';
const NO_ADDRESS = 'the host has no address';

/** What error codes of Node, OpenSSL and c-ares mean to the operator of the endpoint. */
const MEANINGS: Record<string, string> = {
  ENOTFOUND: NO_ADDRESS,
  ENODATA: NO_ADDRESS,
  EBADNAME: NO_ADDRESS,
  ETIMEOUT: 'the name servers of the host did not answer',
  EBUSY: 'too many look-ups were waiting',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
};

const BY_PHASE: Record<Phase, string> = {
  dns: 'the name servers of the host answered with an error',
  connect: 'no connection could be made',
  tls: 'no TLS connection could be made',
  send: 'the connection failed',
  response: 'the connection failed',
};
/** Prefix of the HTTP parser's error codes. */
const PARSER = 'HPE_';

/** Why an attempt got no answer: the phase and a description, without codes or anything that was sent. */
export function failureOf(code: string | undefined, phase: Phase): string {
  if (code?.startsWith(PARSER)) return `${phase}: the answer was not HTTP`;
  return `${phase}: ${MEANINGS[code ?? ''] ?? BY_PHASE[phase]}`;
}
