import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceKind } from '../../../src/loading/sources/keys.ts';
import { csv } from '../ingest/support.ts';
import { exampleInput, exampleOf, recordsIn } from './example.ts';

/**
 * The records that one of `examples/sources` makes of made-up tables: its own, then those joined to it; a table that is
 * not given is not joined. Each character is written as one byte.
 */
export async function recordsOf(
  name: string,
  kind: SourceKind,
  ...tables: Record<string, string>[][]
): Promise<Record<string, unknown>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'terrier-made-up-'));
  try {
    const files = tables.map((rows, at) => {
      const file = join(folder, `${at}.csv`);
      writeFileSync(file, csv(rows), 'latin1');
      return file;
    });
    const { named, layer } = await exampleOf(name, kind, files);
    const joins = layer.joins.filter(({ data }) => files.includes(data));
    const records: Record<string, unknown>[] = [];
    for await (const record of recordsIn(exampleInput({ named, layer: { ...layer, joins } })))
      records.push(record);
    return records;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
