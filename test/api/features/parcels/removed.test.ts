import fc from 'fast-check';
import t from 'tap';
import { deleteRecords } from '../../../../src/loading/ingest/delete.ts';
import { REMOVED_DAYS } from '../../../../src/records/schemas/removed.ts';
import { aliasOf } from '../../../../src/stores/elastic/indices.ts';
import { call, makeHarness } from '../../../helper.ts';
import { holds } from '../../../holds.ts';
import { clear, stored } from '../../../loading/ingest/support.ts';
import { runsOf } from '../../../seed.ts';

const harness = await makeHarness(t);
const { app, key } = await harness.api({}, { BURST_SCALE: '10000000', LIMIT_SCALE: '100000000' });
const [LANCASTER, DOUGLAS] = ['31109', '31055'];

const parcel = (county_fips: string, n: number, more = {}) => ({ county_fips, parcel_id: `p${n}`, ...more });
const county = (fips: string, from: number, to: number, more = {}) =>
  Array.from({ length: to - from }, (_, n) => parcel(fips, from + n, more));

// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into at any depth
const get = async (path: string): Promise<any> => (await call(app, 'GET', `/api/v1/${path}`, { key })).ok();
const ids = async (query = '') =>
  (await get(`parcels/removed${query}`)).data.map(({ id }: { id: string }) => id).sort();

t.test('what a replacement and a deletion remove is told, with the time and the reason', async (t) => {
  await harness.load('parcels', [...county(LANCASTER, 0, 6), ...county(DOUGLAS, 0, 3)]);
  t.match(await get('parcels/removed'), { data: [], next_cursor: null });
  await harness.load('parcels', county(LANCASTER, 0, 4), { replace: true });
  const { data, next_since } = await get('parcels/removed');
  t.same(data.map(({ id }: { id: string }) => id).sort(), ['31109:p4', '31109:p5']);
  t.match(data, [{ county_fips: LANCASTER, why: 'replaced' }, {}]);
  t.same(Object.keys(data[0]), ['id', 'county_fips', 'removed_at', 'why']);
  t.ok(data[0].removed_at < next_since);
  await deleteRecords(harness.target, { counties: [DOUGLAS] });
  t.same(await ids(`?since=${next_since}`), ['31055:p0', '31055:p1', '31055:p2'], 'what came since');
  t.match((await get(`parcels/removed?county_fips=${DOUGLAS}`)).data, [{ why: 'deleted' }, {}, {}]);
  t.equal((await ids('?state_fips=31')).length, 5);
  t.same(await ids('?state_fips=19'), []);
});

t.test('a parcel that was loaded again is no longer told', async (t) => {
  await harness.load('parcels', [parcel(LANCASTER, 4)]);
  t.same(await ids(`?county_fips=${LANCASTER}`), ['31109:p5']);
  await harness.load('parcels', county(LANCASTER, 0, 4), { replace: true });
  t.same(await ids(`?county_fips=${LANCASTER}`), ['31109:p4', '31109:p5']);
});

t.test('pages by cursor tell each once', async (t) => {
  const all = await ids();
  const told: string[] = [];
  for (let cursor: string | null = '*'; cursor !== null; ) {
    const page = await get(`parcels/removed?limit=2&cursor=${cursor}`);
    t.equal(page.next_since !== null, cursor === '*', 'the next time is on the first page');
    told.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
  }
  t.same(told.sort(), all);
});

t.test('they are kept for 90 days', async (t) => {
  const index = aliasOf(harness.config.INDEX_PREFIX, 'removed');
  const old = new Date(Date.now() - (REMOVED_DAYS + 1) * 86_400_000).toISOString();
  await harness.client.update({ index, id: '31109:p5', doc: { removed_at: old }, refresh: true });
  const refused = await call(app, 'GET', `/api/v1/parcels/removed?since=${old}`, { key });
  t.equal(refused.status, 400);
  t.match(refused.json().error, /^since must be at most 90 days ago/);
  await harness.load('parcels', county(LANCASTER, 0, 3), { replace: true });
  t.notOk((await stored(harness, 'removed')).has('31109:p5'), 'the next removal forgets it');
});

t.test('who keeps a copy has what is stored, after any loads', async () => {
  const size = 12;
  const somewhere = fc.constantFrom(LANCASTER, DOUGLAS);
  const some = fc.uniqueArray(fc.nat(size - 1), { minLength: 1 });
  const steps = fc.array(
    fc.oneof(
      fc.record({ what: fc.constant('load' as const), county: somewhere, some, value: fc.nat(3) }),
      fc.record({ what: fc.constant('replace' as const), county: somewhere, some, value: fc.nat(3) }),
      fc.record({ what: fc.constant('delete' as const), county: somewhere, some, value: fc.nat(3) }),
      fc.record({ what: fc.constant('follow' as const), county: somewhere, some, value: fc.nat(3) }),
    ),
    { minLength: 3, maxLength: 8 },
  );
  await holds(runsOf(5), [steps], async (taken) => {
    await clear(harness);
    const copy = new Map<string, unknown>();
    const begin = new Date().toISOString();
    let [updatedSince, since] = [begin, begin];
    const follow = async () => {
      const removed = await get(`parcels/removed?since=${since}`);
      const { json } = await call(app, 'POST', '/api/v1/search', {
        key,
        body: { filters: { updatedSince }, limit: 500, cursor: '*' },
      });
      for (const { id } of removed.data) copy.delete(id);
      for (const row of json().data) copy.set(row.id, row);
      [updatedSince, since] = [json().next_updated_since, removed.next_since];
    };
    for (const { what, county: fips, some: chosen, value } of taken) {
      const records = chosen.map((n) => parcel(fips, n, { total_assessed_value: 1_000 * value }));
      if (what === 'load') await harness.load('parcels', records);
      else if (what === 'replace')
        await harness.load('parcels', records, { replace: true, allowShrink: true });
      else if (what === 'delete') await deleteRecords(harness.target, { counties: [fips] });
      else await follow();
    }
    await follow();
    const now = await call(app, 'POST', '/api/v1/search', {
      key,
      body: { filters: { stateFips: '31' }, limit: 500 },
    });
    const rows = new Map(now.json().data.map((row: { id: string }) => [row.id, row]));
    if (JSON.stringify([...copy].sort()) !== JSON.stringify([...rows].sort()))
      throw new Error(`${copy.size} in the copy, ${rows.size} stored`);
  });
});
