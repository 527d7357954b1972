import type { Client } from '@elastic/elasticsearch';
import type { LastLoad } from '../../stores/elastic/derived-load.ts';
import type { AtEnd } from '../../stores/elastic/edition.ts';
import type { IndexKind, IndexSettings } from '../../stores/elastic/indices.ts';
import type { Database } from '../../stores/mysql/database.ts';
import type { Stamp } from './kinds/kind.ts';

export const INGEST_KINDS = ['parcels', 'deeds', 'permits', 'risks'] as const;
export type IngestKind = (typeof INGEST_KINDS)[number];

/** Where a load writes. */
export interface IngestTarget {
  client: Client;
  database: Database;
  settings: IndexSettings;
  home: string;
  /** The key that encrypts suppressions; asked for only when there are some. */
  secretKey: () => Promise<Buffer>;
  /** Stops a load before its next request. Its reason is thrown, once what the load holds is given back. */
  signal?: AbortSignal;
}

/** Its client sends nothing once the lock of loads is lost. */
export interface LockedTarget extends IngestTarget {
  stillHeld: () => Promise<void>;
}

/** Where a load writes while it is the only one. */
export interface HeldTarget extends LockedTarget {
  /** The concrete indices behind the aliases when the load began. */
  indices: Record<IndexKind, string>;
  last: LastLoad;
  stamp: Stamp;
  /** Writes a document of the counties' index when everything else is done. */
  atEnd: AtEnd;
}

export interface Progress {
  phase: 'waiting' | 'load' | 'remove' | 'derive';
  /** Rows read; while removing, records deleted; while deriving, records looked at, some several times. */
  rows: number;
  /** Share of the input read; null when its size is unknown. */
  share: number | null;
  step?: string;
}
export type OnProgress = (progress: Progress) => void;
