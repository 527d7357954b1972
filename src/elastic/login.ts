/** An address without the user and password that it may hold, and the header that says them. */
export interface Addressed {
  url: URL;
  headers: { authorization?: string };
}

/** Takes the login out of an address, for programs that ask Elasticsearch without its client. */
export function withoutLogin(address: string): Addressed {
  const url = new URL(address);
  if (url.username === '') return { url, headers: {} };
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } };
}
