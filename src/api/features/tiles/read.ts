import type { estypes } from '@elastic/elasticsearch';
import { cellsMeeting } from '../../../domain/geometry/cells.ts';
import { countByCell } from '../../../records/clusters.ts';
import { type Filters, filterConditions } from '../../../records/filters.ts';
import { LARGEST_FIRST } from '../../../records/lots-near.ts';
import { elasticConditions, type Test } from '../../../records/question.ts';
import type { Records } from '../../../records/records.ts';
import { BUFFER, boxOfTile, EXTENT } from '../../../records/tiles/grid.ts';
import {
  type ClustersTask,
  LOTS_FROM,
  type LotsTask,
  MOST_LOTS,
  type TileAddress,
  type TileField,
  type TileTask,
} from '../../../records/tiles/question.ts';
import type { Packs } from './packs.ts';

export interface TileQuestion extends TileAddress {
  filters: Filters;
  fields: readonly TileField[];
  /** The edition of the data; null while the data changes. */
  edition: string | null;
}

/** Zoom levels between a tile and its cells: cells are an eighth of a tile wide. */
const FINER = 3;
const MOST_CELLS = 4 ** FINER;

async function readClusters(records: Records, { z, x, y, filters }: TileQuestion): Promise<ClustersTask> {
  const { north, south, east, west } = boxOfTile({ z, x, y });
  const box: Test = { is: 'in', field: 'location', place: { box: { north, south, east, west } } };
  const { cells } = await countByCell(records, [box, ...filterConditions(filters)], {
    zoom: z + FINER,
    // The search includes the edges, where cells of neighboring tiles match too.
    most: MOST_CELLS * 2,
  });
  const isInTile = (cell: string) => {
    const [, column, row] = cell.split('/').map(Number);
    return column! >> FINER === x && row! >> FINER === y;
  };
  return { z, x, y, clusters: cells.filter(({ cell }) => isInTile(cell)) };
}

/** The ids of the parcels near a tile that pass its filters; if there are too many, the largest. */
async function readChosen(records: Records, question: TileQuestion) {
  const cells = cellsMeeting(boxOfTile(question, BUFFER / EXTENT))!;
  const search = (sort: estypes.Sort) =>
    records.of('parcels').raw({
      size: MOST_LOTS,
      track_total_hits: true,
      query: {
        bool: {
          filter: [
            { terms: { 'internal.cells': cells } },
            ...elasticConditions(filterConditions(question.filters)),
          ],
        },
      },
      sort,
      _source: false,
      stored_fields: '_none_',
      docvalue_fields: ['id'],
    });
  const all = await search(['_doc']);
  const leftOut = Math.max(0, all.total! - MOST_LOTS);
  const { answer } = leftOut > 0 ? await search(LARGEST_FIRST) : all;
  return { chosen: answer, leftOut };
}

async function readLots(records: Records, packs: Packs, question: TileQuestion): Promise<LotsTask> {
  const { z, x, y, fields, filters, edition } = question;
  const isFiltered = Object.keys(filters).length > 0;
  const [chosen, packed] = await Promise.all([
    isFiltered ? readChosen(records, question) : { chosen: null, leftOut: 0 },
    packs(edition, { z, x, y }, filters),
  ]);
  return { z, x, y, fields, ...chosen, packs: packed };
}

/** What a tile is made of. Throws 503 when Elasticsearch does not answer. */
export const readTile = (records: Records, packs: Packs, question: TileQuestion): Promise<TileTask> =>
  question.z < LOTS_FROM ? readClusters(records, question) : readLots(records, packs, question);
