import type { Client, estypes } from '@elastic/elasticsearch';

/** The most ids that a search returns. */
const IDS = 10_000;

/** Deletes the documents that match, and returns their number. */
export async function deleteDocuments(
  client: Client,
  index: string[],
  query: estypes.QueryDslQueryContainer,
): Promise<number> {
  await client.indices.refresh({ index });
  for (let deleted = 0; ; ) {
    const { hits } = await client.search({ index, query, size: IDS, _source: false });
    if (hits.hits.length === 0) return deleted;
    await client.bulk({
      operations: hits.hits.map(({ _index, _id }) => ({ delete: { _index, _id: _id! } })),
    });
    await client.indices.refresh({ index: [...new Set(hits.hits.map(({ _index }) => _index))] });
    deleted += hits.hits.length;
    if (hits.hits.length < IDS) return deleted;
  }
}

/** Deletes all indices of a prefix. */
export async function deletePrefix(client: Client, prefix: string): Promise<void> {
  const left = Object.keys(await client.indices.get({ index: `${prefix}-*`, features: 'aliases' }));
  if (left.length > 0) await client.indices.delete({ index: left });
  await client.indices.deleteIndexTemplate({ name: `${prefix}-*` }, { ignore: [404] });
}
