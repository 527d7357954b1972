import { type Dispatcher, Pool } from 'undici';
import { withoutLogin } from '../src/domain/server-addresses.ts';

/** An undici pool for an address, with its user and password, if any. */
export function poolOf(address: string, options: Pool.Options): Dispatcher {
  const { url, headers: login } = withoutLogin(address);
  return new Pool(url.origin, options).compose((dispatch) => (request, handler) => {
    const headers = { ...login, ...(request.headers as Record<string, string>) };
    return dispatch({ ...request, headers }, handler);
  });
}
