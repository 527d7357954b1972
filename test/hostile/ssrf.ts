import { setTimeout as sleep } from 'node:timers/promises';
import { nameServers } from '../../src/webhooks/names.ts';
import { WATCHING } from '../contract/place.ts';
import type { Findings } from '../proof/findings.ts';
import { jobTo, senderFor } from '../webhooks/dispatch/jobs.ts';
import type { Says } from '../webhooks/dispatch/name-server.ts';
import { addressForms } from './addresses.ts';
import { ask } from './ask.ts';
import { downloadFaults } from './downloads.ts';
import type { Rig } from './rig.ts';
import { setTrap, type Trap } from './trap.ts';

/** Public by every registry, but nobody's: IANA has assigned nothing in 2d00::/8. */
export const NOBODYS = '2d00:0:0:0:0:0:0:1';
const LOOP6 = '0:0:0:0:0:0:0:1';

/** Answers of name servers for hosts that no delivery may be sent to. */
const NAMES: Record<string, Says> = {
  'loopback.test': { A: ['127.0.0.1'] },
  'any.test': { A: ['0.0.0.0'] },
  'loopback6.test': { AAAA: [LOOP6] },
  'mapped.test': { AAAA: ['0:0:0:0:0:ffff:7f00:0001'] },
  'nat64.test': { AAAA: ['64:ff9b:0:0:0:0:7f00:0001'] },
  'private.test': { A: ['10.0.0.1'] },
  'metadata.test': { A: ['169.254.169.254'] },
  'mixed.test': { A: ['127.0.0.1'], AAAA: [NOBODYS] },
  'mixed4.test': { A: ['127.0.0.1', '93.184.215.14'] },
  'mixed-last.test': { A: [...Array(20).fill('93.184.215.14'), '127.0.0.1'] },
  'mixed6.test': { AAAA: [NOBODYS, LOOP6] },
  'half-silent.test': { A: ['127.0.0.1'], AAAA: 'silence' },
  'silent.test': 'silence',
  'broken.test': 'SERVFAIL',
};

/** Creates endpoints: each address must be refused with a sentence about url. */
async function refusedByApi({ place }: Rig, urls: string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const url of urls) {
    const { status, text } = await place.call('POST', '/api/v1/webhooks', place.second.key, {
      ...WATCHING,
      url,
    });
    if (!(status === 400 && /url /.test(text)) && !(status === 503 && /name server/.test(text)))
      faults.push(`an endpoint at ${url}: ${status} ${text.slice(0, 120)}`);
  }
  return faults;
}

/** Uses the sender itself, as if an address had passed the API. */
async function refusedBySender({ place }: Rig, urls: string[]): Promise<string[]> {
  const undo: (() => void)[] = [];
  const devHosts: ReadonlySet<string> = new Set();
  const { send } = senderFor(
    { teardown: (step) => undo.push(step) },
    { devHosts, resolve: nameServers([place.dnsServer]), deadline: 3_000 },
  );
  const outcomes = await Promise.all(urls.map(async (url) => ({ url, outcome: await send(jobTo(url)) })));
  for (const step of undo) step();
  return outcomes
    .filter(
      ({ outcome }) =>
        outcome.kind === 'answered' || /^(send|response)/.test((outcome as { error?: string }).error ?? ''),
    )
    .map(({ url, outcome }) => `a delivery to ${url}: ${JSON.stringify(outcome)}`);
}

/** Waits until an endpoint's newest delivery has been tried, and returns its outcome. */
async function tried({ place }: Rig, endpoint: string): Promise<string> {
  const path = `/api/v1/webhooks/${endpoint}/deliveries`;
  for (let times = 0; times < 150; times++) {
    const { json } = await place.call('GET', path, place.second.key);
    const [newest] = json.data;
    if (newest && (newest.attempts.length > 0 || newest.last_error)) return JSON.stringify(newest);
    await sleep(200);
  }
  return 'not tried in 30 s';
}

/** A host that is public while its endpoint is created, and leads here when it is sent to. */
async function rebound(
  rig: Rig,
  trap: Trap,
  then: (calls: number) => Says,
): Promise<{ said: string; faults: string[] }> {
  const { place } = rig;
  const host = `rebind-${place.hosts.size}.test`;
  place.hosts.set(host, { AAAA: [NOBODYS] });
  const body = { ...WATCHING, url: `https://${host}:${trap.port}/`, description: 'rebinding' };
  const { status, json, text } = await place.call('POST', '/api/v1/webhooks', place.second.key, body);
  if (status !== 201) return { said: text, faults: [`a public host was refused: ${text}`] };
  let calls = 0;
  place.hosts.set(host, () => then(calls++));
  await place.call('POST', `/api/v1/webhooks/${json.id}/test`, place.second.key, {});
  const said = await tried(rig, json.id);
  await place.call('DELETE', `/api/v1/webhooks/${json.id}`, place.second.key);
  return { said, faults: /not tried|"delivered"/.test(said) ? [`rebinding: ${said}`] : [] };
}

/** A receiver that redirects deliveries. */
async function redirected(rig: Rig, trap: Trap): Promise<string[]> {
  const { place } = rig;
  const before = place.receiver.answer;
  const faults: string[] = [];
  for (const status of [301, 302, 303, 307, 308]) {
    place.receiver.answer = (_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end();
    const body = { ...WATCHING, url: `${place.receiverUrl}?redirect=${status}` };
    const { json } = await place.call('POST', '/api/v1/webhooks', place.second.key, body);
    await place.call('POST', `/api/v1/webhooks/${json.id}/test`, place.second.key, {});
    const said = await tried(rig, json.id);
    if (/not tried|"status":"delivered"/.test(said)) faults.push(`a redirect by ${status}: ${said}`);
    await place.call('DELETE', `/api/v1/webhooks/${json.id}`, place.second.key);
  }
  place.receiver.answer = before;
  return faults;
}

/** Sends webhooks and downloads to addresses that are not public, in every way, with listeners that count connections. */
export async function ssrfFindings(rig: Rig): Promise<Findings> {
  const { place } = rig;
  const trap = await setTrap();
  const began = performance.now();
  try {
    // Checks that the trap itself works.
    await ask(trap.port, Buffer.from('x'));
    const works = trap.caught.splice(0).length === 1;
    for (const [host, says] of Object.entries(NAMES)) place.hosts.set(host, says);
    const forms = addressForms();
    const urls = [...forms.map(({ host }) => host), ...Object.keys(NAMES)].map(
      (host) => `https://${host}:${trap.port}/`,
    );
    const byApi = await refusedByApi(rig, urls);
    const bySender = await refusedBySender(rig, [
      ...urls,
      ...urls.map((url) => url.replace('https', 'http')),
    ]);
    const rebindings = [
      await rebound(rig, trap, () => ({ A: ['127.0.0.1'] })),
      await rebound(rig, trap, () => ({ AAAA: [LOOP6] })),
      await rebound(rig, trap, (calls) => (calls % 2 === 0 ? { AAAA: [NOBODYS] } : { A: ['127.0.0.1'] })),
    ];
    const byRedirect = await redirected(rig, trap);
    const downloads = await downloadFaults(forms, trap);
    const caught = trap.caught.map((who) => `a connection to ${who}`);
    return {
      title: `SSRF: ${forms.length} address forms and ${Object.keys(NAMES).length} names, in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
      figures: [
        `${trap.caught.length} connections to the listeners of this machine`,
        `${urls.length} requests to create an endpoint, ${2 * urls.length} deliveries by the sender, ${rebindings.length} rebindings and 5 redirects by the dispatcher`,
        `${downloads.tried} downloads, of them ${downloads.redirects} by redirect and ${downloads.names} by names`,
      ],
      faults: [
        ...(works ? [] : ['the listener does not count']),
        ...byApi,
        ...bySender,
        ...rebindings.flatMap(({ faults }) => faults),
        ...byRedirect,
        ...downloads.faults,
        ...caught,
      ],
    };
  } finally {
    trap.close();
  }
}
