import fc from 'fast-check';
import t from 'tap';
import { cutDocument, cutEach, cutFound, cutHits, cutRows, cutTotal } from '../../src/records/cut.ts';
import { rawRequest } from '../../src/stores/elastic/raw.ts';
import { makeHarness } from '../helper.ts';
import { listed } from '../listed.ts';
import { runsOf, seedOf } from '../seed.ts';

const SEED = seedOf(20260214);

/** Text that looks like the marks that the cutter looks for, or that is hard to encode in JSON. */
const HOSTILE = [
  ...listed(`"_source":{ · {"_source":{"id":1,"internal":{}}} · ,"internal":{ · ","internal":{"x":1}} ·
    ,"sort":[ · "total":{"value":999,"relation":"eq"} · "aggregations":{"value":{"value":1}} · }]}} ·
    " · ' · 🏚️👩‍👩‍👧 · é̂ · \u0001\u001f\u007f\u0085 · \ud800 · \ufffd · internal · _source · ,`),
  '\\',
  '\\\\"',
  '\\u0022,\\u0022internal\\u0022:{',
  '\u2028',
  '\u2029',
  '\ufeff',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\0', ''));
const maybe = fc.option(hostile);
const records = fc.record({
  owner_name: maybe,
  owner_name_2: maybe,
  street: maybe,
  city: maybe,
  mailing_address: maybe,
  mailing_country: maybe,
  land_use: maybe,
  zoning: maybe,
  source: maybe,
  total_assessed_value: fc.option(fc.double({ min: 0, max: 1e10, noNaN: true })),
});
const numbers = hostile.map((value) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: parcel numbers hold none
  Array.from(value.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ''))
    .slice(0, 40)
    .join(''),
);

const harness = await makeHarness(t);
const COUNT = 300;
const parcels = fc
  .sample(fc.tuple(records, numbers), { seed: SEED, numRuns: COUNT })
  .map(([record, number], at) => ({ ...record, county_fips: '31109', parcel_id: `${at} ${number}` }));
const idOf = ({ parcel_id }: { parcel_id: string }) => `31109:${parcel_id.trim()}`;
const permits = fc
  .sample(fc.tuple(hostile, hostile, hostile), { seed: SEED, numRuns: COUNT })
  .map(([description, permit_type, contractor_name], at) => ({
    county_fips: '31109',
    parcel_id: parcels[at % 50]!.parcel_id,
    permit_number: `P ${at}`,
    description,
    permit_type,
    contractor_name,
  }));
const loaded = [await harness.load('parcels', parcels), await harness.load('permits', permits)];

const indexOf = (kind: string) => `${harness.config.INDEX_PREFIX}-${kind}`;

/** The bytes of an answer of Elasticsearch. */
async function rawSearch(kind: string, body: unknown): Promise<Buffer> {
  const { status, body: answer } = await rawRequest(
    harness.client,
    'POST',
    `/${indexOf(kind)}/_search`,
    JSON.stringify(body),
  );
  if (status !== 200) throw new Error(answer.toString());
  return answer;
}

type Hit = { _id: string; _source: Record<string, unknown> };

/** What the cutter must make of an answer, by a real parser, with the keys in order. */
function parsed(answer: Buffer): string {
  const { hits } = JSON.parse(answer.toString());
  return JSON.stringify(hits.hits.map(({ _source: { internal: _, ...record } }: Hit) => record));
}

/** Cuts a copy, since cutting changes the bytes. */
const cut = (answer: Buffer) => JSON.stringify(JSON.parse(cutHits(Buffer.from(answer)).rows.toString()));

t.test('the hostile records are stored', async (t) => {
  t.match(loaded, [
    { created: COUNT, rejected: 0 },
    { created: COUNT, rejected: 0 },
  ]);
  const text = (await rawSearch('parcels', { size: COUNT })).toString();
  for (const mark of HOSTILE.slice(0, 8)) {
    t.ok(text.includes(JSON.stringify(mark).slice(1, -1)), `${mark} stands in an answer`);
  }
  t.ok((await rawSearch('permits', { size: COUNT })).includes('\u2028'), 'U+2028 stands in an answer');
});

/** The names are the service's own; the values are data. */
const aggregations = (field: string) => ({
  known: { value_count: { field } },
  ids: { terms: { field, size: 50 } },
  named: {
    filters: { filters: { ',"internal":{': { match_all: {} }, '"_source":{': { match_all: {} } } },
  },
});
const searches = fc.record(
  {
    size: fc.oneof(fc.constantFrom(0, 1, 2, 100, 500), fc.integer({ min: 0, max: COUNT })),
    from: fc.integer({ min: 0, max: COUNT + 1 }),
    order: fc.constantFrom('asc', 'desc'),
    track_total_hits: fc.boolean(),
    aggregated: fc.boolean(),
    version: fc.boolean(),
    seq_no_primary_term: fc.boolean(),
    /** The parcels asked for; null for none, left out for all. */
    of: fc.option(fc.subarray(parcels, { minLength: 1 }).map((some) => some.map(idOf))),
  },
  { requiredKeys: [] },
);

/** A message that a report can show: what is hard to encode in JSON is hard for reporters too. */
const plain = (message: string | undefined) => (message ?? '').replace(/[^ -~]/gu, '?');

t.test('what is cut out of an answer is what a parser finds in it', async (t) => {
  for (const kind of ['parcels', 'permits']) {
    const field = kind === 'parcels' ? 'id' : 'internal.parcel';
    const result = await fc.check(
      fc.asyncProperty(searches, async ({ of, order, aggregated, ...rest }) => {
        const query =
          of === null ? { match_none: {} } : of === undefined ? undefined : { terms: { [field]: of } };
        const sort = order && [{ [field]: order }, { 'internal.seq': order }];
        const aggs = aggregated ? aggregations(field) : undefined;
        const answer = await rawSearch(kind, { ...rest, query, sort, aggs });
        if (cut(answer) !== parsed(answer)) throw new Error('the hits differ');
        const { total } = JSON.parse(answer.toString()).hits;
        if (cutTotal(answer) !== (total?.value ?? null)) throw new Error(`total ${cutTotal(answer)}`);
      }),
      { seed: SEED, numRuns: runsOf(150) },
    );
    t.notOk(result.failed, `searches of ${kind} ${plain(fc.defaultReportMessage(result))}`);
  }
});

t.test('sort values and records of hits are what a parser finds in them', async (t) => {
  type Sorted = Hit & { sort: unknown[] };
  for (const size of [0, 1, 2, COUNT]) {
    const answer = await rawSearch('parcels', {
      size,
      sort: [{ parcel_id: 'asc' }, { 'internal.seq': 'asc' }],
    });
    const wanted = (JSON.parse(answer.toString()).hits.hits as Sorted[]).map(({ sort }) => sort);
    const hits = [...cutRows(answer)];
    t.equal(JSON.stringify(hits.map(({ sort }) => JSON.parse(sort))), JSON.stringify(wanted), `${size} hits`);
    t.equal(JSON.stringify(hits.map(({ row }) => JSON.parse(`${row}}`))), parsed(answer), `${size} records`);
  }
});

t.test('single hits are what a parser finds', async (t) => {
  for (const size of [0, 1, 2, COUNT])
    for (const sort of [undefined, ['_doc']]) {
      const answer = await rawSearch('parcels', { size, sort });
      const wanted = JSON.parse(answer.toString()).hits.hits;
      const found = [...cutEach(answer)].map((hit) => JSON.parse(hit));
      t.equal(JSON.stringify(found), JSON.stringify(wanted), `${size} hits`);
    }
});

t.test('the bytes of a record are kept as they were stored', async (t) => {
  const answer = await rawSearch('parcels', { size: COUNT, sort: ['_doc'] });
  const { hits } = JSON.parse(answer.toString()).hits;
  const rows = hits.map(({ _source: { internal: _, ...record } }: Hit) => JSON.stringify(record));
  const found = cutHits(answer);
  t.ok(found.rows.equals(Buffer.from(`[${rows.join(',')}]`)));
  t.equal(found.count, COUNT);
});

t.test('a stored document is returned without its internal part', async (t) => {
  const answer = await rawSearch('parcels', { size: COUNT });
  for (const { _id, _source } of JSON.parse(answer.toString()).hits.hits as Hit[]) {
    const path = `/${indexOf('parcels')}/_source/${encodeURIComponent(_id)}`;
    const { body } = await rawRequest(harness.client, 'GET', path);
    const { internal: _, ...record } = _source;
    const found = cutDocument(body).toString();
    if (found !== JSON.stringify(record)) t.equal(found, JSON.stringify(record), _id);
  }
  t.pass(`${COUNT} documents`);
});

t.test('what is cut out of documents by id is what a parser finds in them', async (t) => {
  const some = fc.array(fc.oneof(fc.constantFrom(...parcels.map(idOf)), fc.string({ minLength: 1 })), {
    minLength: 1,
    maxLength: 30,
  });
  const result = await fc.check(
    fc.asyncProperty(some, async (ids) => {
      const path = `/${indexOf('parcels')}/_mget`;
      const { body } = await rawRequest(harness.client, 'POST', path, JSON.stringify({ ids }));
      const docs = JSON.parse(body.toString()).docs as (Hit & { found: boolean })[];
      const rows = docs.filter(({ found }) => found).map(({ _source: { internal: _, ...record } }) => record);
      const cut = cutFound(body);
      if (cut.rows.toString() !== JSON.stringify(rows)) throw new Error('the rows differ');
      if (String(cut.found) !== String(docs.map(({ found }) => found))) throw new Error(`${cut.found}`);
    }),
    { seed: SEED, numRuns: runsOf(150) },
  );
  t.notOk(result.failed, plain(fc.defaultReportMessage(result)));
});

t.test('an answer without hits is an empty list', async (t) => {
  const answer = await rawSearch('parcels', { query: { match_none: {} }, aggs: aggregations('id') });
  t.equal(cutTotal(answer), 0);
  const { rows, count } = cutHits(answer);
  t.same([rows.toString(), count], ['[]', 0]);
});

t.test('a total that was not counted is null', async (t) => {
  t.equal(cutTotal(await rawSearch('parcels', { size: 0, track_total_hits: false })), null);
  t.equal(cutTotal(await rawSearch('parcels', { size: 0, track_total_hits: true })), COUNT);
});

t.test('what is not a stored document is refused, not partly returned', async (t) => {
  for (const text of [
    ...listed('{} · {"error":"no"} · [] · null · {"id":",internal:{"}'),
    '',
    ' {"id":1,"internal":{}}',
  ]) {
    t.throws(() => cutDocument(Buffer.from(text)), { message: /not a stored document/ }, text || 'nothing');
  }
  const hit = '{"hits":{"hits":[{"_id":"1","_source":{"id":"1"}}]}}';
  t.throws(() => cutHits(Buffer.from(hit)), { message: /internal/ });
});
