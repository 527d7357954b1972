import type { Client } from '@elastic/elasticsearch';
import type { LastLoad } from '../elastic/derived-load.ts';
import type { AtEnd } from '../elastic/edition.ts';
import type { IndexSettings, Kind } from '../elastic/indices.ts';
import type { Database } from '../mysql/database.ts';

export const INGEST_KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
export type IngestKind = (typeof INGEST_KINDS)[number];

/** Where a load writes. */
export interface IngestTarget {
  client: Client;
  database: Database;
  settings: IndexSettings;
  /** Folder of the rejects files. */
  home: string;
}

/** Where the holder of the lock of loads writes: its client sends nothing once the lock is lost. */
export interface LockedTarget extends IngestTarget {
  /** Throws LockLost when the lock is no longer held. */
  stillHeld: () => Promise<void>;
}

/** Where a load writes. */
export interface HeldTarget extends LockedTarget {
  /** The concrete index behind each alias, as the load began. */
  indices: Record<Kind, string>;
  /** How the load before this one ended. */
  last: LastLoad;
  /** Writes a document of the counties’ index when all else is done. */
  atEnd: AtEnd;
}

/** How far a load is. */
export interface Progress {
  phase: 'waiting' | 'load' | 'derive';
  /** Rows read; while deriving, records looked at, some of them several times. */
  rows: number;
  /** Share of the input that was read, where its size is known. */
  share: number | null;
  /** What is being derived. */
  step?: string;
}
export type OnProgress = (progress: Progress) => void;
