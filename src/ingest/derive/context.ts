import type { Client } from '@elastic/elasticsearch';
import type { Kind } from '../../elastic/indices.ts';
import type { Changes } from './changes.ts';

/** What a derive step works on. */
export interface DeriveContext {
  client: Client;
  /** The indices or aliases that are read and written. */
  indices: Record<Kind, string>;
  load: number;
  /** `updated_at` of the records that change, ISO 8601 UTC. */
  at: string;
  today: string;
  /** Recompute everything, with scores as of today. */
  all: boolean;
  /** What changed since the last complete derive step; grows as the step itself changes records. */
  changes: Changes;
  /** The step before was broken off: figures may be derived in part. */
  unfinished: boolean;
  /** Kinds whose index is new and empty: everything in it is derived. */
  fresh: ReadonlySet<Kind>;
  /** Called as each step begins, with what is derived in it. */
  onStep: (what: string) => void;
  /** Called with work done, in records looked at; a record may be looked at several times. */
  onProgress: (done: number) => void;
}
