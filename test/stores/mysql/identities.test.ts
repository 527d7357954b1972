import fc from 'fast-check';
import t from 'tap';
import { reserve } from '../../../src/accounts/counters.ts';
import { createKey, deactivateKey, hasKeys, listKeys } from '../../../src/accounts/keys.ts';
import { createEndpoint, findEndpoint, listEndpoints } from '../../../src/api/features/webhooks/endpoints.ts';
import { inTransaction } from '../../../src/stores/mysql/database.ts';
import { secretKey } from '../../../src/webhooks/secrets.ts';
import { findWatchers } from '../../../src/webhooks/watchers.ts';
import { call, makeHarness } from '../../helper.ts';
import { holds } from '../../holds.ts';
import { runsOf } from '../../seed.ts';
import { EVERY_TYPE } from '../../webhooks/support.ts';

const harness = await makeHarness(t, { indices: false });
const { database } = harness;
const NEW = {
  url: 'http://127.0.0.1:9/hook',
  event_types: EVERY_TYPE as never[],
  filter_kind: 'parcel_ids' as const,
};
const now = Date.now();

/** Ways to change the spelling of a text that some collation treats as equal. */
const TWISTS: Record<string, (text: string) => string> = {
  'a blank after it': (text) => `${text} `,
  'blanks after it': (text) => `${text}   `,
  'a blank before it': (text) => ` ${text}`,
  'a no-break space': (text) => `${text}\u00a0`,
  'a line end': (text) => `${text}\n`,
  NUL: (text) => `${text}\0`,
  'a zero-width space': (text) => `${text.slice(0, 1)}\u200b${text.slice(1)}`,
  'a soft hyphen': (text) => `${text}\u00ad`,
  'a variation selector': (text) => `${text}\ufe0f`,
  'another case': (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()),
  'an accent': (text) => `${text}\u0301`,
  'composed or not': (text) =>
    text === text.normalize('NFC') ? text.normalize('NFD') : text.normalize('NFC'),
  'full width': (text) =>
    text.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
  'ss for ß': (text) => (text.includes('ß') ? text.replace('ß', 'ss') : `${text}ß`),
  'another emoji': (text) => `${text}🏠`,
};
const text = fc.string({ unit: fc.constantFrom(...'aBzé1ßñ-/ .#Å名'), minLength: 1, maxLength: 8 });
const pair = fc
  .tuple(text, fc.constantFrom(...Object.values(TWISTS)), fc.uuid())
  .map(([base, twist, id]) => [base + id.slice(0, 13), twist(base + id.slice(0, 13))] as const)
  .filter(([one, other]) => one !== other);
const RUNS = runsOf(40);
/** The other spellings of a text, by name. */
const spellings = (text: string) =>
  Object.entries(TWISTS)
    .map(([what, twist]) => [what, twist(text)] as const)
    .filter(([, twisted]) => twisted !== text);

async function endpointOf(account: string, parcel: string) {
  const watched = {
    filter: { parcel_ids: [`31:109:${parcel}`] },
    keys: [['31', '109', parcel]] as [string, string, string][],
  };
  const endpoint = { ...NEW, filter_value: watched.filter };
  const key = await secretKey(harness.config);
  return (await inTransaction(database, (tx) =>
    createEndpoint(tx, { secretKey: key, account, endpoint, watched, most: null, now }),
  ))!;
}

async function idsOf(account: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const some of listEndpoints(database, account)) ids.push(...some.map(({ id }) => id));
  return ids;
}

t.test('two accounts are the same only when all of their bytes are equal', async () => {
  await holds(RUNS, [pair], async ([one, other]) => {
    await createKey(database, { tier: 'pro', name: 'x', account: one });
    if (await hasKeys(database, other)) throw new Error('the other account has no key');
    await createKey(database, { tier: 'scale', name: 'x', account: other });
    const accounts = (await listKeys(database)).map(({ account }) => account);
    if (!accounts.includes(one) || !accounts.includes(other)) throw new Error('read as they were written');

    const [mine, theirs] = [await endpointOf(one, 'P'), await endpointOf(other, 'P')];
    if (`${await idsOf(one)}` !== mine.id || `${await idsOf(other)}` !== theirs.id) throw new Error('lists');
    if (await findEndpoint(database, other, mine.id)) throw new Error('the other one’s endpoint is found');
    if (await findEndpoint(database, one, theirs.id)) throw new Error('the other one’s endpoint is found');

    const wanted = { month: '2031-05', minute: 1, wanted: 1, unused: 0, lookupLimit: 9, burstLimit: 9 };
    for (const subject of [one, other]) {
      const { before } = await reserve(database, { ...wanted, subject: `account:${subject}` });
      if (before.lookups !== 0) throw new Error('the other one’s lookups are counted');
    }
  });
});

t.test('two watched parcels are the same only when all of their bytes are equal', async () => {
  await holds(RUNS, [pair], async ([one, other]) => {
    // An account can create only so many endpoints in a minute.
    const watcher = `watcher of ${one}`;
    const [first, second] = [await endpointOf(watcher, one), await endpointOf(watcher, other)];
    for (const [parcel, id] of [
      [one, first.id],
      [other, second.id],
    ] as const) {
      const place = { state_fips: '31', county_fips: '109', canonical_id: `31:109:${parcel}` };
      const watchers = (await findWatchers(database, [place]))(place);
      const found = await findEndpoint(database, watcher, id);
      if (`${watchers.map(({ endpoint }) => endpoint)}` !== `${found!.number}`) throw new Error(parcel);
    }
  });
});

t.test('a neighbor’s key with a similar spelling neither sees nor disables an endpoint', async (t) => {
  const app = await harness.app();
  const victim = await harness.key({ account: 'victím' });
  const body = { ...NEW, filter_value: { parcel_ids: ['31:109:R-1'] } };
  const { id } = (await call(app, 'POST', '/v1/webhooks', { key: victim, body })).json();
  for (const [what, account] of spellings('victím')) {
    const key = await harness.key({ account });
    t.same((await call(app, 'GET', '/v1/webhooks', { key })).json().data, [], what);
    t.equal((await call(app, 'DELETE', `/v1/webhooks/${id}`, { key })).status, 404, what);
    const { quota } = (await call(app, 'GET', '/v1/webhooks', { key })).json();
    t.equal(quota.endpoints.used, 0, what);
  }
  t.equal((await call(app, 'GET', `/v1/webhooks/${id}`, { key: victim })).json().is_active, true);
});

t.test('ids of keys must match exactly', async (t) => {
  const { id } = await createKey(database, { tier: 'pro', name: 'x' });
  for (const [, twisted] of spellings(id))
    await t.rejects(deactivateKey(database, twisted), /There is no key/);
  t.equal((await listKeys(database)).find((key) => key.id === id)!.is_active, true);
});
