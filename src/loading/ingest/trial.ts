import type { Fault } from '../readers/rows.ts';
import { UNKNOWN_FIGURES } from './derive/counties.ts';
import type { Reading } from './fields.ts';
import { recordKindOf } from './kinds/index.ts';
import type { RecordKind } from './kinds/kind.ts';
import type { IngestKind } from './target.ts';

/** A record as it would be stored, or why it would be rejected. */
export type Tried = { id: string; document: Record<string, unknown> } | Fault;

export interface Trial {
  /** The names of the fields that a record may have. */
  keys: ReadonlySet<string>;
  today: string;
  make: (record: Record<string, unknown>, reading: Reading) => Tried;
}

/** Makes records as a load does, with nothing stored before and without figures that depend on other records. */
export function trialOf(kind: IngestKind, now = new Date()): Trial {
  const recordKind = recordKindOf(kind, () => UNKNOWN_FIGURES) as RecordKind<{
    id: string;
    county_fips: string;
  }>;
  const at = now.toISOString();
  const today = at.slice(0, 10);
  const stamp = { load: 0, derived: 0, at, today };
  return {
    keys: recordKind.keys,
    today,
    make(record, reading) {
      const draft = recordKind.draft(record, reading);
      if ('reason' in draft) return draft;
      return { id: draft.id, document: recordKind.build(draft, null, reading, stamp, null) };
    },
  };
}
