import type { Client } from '@elastic/elasticsearch';
import type { IndexKind } from '../../../stores/elastic/indices.ts';
import type { Changes } from './changes.ts';

export interface DeriveContext {
  client: Client;
  indices: Record<IndexKind, string>;
  /** Folder for intermediate results. */
  home: string;
  load: number;
  /** `updated_at` of the records that change, ISO 8601 UTC. */
  at: string;
  today: string;
  /** Recompute everything, with scores as of today. */
  all: boolean;
  /** Since the last complete derive step; grows as this step changes records. */
  changes: Changes;
  /** The last step was interrupted: some figures may be half derived. */
  unfinished: boolean;
  /** Kinds whose index is new and empty: everything in it is derived. */
  fresh: ReadonlySet<IndexKind>;
  onStep: (what: string) => void;
  /** `done` counts records looked at; a record may be looked at several times. */
  onProgress: (done: number) => void;
}
