/** Throws for a list of servers that cannot be used. `reason` must not contain a login. */
const refuse = (reason: string): never => {
  throw new Error(reason);
};

function refuseRepeated(hosts: string[]): void {
  const repeated = hosts.find((host, at) => hosts.indexOf(host) !== at);
  if (repeated !== undefined) refuse(`it lists ${repeated} twice.`);
}

const EACH_NODE = 'it must list whole addresses: http://10.0.0.1:9200,http://10.0.0.2:9200.';

/**
 * The Elasticsearch nodes of a list of addresses, separated by commas. All get the login that one of them has.
 * @returns whole addresses, with the login.
 * @throws Error when it is a list and cannot be used.
 */
export function nodesIn(list: string): string[] {
  const parts = list.split(/\s*,\s*(?=\w+:\/\/)/);
  const urls = parts.map((part) => URL.parse(part));
  if (parts.length === 1) {
    if (list.includes(',') && urls[0]?.host.includes(',') !== false) refuse(EACH_NODE);
    return [list];
  }
  const nodes = urls.map((url) => {
    if (url === null || !/^https?:$/.test(url.protocol) || url.host.includes(',')) return refuse(EACH_NODE);
    return url;
  });
  refuseRepeated(nodes.map(({ host }) => host));
  const login = nodes.find(({ username }) => username !== '');
  for (const node of nodes) {
    if (login === undefined) break;
    if (node.username === '') Object.assign(node, { username: login.username, password: login.password });
    if (node.username !== login.username || node.password !== login.password)
      refuse(`its nodes need the same user and password, and ${node.host} has others.`);
  }
  return nodes.map(({ href }) => href);
}

const EACH_HOST =
  'it must list hosts before one database: mysql://user:password@10.0.0.1,10.0.0.2:3307/terrier.';

/**
 * The MySQL hosts of an address whose host is a list separated by commas, as in Connector/J.
 * @returns an address for each host, with the same login, database and options.
 * @throws Error when it is a list and cannot be used.
 */
export function hostsIn(address: string): string[] {
  const [, scheme = '', login = '', list = '', rest = ''] =
    /^(\w+:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(address) ?? [];
  if (/,\s*\w+:\/\//.test(rest)) refuse(EACH_HOST);
  const hosts = list.split(',').map((host) => host.trim());
  if (hosts.length === 1) return [address];
  for (const host of hosts)
    if (host === '' || URL.parse(`${scheme}${host}`)?.host !== host) refuse(EACH_HOST);
  refuseRepeated(hosts);
  return hosts.map((host) => `${scheme}${login}${host}${rest}`);
}

/** The servers of a list as they may be shown: host and port, without a login. */
export const shownHosts = (addresses: readonly string[]): string =>
  addresses.map((address) => new URL(address).host).join(', ');

/** An address for a request: the login is in a header. */
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
