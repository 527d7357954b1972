import dns from 'node:dns';
import { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download } from '../../src/loading/readers/download.ts';
import type { Trap } from './trap.ts';

const PATIENCE = { tries: 1, firstWait: 1, longestWait: 1, answer: 3_000 };
const NOBODYS = '2d00::1';
const LOOPBACK = '127.0.0.1';

/** The addresses that the system returns for names, one list for each look-up; the last is repeated. */
const NAMES: Record<string, string[][]> = {
  'loopback.example': [[LOOPBACK]],
  'loopback6.example': [['::1']],
  'mixed.example': [[NOBODYS, LOOPBACK]],
  'mixed-last.example': [[NOBODYS, NOBODYS, '::ffff:127.0.0.1']],
  'rebinding.example': [[NOBODYS], [LOOPBACK]],
  'turning.example': [[LOOPBACK], [NOBODYS], [LOOPBACK]],
  'slow.example': [[LOOPBACK]],
};
const SLOW = 1_500;

/** Makes the system's look-up return these; returns how to undo it. Everything after the look-up is the product's code. */
function systemNames(): () => void {
  const { lookup } = dns;
  const asked = new Map<string, number>();
  const own = (host: string, options: dns.LookupAllOptions, callback: (...args: unknown[]) => void) => {
    const lists = NAMES[host];
    if (!lists) return lookup(host, options, callback as never);
    const calls = asked.get(host) ?? 0;
    asked.set(host, calls + 1);
    const addresses = (lists[calls] ?? lists.at(-1)!).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    const say = () =>
      options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family);
    setTimeout(say, host.startsWith('slow') ? SLOW : 0);
  };
  dns.lookup = own as typeof dns.lookup;
  syncBuiltinESMExports();
  return () => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  };
}

/** Downloads from every form of address, by redirects to each, and by names; none may succeed. */
export async function downloadFaults(forms: { what: string; host: string }[], trap: Trap) {
  const folder = await mkdtemp(join(tmpdir(), 'terrier-hostile-'));
  const faults: string[] = [];
  async function refused(url: string, name = url): Promise<void> {
    const outcome = await download(url, { folder, patience: PATIENCE }).then(
      () => 'it came',
      (error: Error) =>
        error.constructor.name === 'Failure' ? null : `${error.constructor.name}: ${error.message}`,
    );
    if (outcome) faults.push(`a download from ${name}: ${outcome}`);
  }
  const urls = forms.map(({ host }) => `http://${host}:${trap.port}/a.csv`);
  for (const url of urls) await refused(url);
  // Loaded here, since it takes over every connection of this process until it is told to stop.
  const { default: nock } = await import('nock');
  const redirects = [
    ...urls,
    `//127.0.0.1:${trap.port}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/csv,a',
  ];
  for (const location of redirects) {
    // A public server that redirects is the only part that is not real.
    nock('https://county.example')
      .get('/a.csv')
      .reply(302, '', { location: Buffer.from(location).toString('latin1') });
    await refused('https://county.example/a.csv', `a redirect to ${location}`);
  }
  nock.cleanAll();
  nock.restore();
  const undo = systemNames();
  const names = Object.keys(NAMES);
  // Twice, since a name that rebinds has another address the second time.
  for (const host of [...names, ...names]) await refused(`http://${host}:${trap.port}/a.csv`);
  undo();
  await rm(folder, { recursive: true, force: true });
  return {
    faults,
    tried: urls.length + redirects.length + 2 * names.length,
    redirects: redirects.length,
    names: names.length,
  };
}
