import { BOXES_A_SIZE, type Case, casesOf } from './boxes.ts';
import { against, bareClient, median, SERVERS_HELP, type Sent } from './measure.ts';
import { onChosenRigs, type Rig, serve } from './rig.ts';

const HELP = `
node bench/again.ts [lincoln] [made]

Repeated POST /search, compared with raw _search of the same boxes (street, district, county; pages of 10 and 100 rows),
all over fifty connections: "304" sends the ETag of the previous answer; "at once" sends the same request on all connections
at the same time, which is one search. Rates are requests per second, with answers read to their end. Raw requests are sent
in the same way.

${SERVERS_HELP}`;

const SIZES = [
  { name: 'street', meters: 300 },
  { name: 'district', meters: 2_500 },
  { name: 'county', meters: 40_000 },
];
const LIMITS = [10, 100];
const TIMES = 5;
const ROUNDS = 8;
const FIFTY = 50;
const JSON_TYPE = { 'content-type': 'application/json' };

type Client = ReturnType<typeof bareClient>;

/** Sends every case once, on any free connection. */
async function rateOf(client: Client, requests: Sent[]): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < requests.length) await client.send(requests[next++]!);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: FIFTY }, worker));
  return (requests.length / (performance.now() - started)) * 1000;
}

/** Fifty connections send each case at once. */
async function rateAtOnce(client: Client, requests: Sent[]): Promise<number> {
  const started = performance.now();
  for (const request of requests) {
    await Promise.all(Array.from({ length: FIFTY }, () => client.send(request)));
  }
  return ((requests.length * FIFTY) / (performance.now() - started)) * 1000;
}

async function measure(rig: Rig): Promise<Record<string, string>[]> {
  const api = await serve('api', rig);
  const headers = { ...JSON_TYPE, authorization: `Bearer ${rig.key}` };
  const asked = ({ api: body }: Case): Sent => ({ method: 'POST', path: '/api/v1/search', body, headers });
  const raw = ({ raw: body }: Case): Sent => ({
    method: 'POST',
    path: `/${rig.parcels}/_search`,
    body,
    headers: JSON_TYPE,
  });
  const [apiClient, rawClient] = [bareClient(api.url, FIFTY), bareClient(rig.elasticsearch, FIFTY)];

  const rows: Record<string, string>[] = [];
  for (const limit of LIMITS) {
    for (const [nth, { name, meters }] of SIZES.entries()) {
      const cases = await casesOf(rig, nth, meters, limit);
      const known: Sent[] = [];
      for (const one of cases) {
        const tag = await apiClient.tag(asked(one));
        known.push({ ...asked(one), headers: { ...headers, 'if-none-match': tag } });
      }
      const part = <T>(all: T[], round: number, size: number) =>
        Array.from({ length: size }, (_, at) => all[(round * size + at) % BOXES_A_SIZE]!);
      const figures: Record<'raw' | '304' | 'raw at once' | 'at once', number[]> = {
        raw: [],
        '304': [],
        'raw at once': [],
        'at once': [],
      };
      for (let round = 0; round < ROUNDS; round++) {
        figures.raw.push(await rateOf(rawClient, part(cases, round, 400).map(raw)));
        figures['304'].push(await rateOf(apiClient, part(known, round, 2_000)));
        figures['raw at once'].push(await rateAtOnce(rawClient, part(cases, round, 5).map(raw)));
        figures['at once'].push(await rateAtOnce(apiClient, part(cases, round + 4, 25).map(asked)));
      }
      const rate = (way: keyof typeof figures) => median(figures[way]);
      rows.push({
        data: rig.name,
        box: name,
        rows: String(limit),
        'raw /s': rate('raw').toFixed(0),
        '304 /s': rate('304').toFixed(0),
        '304/raw': against(rate('304') / rate('raw'), '≥', TIMES),
        'raw at once /s': rate('raw at once').toFixed(0),
        'at once /s': rate('at once').toFixed(0),
        'at once/raw': against(rate('at once') / rate('raw at once'), '≥', TIMES),
      });
      console.error(`${rig.name} ${name} ${limit} done`);
    }
  }
  await Promise.all([apiClient.close(), rawClient.close()]);
  await api.stop();
  return rows;
}

await onChosenRigs(HELP, measure);
