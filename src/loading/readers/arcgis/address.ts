import { readAddress } from '../http.ts';

/**
 * The address of a layer, without what may follow it (`/query`, `?f=json`), and the token from its query.
 * @throws Failure when it is not an http or https address.
 */
export function layerAddress(text: string): { layer: URL; token: string | null } {
  const layer = readAddress(text);
  const token = layer.searchParams.get('token');
  layer.search = '';
  layer.hash = '';
  layer.pathname = layer.pathname
    .replace(/\/+$/, '')
    .replace(/\/query$/i, '')
    .replace(/\/+$/, '');
  return { layer, token: token || null };
}
