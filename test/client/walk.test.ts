import t from 'tap';
import { makeHarness } from '../helper.ts';
import { valuesOf } from '../listed.ts';
import { listening, parcels } from './support.ts';

const harness = await makeHarness(t);
await harness.load('parcels', parcels(12));
const api = await listening(harness);
const key = await harness.key();
const BOUNDS = { north: 41, south: 40, east: -96, west: -97 };

t.test('a walk gets the rows of a GET route page by page, each once', async (t) => {
  const { terrier, sent } = api.client({ key });
  const ids: string[] = [];
  const init = { params: { query: { state_fips: '31', limit: 5 } } };
  for await (const parcel of terrier.rows('/api/v1/deals/absentee', init)) ids.push(parcel.id);
  t.equal(ids.length, 12);
  t.equal(new Set(ids).size, 12);
  t.equal(sent.length, 3);
  t.same(init, { params: { query: { state_fips: '31', limit: 5 } } }, 'what was given is left as it is');
});

t.test('a walk gets the rows of a search, in order', async (t) => {
  const { terrier, sent } = api.client({ key });
  const values: (number | null)[] = [];
  const body = { bounds: BOUNDS, sort: 'assessed_value' as const, order: 'asc' as const, limit: 4 };
  for await (const parcel of terrier.rows('/api/v1/search', { body }))
    values.push(parcel.total_assessed_value);
  t.same(values, valuesOf(parcels(12), 'total_assessed_value'));
  t.ok(sent.every((request) => request === 'POST /api/v1/search'));
});

t.test('a walk works with a path parameter', async (t) => {
  const { terrier } = api.client({ key });
  const init = { params: { path: { name: 'Oak Street Holdings, L.L.C.' }, query: { limit: 2 } } };
  let count = 0;
  for await (const _ of terrier.rows('/api/v1/owners/{name}/properties', init)) count++;
  t.equal(count, 10);
});

t.test('pages are requested one at a time; a walk that was left can be continued', async (t) => {
  const { terrier, sent } = api.client({ key });
  const query = { limit: 5 };
  const first: string[] = [];
  let cursor: string | null = null;
  for await (const page of terrier.pages('/api/v1/deals/absentee', { params: { query } })) {
    t.equal(page.total, 12);
    first.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
    break;
  }
  t.equal(sent.length, 1);
  const again = { params: { query: { ...query, cursor: cursor! } } };
  const rest: string[] = [];
  for await (const parcel of terrier.rows('/api/v1/deals/absentee', again)) rest.push(parcel.id);
  t.equal(rest.length, 7);
  t.equal(new Set([...first, ...rest]).size, 12);
});

t.test('a walk gets rows with only some fields', async (t) => {
  const { terrier } = api.client({ key });
  const rows: object[] = [];
  const body = { bounds: BOUNDS, fields: ['id' as const], limit: 7 };
  for await (const part of terrier.rows('/api/v1/search', { body })) rows.push(part);
  t.equal(rows.length, 12);
  t.ok(rows.every((row) => Object.keys(row).join() === 'id'));
});

t.test('a walk may have no rows', async (t) => {
  const { terrier, sent } = api.client({ key });
  for await (const _ of terrier.rows('/api/v1/deals/absentee', { params: { query: { state_fips: '37' } } })) {
    t.fail('there is none');
  }
  t.equal(sent.length, 1);
});

t.test('a walk fails as a request does', async (t) => {
  const { terrier } = api.client({ key });
  const walk = (query: object) => terrier.rows('/api/v1/deals/absentee', { params: { query } }).next();
  await t.rejects(walk({ limit: 0 }), { status: 400, message: /limit/ });
  await t.rejects(walk({ cursor: 'altered' }), { status: 400, message: /cursor/ });
  await t.rejects(walk({ offset: 5 }), { status: 400, message: /offset/ });
  await t.rejects(terrier.rows('/api/v1/coverage' as never).next(), { status: 400, message: /cursor/ });

  const controller = new AbortController();
  const init = { params: { query: { limit: 5 } }, signal: controller.signal };
  let rows = 0;
  await t.rejects(
    (async () => {
      for await (const _ of terrier.rows('/api/v1/deals/absentee', init)) {
        if (++rows === 5) controller.abort(new Error('enough'));
      }
    })(),
    { message: 'enough' },
  );
  t.equal(rows, 5);
});
