import { TerrierError } from 'terrier/client';

const HINTS: Record<number, string> = {
  401: 'The API key is missing or unknown. In stdio mode it comes from TERRIER_API_KEY, over HTTP from the Authorization header.',
  403: 'This needs another API key or plan.',
};

/** What went wrong, for a model to act on. `baseUrl` is the API's address. Contains no key. */
export function failureText(error: unknown, baseUrl: string): string {
  if (error instanceof TerrierError) {
    const wait = error.retryAfter === null ? '' : ` Try again in ${error.retryAfter} seconds, not before.`;
    const hint = HINTS[error.status] ? ` ${HINTS[error.status]}` : '';
    return `${error.status} ${error.code}: ${error.message.replace(/\.$/, '')}.${wait}${hint}`;
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The Terrier API did not answer in time. Try again later.';
  }
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return `The Terrier API at ${baseUrl} cannot be reached. Is it running?`;
  }
  // From the client's own checks, such as a path parameter that no URL can contain.
  if (error instanceof TypeError) return error.message;
  return 'Something failed in the MCP server.';
}
