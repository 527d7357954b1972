import type { Known } from './inputs/draft.ts';
import { type Law, lawOf } from './judge.ts';
import { knownOf } from './known.ts';
import { type Operation, operationsOf } from './operations.ts';
import { makePlace, type Place } from './place.ts';

/** What the parts of a run share. */
export interface Rig {
  place: Place;
  operations: Operation[];
  known: Known;
  law: Law;
  close(): Promise<void>;
}

/** Makes the installation, and learns from its own OpenAPI document what can be requested. */
export async function makeRig(): Promise<Rig> {
  const place = await makePlace();
  try {
    const { json: document } = await place.call('GET', '/openapi.json', place.first.key);
    const operations = operationsOf(document);
    const known = await knownOf(place, place.first, operations);
    return { place, operations, known, law: lawOf(operations, place.secrets), close: place.close };
  } catch (error) {
    await place.close();
    throw error;
  }
}
