export interface Addressed {
  url: URL;
  headers: { authorization?: string };
}

/** Splits a URL into the URL without user and password, and the header that carries them. */
export function withoutLogin(address: string): Addressed {
  const url = new URL(address);
  if (url.username === '') return { url, headers: {} };
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } };
}
