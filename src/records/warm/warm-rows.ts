import type { Client } from '@elastic/elasticsearch';
import { rawSearch } from '../../stores/elastic/raw.ts';
import { createPageBuffers } from '../page-buffers.ts';
import { TIEBREAK } from '../paging/paging.ts';
import { envelopeOf, type FoundRows, type ReadRows, type RowSearch, storedRows } from '../read-rows.ts';
import { joinIn, type Rows } from '../rows.ts';
import { type Asked, askedFor, onPage } from './asked.ts';
import { cutNamedHits, type NamedHit, recordOf, sortNumber } from './named-hits.ts';
import type { RowCache, Version } from './row-cache.ts';
import { createShares } from './shares.ts';

export const WITH_VERSIONS = { seq_no_primary_term: true };
const VERSIONS_ONLY = { ...WITH_VERSIONS, _source: false, stored_fields: '_none_' };

const versionOf = (hit: NamedHit, seqAt: number): Version => ({
  index: hit.index,
  seq: sortNumber(hit, seqAt),
  seqNo: hit.seqNo,
  term: hit.term,
});

const isSame = (one: Version, other: Version) =>
  one.index === other.index && one.seq === other.seq && one.seqNo === other.seqNo && one.term === other.term;

/**
 * Rows of which those that were read before come from memory. Elasticsearch finds them: it is asked for their versions, and
 * then for the rows whose version is not in memory. While most are not, it is asked for whole rows at once, as without a
 * cache.
 */
export function warmRows(client: Client, cache: RowCache): ReadRows {
  const stored = storedRows(client);
  const shares = createShares();
  const join = createPageBuffers();

  /** Null when two rows are tied. */
  async function whole(asked: Asked): Promise<FoundRows | null> {
    const { index, source, search, after, head, seqAt } = asked;
    const answer = await rawSearch(client, source, { ...search, ...WITH_VERSIONS }, after);
    const hits = onPage(cutNamedHits(answer), asked);
    if (hits === null) return null;
    let kept = 0;
    const open: Buffer[] = [];
    for (const hit of hits) {
      const version = versionOf(hit, seqAt);
      const row = recordOf(answer, hit);
      if (cache.get(version)) kept++;
      else cache.put(version, row);
      open.push(row);
    }
    shares.note(index, kept, hits.length);
    return { ...envelopeOf(answer), ...joinIn(answer, open, head) };
  }

  /** Reads the given versions; null when one of them has been replaced since. */
  async function read({ source }: RowSearch, versions: Version[]): Promise<Buffer[] | null> {
    const answer = await rawSearch(client, source, {
      ...WITH_VERSIONS,
      // More than one document may have a number.
      size: versions.length * 2,
      track_total_hits: false,
      query: { bool: { filter: [{ terms: { [TIEBREAK]: versions.map(({ seq }) => seq) } }] } },
      sort: [{ [TIEBREAK]: 'asc' }],
    });
    const found = new Map<number, { version: Version; open: Buffer }>();
    for (const hit of cutNamedHits(answer)) {
      found.set(hit.seqNo, { version: versionOf(hit, 0), open: recordOf(answer, hit) });
    }
    const rows: Buffer[] = [];
    for (const version of versions) {
      const row = found.get(version.seqNo);
      if (!row || !isSame(row.version, version)) return null;
      cache.put(row.version, row.open);
      rows.push(row.open);
    }
    return rows;
  }

  async function rowsOf(asked: Asked, versions: Version[]): Promise<Rows | null> {
    const kept = versions.map((version) => cache.get(version));
    const missing = versions.filter((_, at) => kept[at] === null);
    shares.note(asked.index, versions.length - missing.length, versions.length);
    if (missing.length === 0) {
      const rows = join(kept as Buffer[], asked.head);
      cache.refresh(versions);
      return rows;
    }
    // Reading takes a while in which other rows may take the place of these.
    const held = kept.map((row) => row && Buffer.from(row));
    const others = await read(asked, missing);
    if (others === null) return null;
    let next = 0;
    return join(
      held.map((row) => row ?? others[next++]!),
      asked.head,
    );
  }

  /** Null when two rows are tied, or one has been replaced in between. */
  async function byVersion(asked: Asked): Promise<FoundRows | null> {
    const { source, search, after, seqAt } = asked;
    const answer = await rawSearch(client, source, { ...search, ...VERSIONS_ONLY }, after);
    const shown = onPage(cutNamedHits(answer), asked);
    if (shown === null) return null;
    const rows = await rowsOf(
      asked,
      shown.map((hit) => versionOf(hit, seqAt)),
    );
    return rows && { ...envelopeOf(answer), ...rows };
  }

  return async (given) => {
    const asked = askedFor(given);
    if (asked === null) return stored(given);
    const found = await (shares.isWarm(asked.index) ? byVersion(asked) : whole(asked));
    return found ?? stored(given);
  };
}
