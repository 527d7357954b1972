import t from 'tap';
import { differences } from '../../../src/stores/elastic/differences.ts';
import { FIELDS, templateOf } from '../../../src/stores/elastic/fields/index.ts';
import {
  DOUBLE,
  type Fields,
  KEYWORD,
  OPAQUE,
  STORED,
  SUBSTRING,
} from '../../../src/stores/elastic/fields/types.ts';
import { aliasOf, KINDS, prepareIndices } from '../../../src/stores/elastic/indices.ts';
import { isWritten } from '../../../tools/templates.ts';
import { makeHarness } from '../../helper.ts';

const { client, config } = await makeHarness(t);

t.test('index-templates/ is what `npm run generate:templates` writes from the tables', async (t) => {
  for (const kind of KINDS) t.ok(await isWritten(kind), `${kind}.json`);
});

t.test('a new index has the fields of its table, spelled as Elasticsearch returns them', async (t) => {
  for (const kind of KINDS) {
    const index = aliasOf(config.INDEX_PREFIX, kind);
    const [found] = Object.values(await client.indices.getMapping({ index }));
    t.same(found!.mappings, templateOf(kind).mappings, kind);
    t.same(found!.mappings!.properties, FIELDS[kind], kind);
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
    ['a new sub-field', { a: { ...SUBSTRING, fields: {} } }, { a: SUBSTRING }, none, ['a']],
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
