import { type Dispatcher, Pool } from 'undici';
import { withoutLogin } from '../src/elastic/login.ts';

/** A pool of undici's on an address, which says the user and password that the address may hold. */
export function poolOf(address: string, options: Pool.Options): Dispatcher {
  const { url, headers: login } = withoutLogin(address);
  return new Pool(url.origin, options).compose((dispatch) => (request, handler) => {
    const headers = { ...login, ...(request.headers as Record<string, string>) };
    return dispatch({ ...request, headers }, handler);
  });
}
