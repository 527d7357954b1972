import type { Client } from '@elastic/elasticsearch';

/** The document that holds the number of the last load whose derived figures are complete. */
const MARK = 'derived';

/** Number of the last load whose derived figures are complete; 0 before the first. */
export async function readDerivedLoad(client: Client, index: string): Promise<number> {
  const found = await client.get<{ derived_load: number }>({ index, id: MARK }, { ignore: [404] });
  return found._source?.derived_load ?? 0;
}

/** Records that the derived figures are complete up to this load and visible to readers. */
export async function writeDerivedLoad(client: Client, index: string, load: number): Promise<void> {
  await client.index({ index, id: MARK, document: { derived_load: load } });
}
