import { Command } from 'commander';
import { countyName } from '../domain/geography.ts';
import { counted } from '../domain/in-words.ts';
import { nearWord } from '../domain/near-word.ts';
import { keptFiles, nameOf, removeKept } from '../loading/sources/kept.ts';
import { leftOutWords } from '../loading/sources/left-out.ts';
import { forgetSource, type LayerState, layerStates } from '../stores/mysql/source-layers.ts';
import { minute, print, table } from './print.ts';
import { connected } from './services.ts';

const HEADER = ['SOURCE', 'RECORDS', 'COUNTY', 'PUBLISHER', 'ROWS', 'LOADED', 'NEXT', 'LAST RESULT'];

function rowOf(layer: LayerState): string[] {
  const { source, county_fips, publisher, rows, loaded_at, next_at, outcome, message } = layer;
  const name = countyName(county_fips);
  return [
    source,
    layer.layer.split('/')[0]!,
    name === undefined ? county_fips : `${name} (${county_fips})`,
    publisher ?? '-',
    rows === null ? '-' : String(rows),
    loaded_at === null ? 'never' : minute(loaded_at),
    next_at === null ? '-' : minute(next_at),
    message === null ? outcome : `${outcome}: ${message}`,
  ];
}

const untried = (name: string): string[] => [name, '-', '-', '-', '-', 'never', '-', 'not tried yet'];

const keptNames = async (home: string) => (await keptFiles(home)).map(nameOf);

const list = new Command('list')
  .description(
    'List the sources that are kept, loaded or tried: county, publisher, rows, when, and how it went (times are UTC)',
  )
  .option('--json', 'print one JSON object for each layer that was tried')
  .action(async ({ json }: { json?: boolean }) => {
    const { layers, kept } = await connected(async ({ database, config }) => ({
      layers: await layerStates(database),
      kept: await keptNames(config.TERRIER_HOME),
    }));
    if (json) {
      for (const layer of layers) print(JSON.stringify(layer));
      return;
    }
    const tried = new Set(layers.map(({ source }) => source));
    const rows = [...layers.map(rowOf), ...kept.filter((name) => !tried.has(name)).map(untried)];
    if (rows.length === 0) print('No source was loaded yet: see `terrier sync --help`.');
    else print(table(HEADER, rows));
    for (const { source, left_out } of layers)
      for (const one of left_out) print(`${source} leaves out ${leftOutWords(one)}`);
  });

const forgotten = (layers: readonly LayerState[]) => {
  const last = layers
    .flatMap(({ loaded_at }) => loaded_at ?? [])
    .sort()
    .at(-1);
  const when = last === undefined ? 'never loaded' : `last loaded ${minute(last)}`;
  return `Removed what was known of its loads: ${counted(layers.length, 'layer')}, ${when}.`;
};

const remove = new Command('remove')
  .description('Remove a source: its kept file and the history of its loads; the records stay')
  .argument('<name>', 'the name of the source, as `terrier sources list` shows it')
  .action(async (name: string) =>
    connected(async ({ database, config }) => {
      const file = await removeKept(config.TERRIER_HOME, name);
      const layers = await forgetSource(database, name);
      if (file === null && layers.length === 0) {
        const names = [
          ...(await keptNames(config.TERRIER_HOME)),
          ...(await layerStates(database)).map(({ source }) => source),
        ];
        const near = nearWord(name, names);
        const meant = near === undefined ? '' : ` Did you mean ${near}?`;
        throw new Error(`There is no source ${name}.${meant} \`terrier sources list\` lists their names.`);
      }
      if (file !== null) print(`Removed ${file}.`);
      if (layers.length > 0) print(forgotten(layers));
      print('Its records stay: `terrier delete county FIPS` deletes those of a county.');
    }),
  );

export const sourcesCommand = new Command('sources').addCommand(list).addCommand(remove);
