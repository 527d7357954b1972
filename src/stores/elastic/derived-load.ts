import type { Client } from '@elastic/elasticsearch';
import { EDITION_MARK, type Edition } from './edition.ts';

const DERIVED_MARK = 'derived';

interface DerivedMark {
  derived_load: number;
}

export interface LastLoad {
  /** Number of the last load whose derived figures are complete; 0 before the first. */
  derived: number;
  /** Number of the last load that began, however it ended. */
  begun: number;
  /** Whether it runs, failed or was killed: searches may not find what it wrote, and some figures may be half derived. */
  unfinished: boolean;
}

/** Number of the last load whose derived figures are complete; 0 before the first. */
export async function readDerivedLoad(client: Client, index: string): Promise<number> {
  const found = await client.get<DerivedMark>({ index, id: DERIVED_MARK }, { ignore: [404] });
  return found._source?.derived_load ?? 0;
}

/** How the last load ended. It counts as unfinished if no mark says that it ended. */
export async function readLastLoad(client: Client, index: string): Promise<LastLoad> {
  const { docs } = await client.mget<DerivedMark & Edition>({ index, ids: [DERIVED_MARK, EDITION_MARK] });
  const [derived, edition] = docs.map((doc) => ('_source' in doc ? doc._source : undefined));
  return {
    derived: derived?.derived_load ?? 0,
    begun: edition?.begun_load ?? 0,
    unfinished: edition?.loading !== false,
  };
}

/** The id and document of the mark that says that derived figures are complete up to this load and visible to readers. */
export const derivedMark = (load: number): [string, DerivedMark] => [DERIVED_MARK, { derived_load: load }];
