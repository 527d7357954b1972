/** A URL without its user and password, and the header that carries them. */
export interface Addressed {
  url: URL;
  headers: { authorization?: string };
}

/** Takes the login out of a URL, for requests without the Elasticsearch client. */
export function withoutLogin(address: string): Addressed {
  const url = new URL(address);
  if (url.username === '') return { url, headers: {} };
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { url, headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } };
}
