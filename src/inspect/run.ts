import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { openLayer } from '../readers/arcgis/layer.ts';
import { download } from '../readers/download.ts';
import { formatOfTable, openTable, type TableOptions } from '../readers/open.ts';
import type { Table } from '../readers/table.ts';
import { compileConform } from '../sources/conform.ts';
import { outlineCheck } from '../sources/outlines.ts';
import { protocolOf } from '../sources/protocol.ts';
import { readSource } from '../sources/source.ts';
import { toConform } from './conform.ts';
import { draftSource } from './draft.ts';
import { inspectTable } from './inspect.ts';
import { previewTable } from './preview.ts';
import type { Kind } from './proposal.ts';
import type { Report } from './report.ts';

/** Rows of a server that are looked at: its first pages. */
const ROWS_OF_SERVERS = 5_000;

export interface InspectOptions {
  kind: Kind;
  county: string | null;
  options: TableOptions;
  /** Look at so many rows only. */
  rows?: number;
  allowPrivate: boolean;
  /** Keeps what is downloaded while it is looked at. */
  work: string;
  onWait: (words: string) => void;
}

interface Opened {
  table: Table;
  data: string;
  protocol: ReturnType<typeof protocolOf>;
  format: string;
}

async function open(given: string, { options, allowPrivate, work, onWait }: InspectOptions): Promise<Opened> {
  const protocol = protocolOf(given);
  if (protocol === 'ESRI')
    // It is read twice: its pages are asked for once.
    return {
      table: await openLayer(given, { allowPrivate, pages: work }),
      data: given,
      protocol,
      format: 'geojson',
    };
  let path = given;
  if (protocol === 'http') {
    onWait(`downloading ${given}`);
    const got = await download(given, { folder: work, allowPrivate });
    if (got.unchanged) throw new Error(`${given} was not sent.`);
    path = got.path;
  }
  const format = await formatOfTable(path, options);
  const data = protocol === 'http' ? given : resolve(path);
  return { table: await openTable(path, options), data, protocol, format };
}

/** The proposal of a table, what it would make of the rows, and the source file that says it. */
export interface Inspection {
  report: Report;
  /** A source file, as JSON; without a county when none was given. */
  source: object;
}

function conformReading({ file, layer, srs, encoding, delimiter }: TableOptions, format: string) {
  return { format, file, layer, srs, encoding, csvsplit: delimiter };
}

async function inspectOpened(
  { table, data, protocol, format }: Opened,
  given: InspectOptions,
): Promise<Inspection> {
  const { kind, county, rows = protocol === 'ESRI' ? ROWS_OF_SERVERS : undefined } = given;
  const { profile, proposal } = await inspectTable(table, kind, { rows });
  const place = { kind, county, data, protocol, reading: conformReading(given.options, format) };
  const source = draftSource(place, toConform(proposal));
  const hasNumber = proposal.fields.some(({ field }) => field === 'parcel_id') || kind === 'permits';
  if (!hasNumber) return { source, report: { table, profile, proposal, preview: null } };
  // Without a county the rows are tried in one that exists, so that other faults can be seen.
  const area = { county: county ?? '31109', state: (county ?? '31109').slice(0, 2) };
  const [layer] = readSource(
    draftSource({ ...place, county: area.county }, toConform(proposal)),
    'the proposal',
  ).layers;
  const toRecord = compileConform(
    layer!.conform,
    kind,
    table.columns.map(({ name }) => name),
    area,
  );
  const outlines = outlineCheck();
  const preview = await previewTable(table, kind, (row) => toRecord(outlines.checked(row)), { rows });
  table.remarks.push(...outlines.remarks());
  return { source, report: { table, profile, proposal, preview } };
}

/**
 * Looks at a file or an address, and proposes what its columns mean.
 * @throws Error with a sentence when it cannot be read.
 */
export async function inspect(given: string, options: InspectOptions): Promise<Inspection> {
  try {
    const opened = await open(given, options);
    try {
      return await inspectOpened(opened, options);
    } finally {
      await opened.table.close();
    }
  } finally {
    await rm(options.work, { recursive: true, force: true });
  }
}
