import { random } from '../../src/loading/demo/random.ts';
import { WATCHING } from '../contract/place.ts';
import { valuesOf } from '../listed.ts';
import type { Findings } from '../proof/findings.ts';
import { type Crossing, crossingsOf } from './crossings.ts';
import { draftOf, pathOf, queryOf } from './inputs/draft.ts';
import type { Json, Operation } from './operations.ts';
import type { Account, Place } from './place.ts';
import type { Rig } from './rig.ts';

/** Requests for each operation that look for what belongs to the other account. */
const LOOKS = 3;

/** The parts of an answer that reveal anything: without the id of its request and the ids that were asked for. */
const told = (text: string, asked: string) =>
  asked
    .split(/[/?=]/)
    .filter((part) => /^(whe|dlv|key)_/.test(part))
    .reduce((left, id) => left.replaceAll(id, 'ID'), text.replace(/"request_id":"[^"]*"/, ''));

/** The marks of an account that a text shows. */
const marksIn = (text: string, { marks }: Account) =>
  marks.filter((mark) => text.includes(mark.startsWith('dlv_') ? `"${mark}"` : mark));

function bodiesOf({ body }: Operation, place: Place): (Json | undefined)[] {
  if (body === null) return [undefined];
  const example = structuredClone(body.example);
  if (example.url) example.url = place.receiverUrl;
  return [example, {}];
}

/** What is revealed about the other account by requests with one of its ids. */
async function crossed(rig: Rig, crossing: Crossing, caller: Account, other: Account): Promise<string[]> {
  const { operation, what, foreign, missing } = crossing;
  const faults: string[] = [];
  for (const body of bodiesOf(operation, rig.place)) {
    const [theirs, nobodys] = [
      await rig.place.call(operation.method, foreign, caller.key, body),
      await rig.place.call(operation.method, missing, caller.key, body),
    ];
    const name = `${operation.name}, ${what}`;
    if (theirs.status < 400) faults.push(`${name}: answered with ${theirs.status}`);
    if (theirs.status !== nobodys.status)
      faults.push(`${name}: ${theirs.status}, but ${nobodys.status} for one that nobody has`);
    else if (told(theirs.text, foreign) !== told(nobodys.text, missing))
      faults.push(`${name}: ${theirs.text} differs from ${nobodys.text}`);
    for (const mark of marksIn(told(theirs.text, foreign), other)) faults.push(`${name}: it shows ${mark}`);
  }
  return faults;
}

/** The state of what an account has, without what changes by itself. */
async function stateOf({ call }: Place, { key }: Account): Promise<string> {
  const lists = [await call('GET', '/api/v1/webhooks', key), await call('GET', '/api/v1/keys', key)];
  const still = (name: string, value: unknown) =>
    /_at$|last_|deliver|quota|used|fail|pending/.test(name) ? undefined : value;
  return JSON.stringify(valuesOf(lists, 'json'), still);
}

/** Looks for the other account's marks in everything that the caller is answered. */
async function lookedFor(
  rig: Rig,
  caller: Account,
  other: Account,
  seed: number,
): Promise<{ asked: number; faults: string[] }> {
  const { place, operations, known } = rig;
  const faults: string[] = [];
  const asking = { ...known, key: caller.key, endpoint: caller.endpoint, deliveries: caller.deliveries };
  const paths = operations
    .filter(({ method, path }) => method === 'GET' || path.includes('/search') || path.includes('/batch'))
    .flatMap((operation) =>
      Array.from({ length: LOOKS }, (_, n) => {
        const draft = draftOf(random(seed, n), operation, asking);
        return { operation, path: pathOf(draft) + queryOf(draft), body: draft.body };
      }),
    );
  const deliveries = `/api/v1/webhooks/${caller.endpoint}/deliveries`;
  const more = [
    ...other.deliveries.map((id) => `${deliveries}?cursor=${id}`),
    ...['?after=0', '?limit=500', '?canonical_id=31%3A109%3A0109109006000'].map(
      (query) => `/api/v1/events${query}`,
    ),
    `${deliveries}?canonical_id=31%3A109%3A0109109006000&limit=500`,
    '/metrics',
    '/readyz',
  ].map((path) => ({ operation: { method: 'GET', name: path } as Operation, path, body: undefined }));
  for (const { operation, path, body } of [...paths, ...more]) {
    const { text } = await place.call(operation.method, path, caller.key, body);
    for (const mark of marksIn(text, other)) faults.push(`${operation.name} ${path}: it shows ${mark}`);
  }
  return { asked: paths.length + more.length, faults };
}

/**
 * Checks that an idempotency key of another account repeats nothing of theirs. With two new accounts, since one may create
 * only a few endpoints a minute, and the other parts have created many.
 */
async function repeated({ place }: Rig): Promise<string[]> {
  const { call, harness, receiverUrl } = place;
  const [caller, other] = [await harness.key({ tier: 'license' }), await harness.key({ tier: 'license' })];
  const headers = { 'idempotency-key': 'the-same-of-both' };
  const body = { ...WATCHING, url: `${receiverUrl}?of=both`, description: 'of both' };
  const create = (key: string) => call('POST', '/api/v1/webhooks', key, body, headers);
  const [theirs, ours, again] = [await create(other), await create(caller), await create(other)];
  const faults = [theirs, ours, again]
    .filter(({ status }) => status !== 201)
    .map(({ status, text }) => `an endpoint with an Idempotency-Key: ${status} ${text.slice(0, 100)}`);
  if (faults.length > 0) return faults;
  if (ours.json.id === theirs.json.id || ours.json.secret === theirs.json.secret)
    faults.push("an Idempotency-Key repeated the other's answer");
  if (again.json.id !== theirs.json.id) faults.push('an Idempotency-Key did not repeat its own answer');
  return faults;
}

/** Checks that what one account uses counts in its own minute, and not in the other's. */
async function counted({ place }: Rig, caller: Account, other: Account): Promise<string[]> {
  const used = async ({ key }: Account): Promise<number> =>
    (await place.call('GET', '/api/v1/usage', key)).json.minute.used;
  // If the minute ends in between, its count starts at 0: try again.
  for (let tries = 0; tries < 3; tries++) {
    const [theirs, ours] = [await used(other), await used(caller)];
    for (let times = 0; times < 3; times++)
      await place.call('GET', '/api/v1/parcels/31109%3ACANARY-1', caller.key);
    if ((await used(other)) > theirs) return ['what one account used was counted for the other'];
    if ((await used(caller)) > ours) return [];
  }
  return ['what an account used was not counted'];
}

/** Tries every operation with the ids of the other account, both ways. */
export async function accountFindings(rig: Rig, { seed }: { seed: number }): Promise<Findings> {
  const { place, operations } = rig;
  const faults: string[] = [];
  let crossings = 0;
  let asked = 0;
  for (const [caller, other] of [
    [place.first, place.second],
    [place.second, place.first],
  ] as const) {
    const before = await stateOf(place, other);
    for (const operation of operations) {
      for (const crossing of crossingsOf(operation, caller, other)) {
        crossings++;
        faults.push(...(await crossed(rig, crossing, caller, other)));
        if (operation.method !== 'GET') continue;
        const own = await place.call('GET', crossing.own, caller.key);
        if (own.status !== 200)
          faults.push(`${operation.name}: one's own is ${own.status} ${own.text.slice(0, 100)}`);
      }
    }
    if ((await stateOf(place, other)) !== before) faults.push('what the other has was changed');
    const looked = await lookedFor(rig, caller, other, seed);
    asked += looked.asked;
    faults.push(...looked.faults, ...(await counted(rig, caller, other)));
  }
  faults.push(...(await repeated(rig)));
  return {
    title: `Accounts: two, crossed on ${crossings} pairs of operation and id`,
    figures: [
      `${asked} other requests whose answers were searched for ${place.first.marks.length} marks of the other`,
    ],
    faults,
  };
}
