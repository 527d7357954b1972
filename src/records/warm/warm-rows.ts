import type { Client } from '@elastic/elasticsearch';
import { rawSearch } from '../../elastic/raw.ts';
import { cutHits, cutVersions, joinRows, type Rows } from '../cut.ts';
import { envelopeOf, type FoundRows, type ReadRows, type RowSearch } from '../read-rows.ts';
import type { RowCache, Version } from './row-cache.ts';
import { createShares } from './shares.ts';

const WITH_VERSIONS = { seq_no_primary_term: true };
const VERSIONS_ONLY = { ...WITH_VERSIONS, _source: false, stored_fields: '_none_' };

interface NamedHit {
  _index: string;
  _seq_no: number;
  _primary_term: number;
  sort: unknown[];
}

/** The versions of the hits of an answer without rows. */
function versionsIn(answer: Buffer, tie: number): Version[] {
  const { hits } = JSON.parse(answer.toString()) as { hits: { hits: NamedHit[] } };
  return hits.hits.map(({ _index, _seq_no, _primary_term, sort }) => ({
    index: _index,
    id: String(sort[tie]),
    seqNo: _seq_no,
    term: _primary_term,
  }));
}

/**
 * Rows of which those that were read before come from memory. Elasticsearch finds them: it is asked for their versions, and
 * then for the rows whose version is not in memory. While most are not, it is asked for whole rows at once, as without a
 * cache.
 */
export function warmRows(client: Client, cache: RowCache): ReadRows {
  const shares = createShares();

  async function whole({ index, source, search, after, head }: RowSearch): Promise<FoundRows> {
    const answer = await rawSearch(client, source, { ...search, ...WITH_VERSIONS }, after);
    const envelope = envelopeOf(answer);
    let kept = 0;
    let all = 0;
    for (const { version, open } of cutVersions(answer, search.sort.length - 1)) {
      all++;
      if (cache.get(version)) kept++;
      else cache.put(version, open);
    }
    shares.note(index, kept, all);
    return { ...envelope, ...cutHits(answer, head) };
  }

  /** Reads the given versions; null when one of them has been replaced since. */
  async function read({ source, search }: RowSearch, versions: Version[]): Promise<Buffer[] | null> {
    const tie = Object.keys(search.sort.at(-1)!)[0]!;
    const ids = versions.map(({ id }) => id);
    const answer = await rawSearch(client, source, {
      ...WITH_VERSIONS,
      size: ids.length,
      track_total_hits: false,
      query: { bool: { filter: [{ terms: { [tie]: ids } }] } },
      sort: [{ [tie]: 'asc' }],
    });
    const found = new Map<string, { version: Version; open: Buffer }>();
    for (const row of cutVersions(answer, 0)) found.set(row.version.id, row);
    const rows: Buffer[] = [];
    for (const { id, index, seqNo, term } of versions) {
      const row = found.get(id);
      const isSame = row?.version.index === index && row.version.seqNo === seqNo && row.version.term === term;
      if (!isSame) return null;
      cache.put(row.version, row.open);
      rows.push(row.open);
    }
    return rows;
  }

  async function rowsOf(asked: RowSearch, versions: Version[]): Promise<Rows | null> {
    const kept = versions.map((version) => cache.get(version));
    const missing = versions.filter((_, at) => kept[at] === null);
    shares.note(asked.index, versions.length - missing.length, versions.length);
    if (missing.length === 0) {
      const rows = joinRows(kept as Buffer[], asked.head);
      cache.refresh(versions);
      return rows;
    }
    // Reading takes a while in which other rows may take the place of these.
    const held = kept.map((row) => row && Buffer.from(row));
    const read_ = await read(asked, missing);
    if (read_ === null) return null;
    let next = 0;
    return joinRows(
      held.map((row) => row ?? read_[next++]!),
      asked.head,
    );
  }

  return async (asked) => {
    if (!shares.isWarm(asked.index)) return whole(asked);
    const { source, search, after } = asked;
    const answer = await rawSearch(client, source, { ...search, ...VERSIONS_ONLY }, after);
    const rows = await rowsOf(asked, versionsIn(answer, search.sort.length - 1));
    return rows === null ? whole(asked) : { ...envelopeOf(answer), ...rows };
  };
}
