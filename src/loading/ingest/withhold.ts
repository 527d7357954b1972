import type { Internal, RecordKind, Stamp, StoredBefore, StoredDocument } from './kinds/kind.ts';

const BETWEEN = '~';

/** The hash of a record under some suppressions: it differs from that under others, so that the record counts as changed. */
export const hashUnder = (hash: string, suppressions: readonly number[]): string =>
  suppressions.length === 0 ? hash : `${hash}${BETWEEN}${suppressions.join(',')}`;

const withoutSuppressions = (hash: string): string => hash.split(BETWEEN)[0]!;

/** A stored record as it is stored under these suppressions and those that it already falls under. */
export function suppressedDocument(
  kind: Pick<RecordKind<never>, 'withhold'>,
  record: StoredDocument,
  suppressions: readonly number[],
  stamp: Stamp,
): StoredDocument {
  const { internal: was } = record;
  const all = new Set([...(was.suppressed ?? []).map(Number), ...suppressions]);
  const ids = [...all].sort((a, b) => a - b);
  const before: StoredBefore = { internal: was, record };
  const { internal, ...shown } = kind.withhold!(record, before, stamp);
  return {
    ...shown,
    updated_at: stamp.at,
    internal: {
      ...internal,
      hash: hashUnder(withoutSuppressions(was.hash), ids),
      load: stamp.load,
      suppressed: ids.map(String),
      prev: {
        hash: was.hash,
        load: was.load,
        at: record.updated_at,
        usable: record.usable_for_stats as boolean | undefined,
      },
    } as Internal,
  };
}
