import type { Client } from '@elastic/elasticsearch';
import { EDITION_MARK, type Edition } from './edition.ts';

/** The document that holds the number of the last load whose derived figures are complete. */
const DERIVED_MARK = 'derived';

interface DerivedMark {
  derived_load: number;
}

/** How the last load or derive step of an installation ended. */
export interface LastLoad {
  /** Number of the last load whose derived figures are complete; 0 before the first. */
  derived: number;
  /** It was killed or failed: what it wrote may be in no search yet, and figures may be derived in part. */
  unfinished: boolean;
}

/** Number of the last load whose derived figures are complete; 0 before the first. */
export async function readDerivedLoad(client: Client, index: string): Promise<number> {
  const found = await client.get<DerivedMark>({ index, id: DERIVED_MARK }, { ignore: [404] });
  return found._source?.derived_load ?? 0;
}

/** How the last load ended. Where nothing tells, it counts as unfinished. */
export async function readLastLoad(client: Client, index: string): Promise<LastLoad> {
  const { docs } = await client.mget<DerivedMark & Edition>({ index, ids: [DERIVED_MARK, EDITION_MARK] });
  const [derived, edition] = docs.map((doc) => ('_source' in doc ? doc._source : undefined));
  return { derived: derived?.derived_load ?? 0, unfinished: edition?.loading !== false };
}

/** The mark that the derived figures are complete up to this load, and that readers see them: id and document. */
export const derivedMark = (load: number): [string, DerivedMark] => [DERIVED_MARK, { derived_load: load }];
