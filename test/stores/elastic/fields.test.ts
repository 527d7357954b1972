import t from 'tap';
import { differences, type Fields } from '../../../src/stores/elastic/differences.ts';
import { aliasOf, KINDS, prepareIndices, templateOf } from '../../../src/stores/elastic/indices.ts';
import { makeHarness } from '../../helper.ts';

const KEYWORD = { type: 'keyword' };
const DOUBLE = { type: 'double' };
const STORED = { ...KEYWORD, index: false, doc_values: false };
const OPAQUE = { type: 'object', enabled: false };
const WITH_PART = { type: 'text', fields: { short: { type: 'text', analyzer: 'short_grams' } } };

const { client, config } = await makeHarness(t);

t.test('a new index has the fields of its template, spelled as Elasticsearch returns them', async (t) => {
  for (const kind of KINDS) {
    const index = aliasOf(config.INDEX_PREFIX, kind);
    const [found] = Object.values(await client.indices.getMapping({ index }));
    t.same(found!.mappings, templateOf(kind).mappings, kind);
  }
  t.same(await prepareIndices(client, config), [], 'and none must be indexed again');
});

t.test('fields that an index lacks are added; changed ones need a reindex', async (t) => {
  const none = {};
  const cases: [name: string, present: Fields, wanted: Fields, lacking: Fields, changed: string[]][] = [
    ['the same', { a: KEYWORD }, { a: KEYWORD }, none, []],
    ['a new field', { a: KEYWORD }, { a: KEYWORD, b: DOUBLE }, { b: DOUBLE }, []],
    ['a field of an earlier version', { a: KEYWORD, old: DOUBLE }, { a: KEYWORD }, none, []],
    ['another type', { a: KEYWORD }, { a: DOUBLE }, none, ['a']],
    ['a field that becomes searchable', { a: STORED }, { a: KEYWORD }, none, ['a']],
    ['a field that nobody searches any more', { a: KEYWORD }, { a: STORED }, none, ['a']],
    ['an object that becomes searchable', { a: OPAQUE }, { a: { properties: { b: KEYWORD } } }, none, ['a']],
    ['another analyzer', { a: { type: 'text', analyzer: 'x' } }, { a: { type: 'text' } }, none, ['a']],
    ['a new sub-field', { a: { ...WITH_PART, fields: {} } }, { a: WITH_PART }, none, ['a']],
    [
      'another sub-field',
      { a: { ...KEYWORD, fields: { b: KEYWORD } } },
      { a: { ...KEYWORD, fields: { b: DOUBLE } } },
      none,
      ['a'],
    ],
    [
      'fields within an object',
      { o: { properties: { a: KEYWORD, c: KEYWORD } } },
      { o: { properties: { a: DOUBLE, b: DOUBLE, c: KEYWORD } } },
      { o: { properties: { b: DOUBLE } } },
      ['o.a'],
    ],
  ];
  for (const [name, present, wanted, lacking, changed] of cases) {
    t.same(differences(present, wanted), { lacking, changed }, name);
  }
});
