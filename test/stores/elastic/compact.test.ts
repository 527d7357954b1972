import t from 'tap';
import { compact } from '../../../src/stores/elastic/compact.ts';
import { makeHarness } from '../../helper.ts';

const DOCUMENTS = 12_000;
const PARTS = 24;

const { client, config } = await makeHarness(t);
const index = `${config.INDEX_PREFIX}-scattered`;
t.teardown(() => client.indices.delete({ index, ignore_unavailable: true }));

/** Writes documents in this many segments, which only `compact` merges. */
async function scatter(from: number, to: number, parts: number) {
  const size = (to - from) / parts;
  for (let part = 0; part < parts; part++) {
    const operations = Array.from({ length: size }, (_, at) => [
      { index: { _id: String(from + part * size + at) } },
      { n: at },
    ]).flat();
    await client.bulk({ index, operations, refresh: true });
  }
}

async function figures() {
  const { primaries } = (await client.indices.stats({ index, metric: ['docs', 'segments', 'merge'] }))._all;
  const { count = 0, deleted = 0 } = primaries!.docs!;
  return { segments: primaries!.segments!.count, deleted: deleted / (count + deleted), count };
}

t.test('after many loads, Elasticsearch merges segments and drops deleted documents', async (t) => {
  await client.indices.create({
    index,
    settings: {
      index: {
        number_of_shards: 1,
        number_of_replicas: 0,
        refresh_interval: '-1',
        'merge.policy.expunge_deletes_allowed': 2,
        'merge.policy.segments_per_tier': 100,
      },
    },
  });
  await scatter(0, DOCUMENTS, PARTS);
  await scatter(0, DOCUMENTS / 4, 4);
  const before = await figures();
  t.ok(before.segments > 8, `${before.segments} segments`);
  t.ok(before.deleted > 0.02, `${before.deleted} deleted`);
  // Elasticsearch keeps deleted documents for half a minute, so only a later call drops them.
  let after = before;
  for (let tries = 0; tries < 60 && (after.segments > 8 || after.deleted > 0.02); tries++) {
    await compact(client, [index]);
    await new Promise((done) => setTimeout(done, 1_000));
    after = await figures();
  }
  t.ok(after.segments <= 8, `${after.segments} segments`);
  t.ok(after.deleted <= 0.02, `${after.deleted} deleted`);
  t.equal(after.count, DOCUMENTS, 'none is lost');
});
