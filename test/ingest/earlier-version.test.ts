import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { aliasOf, concreteIndex, ensureIndices } from '../../src/elastic/indices.ts';
import { deriveAgain } from '../../src/ingest/ingest.ts';
import type { StoredDocument } from '../../src/ingest/kinds/kind.ts';
import { call, makeHarness } from '../helper.ts';

const harness = await makeHarness(t);
const { client, config } = harness;
const app = await harness.app();
const key = await harness.key();
const alias = aliasOf(config.INDEX_PREFIX, 'parcels');
/** Matches no index template. */
const EARLIER = `${config.INDEX_PREFIX}-earlier`;

const parcels = Array.from({ length: 5 }, (_, n) => ({
  county_fips: '31109',
  parcel_id: `E-${n}`,
  street: `${n + 1} Elm St`,
  city: 'Lincoln',
  owner_name: 'Ida Quill',
}));
await harness.load('parcels', parcels);

async function documents(): Promise<StoredDocument[]> {
  await client.indices.refresh({ index: alias });
  const { hits } = await client.search<StoredDocument>({ index: alias, size: 10, sort: ['id'] });
  return hits.hits.map(({ _source }) => _source!);
}
const fields = async () => {
  const [found] = Object.values(await client.indices.getMapping({ index: alias }));
  return (found!.mappings.properties as never as { internal: { properties: object } }).internal.properties;
};
const templateFields = async () => {
  const [found] = (await client.indices.getIndexTemplate({ name: alias })).index_templates;
  const { properties } = found!.index_template.template!.mappings as never as {
    properties: { internal: { properties: object } };
  };
  return properties.internal.properties;
};
const suggested = async () => {
  const answer = await call(app, 'GET', '/v1/parcels/suggest?q=elm', { key });
  t.equal(answer.status, 200, answer.text);
  return answer.json().data.map(({ parcel_id }: { parcel_id: string }) => parcel_id);
};

const stored = await documents();

t.test('a template is renewed, and an index that lacks fields gets them, once', async (t) => {
  const template = JSON.parse(await readFile(resolve(PROJECT_ROOT, 'index-templates/parcels.json'), 'utf8'));
  const { situs: _, number: __, ...internal } = template.mappings.properties.internal.properties;
  template.mappings.properties.internal.properties = internal;
  await client.indices.create({ index: EARLIER, ...template });
  await client.bulk({
    index: EARLIER,
    refresh: true,
    operations: stored.flatMap(({ internal, latest_grantee: _g, latest_deed_date: _d, ...record }) => {
      const { situs: _, number: __, ...rest } = internal;
      return [{ index: { _id: String(record.id) } }, { ...record, internal: { ...rest, hash: 'earlier' } }];
    }),
  });
  await client.indices.delete({ index: await concreteIndex(client, alias) });
  await client.indices.putAlias({ index: EARLIER, name: alias, is_write_index: true });
  t.notOk('situs' in (await fields()));
  await client.indices.putIndexTemplate({ name: alias, index_patterns: [`${alias}-*`], template });
  t.notOk('situs' in (await templateFields()));

  await ensureIndices(client, config);
  t.ok('situs' in (await templateFields()), 'the template is the present one');
  t.equal(await concreteIndex(client, alias), EARLIER, 'the index stays');
  const added = await fields();
  t.ok('situs' in added && 'number' in added);
  t.same(Object.keys(added).sort(), [...Object.keys(internal), 'situs', 'number'].sort());
  await ensureIndices(client, config);
  t.same(await fields(), added, 'a second time changes nothing');
});

t.test('its parcels are suggested when they are loaded again', async (t) => {
  t.same(await suggested(), []);
  t.match(await harness.load('parcels', parcels.slice(0, 1)), { updated: 1 });
  t.same(await suggested(), ['E-0']);
});

t.test(
  'or when everything is derived again, which adds the keys that were lacking and changes no other',
  async (t) => {
    const before = await documents();
    await deriveAgain(harness.target, { all: true });
    t.same(await suggested(), ['E-0', 'E-1', 'E-2', 'E-3', 'E-4']);
    const after = await documents();
    const shown = (all: StoredDocument[]) => all.map(({ internal: _, updated_at: __, ...record }) => record);
    t.same(
      shown(after),
      shown(before).map((record) => ({ ...record, latest_grantee: null, latest_deed_date: null })),
    );
    t.same(
      after.map((one, at) => one.updated_at > before[at]!.updated_at),
      before.map((one) => !('latest_grantee' in one)),
      'updated_at moves where a key is new',
    );
    for (const one of after) t.equal(Object.keys(one).at(-1), 'internal', 'what is internal stays last');
    t.same(
      after.map(({ internal: { situs, number } }) => ({ situs, number })),
      stored.map(({ internal: { situs, number } }) => ({ situs, number })),
      'as a load stores them',
    );
  },
);
