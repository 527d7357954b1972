import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/config.ts';
import { adaptedFiles } from '../../../src/loading/ingest/adapted.ts';
import { adapterByName } from '../../../src/loading/ingest/adapters/index.ts';
import type { Input } from '../../../src/loading/ingest/input.ts';
import type { IngestKind } from '../../../src/loading/ingest/target.ts';
import { type NamedSource, openSourceFile } from '../../../src/loading/sources/kept.ts';
import type { SourceKind } from '../../../src/loading/sources/keys.ts';
import { withFiles } from '../../../src/loading/sources/layer-address.ts';
import { openSourceLayer } from '../../../src/loading/sources/open-layer.ts';
import { layerRecords } from '../../../src/loading/sources/records.ts';
import type { Layer } from '../../../src/loading/sources/source.ts';

export const EXAMPLES = join(PROJECT_ROOT, 'examples/sources');

export interface Example {
  named: NamedSource;
  layer: Layer;
}

/** The first layer of a kind in one of `examples/sources`, reading these files instead of those that it names. */
export async function exampleOf(name: string, kind: SourceKind, files: readonly string[]): Promise<Example> {
  const named = await openSourceFile(join(EXAMPLES, name));
  const layer = named.source.layers.find((one) => one.kind === kind);
  if (layer === undefined) throw new Error(`${name} has no layers.${kind}.`);
  return { named, layer: withFiles(layer, files, name) };
}

/** Its records as the input of a load. The tables are opened when it is read, and then closed. */
export const exampleInput = ({ named, layer }: Example): Input => ({
  names: [named.name],
  isCanonical: false,
  async *read(options) {
    const { table } = await openSourceLayer(layer, { base: EXAMPLES, work: EXAMPLES, allowPrivate: false });
    try {
      yield* layerRecords(layer, table!, named.source.area).read(options);
    } finally {
      await table!.close();
    }
  },
});

/** The records of an input one by one. Throws at a row that cannot be read. */
export async function* recordsIn(input: Input): AsyncGenerator<Record<string, unknown>> {
  for await (const { file, rows } of input.read({ known: new Set() })) {
    for (const row of rows) {
      if ('reason' in row) throw new Error(`${file}:${row.line}: ${row.reason}`);
      yield row.record;
    }
  }
}

/** The reader of a publisher's files: an adapter by its name, or a layer of an example, such as `us-nc-wake.json parcels`. */
export async function readBy(reader: string, files: string[]): Promise<{ kind: IngestKind; input: Input }> {
  const [name = '', kind] = reader.split(' ');
  if (kind === 'parcels' || kind === 'deeds' || kind === 'permits')
    return { kind, input: exampleInput(await exampleOf(name, kind, files)) };
  const adapter = adapterByName(name);
  if (adapter === undefined) throw new Error(`Nothing is known that reads by ${reader}.`);
  return { kind: adapter.kind, input: adaptedFiles(adapter, files) };
}
