import type { Client } from '@elastic/elasticsearch';
import type { IndexSettings } from '../elastic/indices.ts';
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

/** Where a load writes that holds the lock of loads: its client sends nothing once the lock is lost. */
export interface HeldTarget extends IngestTarget {
  /** Throws LockLost when the lock is held no more. */
  stillHeld: () => Promise<void>;
}

/** How far a load is: rows read, and the share of the input where its size is known. */
export interface Progress {
  phase: 'waiting' | 'load' | 'derive';
  rows: number;
  share: number | null;
}
export type OnProgress = (progress: Progress) => void;
