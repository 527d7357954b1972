import { Command } from 'commander';
import { countyName } from '../domain/geography.ts';
import { type LayerState, layerStates } from '../mysql/source-layers.ts';
import { connected } from './services.ts';
import { table } from './words.ts';

const HEADER = ['SOURCE', 'RECORDS', 'COUNTY', 'PUBLISHER', 'ROWS', 'LOADED', 'NEXT', 'LAST RESULT'];

const day = (time: string | null) => (time === null ? '-' : time.slice(0, 16).replace('T', ' '));

function rowOf(layer: LayerState): string[] {
  const { source, county_fips, publisher, rows, loaded_at, next_at, outcome, message } = layer;
  const name = countyName(county_fips);
  return [
    source,
    layer.layer.split('/')[0]!,
    name === undefined ? county_fips : `${name} (${county_fips})`,
    publisher ?? '-',
    rows === null ? '-' : String(rows),
    day(loaded_at),
    day(next_at),
    message === null ? outcome : `${outcome}: ${message}`,
  ];
}

const list = new Command('list')
  .description(
    'List the sources that were loaded or tried: county, publisher, rows, when, and how it went (times are UTC)',
  )
  .option('--json', 'print one JSON object a layer')
  .action(async ({ json }: { json?: boolean }) => {
    const layers = await connected(({ database }) => layerStates(database));
    if (json) for (const layer of layers) console.log(JSON.stringify(layer));
    else if (layers.length === 0) console.log('No source was loaded yet: see `terrier sync --help`.');
    else console.log(table(HEADER, layers.map(rowOf)));
  });

export const sourcesCommand = new Command('sources').addCommand(list);
