import type { estypes } from '@elastic/elasticsearch';
import { cellsMeeting } from '../../geometry/cells.ts';
import { countByCell } from '../../records/clusters.ts';
import { type Filters, filterClauses } from '../../records/filters.ts';
import type { Records } from '../../records/records.ts';
import { BUFFER, boxOfTile } from '../../tiles/frame.ts';
import {
  type ClustersTask,
  LOTS_FROM,
  type LotsTask,
  MOST_LOTS,
  STREETS_FROM,
  type TileAddress,
  type TileField,
  type TileTask,
} from '../../tiles/question.ts';

export interface TileQuestion extends TileAddress {
  filters: Filters;
  fields: readonly TileField[];
}

/** Cells are an eighth of a tile wide. */
const FINER = 3;
const MOST_CELLS = 4 ** FINER;

async function readClusters(records: Records, { z, x, y, filters }: TileQuestion): Promise<ClustersTask> {
  const { north, south, east, west } = boxOfTile({ z, x, y });
  const box = { geo_bounding_box: { location: { top: north, bottom: south, left: west, right: east } } };
  const { cells } = await countByCell(records, [box, ...filterClauses(filters)], {
    zoom: z + FINER,
    // Those on the edges belong to neighbors.
    most: MOST_CELLS * 2,
  });
  const isInTile = (cell: string) => {
    const [, column, row] = cell.split('/').map(Number);
    return column! >> FINER === x && row! >> FINER === y;
  };
  return { z, x, y, clusters: cells.filter(({ cell }) => isInTile(cell)) };
}

function parcelSearch(
  { z, filters, fields }: TileQuestion,
  cells: string[],
  sort: estypes.Sort,
): estypes.SearchRequest {
  return {
    size: MOST_LOTS,
    track_total_hits: true,
    query: { bool: { filter: [{ terms: { 'internal.cells': cells } }, ...filterClauses(filters)] } },
    sort,
    _source: z >= STREETS_FROM ? ['street'] : false,
    docvalue_fields: ['id', 'location', ...fields],
  };
}

const LARGEST_FIRST: estypes.Sort = [{ acreage: { order: 'desc', missing: '_last' } }];

/** The ids of the parcels in a raw answer. */
function idsIn(answer: Buffer): string[] {
  const { hits } = JSON.parse(answer.toString()) as { hits: { hits: { fields: { id: [string] } }[] } };
  return hits.hits.map(({ fields }) => fields.id[0]);
}

/** Of all parcels near a tile. */
const addressSearch = (cells: string[]): estypes.SearchRequest => ({
  size: MOST_LOTS,
  track_total_hits: true,
  query: { bool: { filter: [{ terms: { 'internal.cells': cells } }] } },
  sort: ['_doc'],
  _source: ['street'],
  docvalue_fields: ['id'],
});

async function readLots(records: Records, question: TileQuestion): Promise<LotsTask> {
  const { z, x, y, fields, filters } = question;
  const cells = cellsMeeting(boxOfTile(question, BUFFER))!;
  const parcelsOf = (sort: estypes.Sort) => records.of('parcels').raw(parcelSearch(question, cells, sort));
  const outlinesOf = (query: estypes.QueryDslQueryContainer) =>
    records.of('outlines').raw({ size: MOST_LOTS, track_total_hits: true, query, sort: ['_doc'] });
  const isFiltered = Object.keys(filters).length > 0;
  const [all, near, addressed] = await Promise.all([
    parcelsOf(['_doc']),
    outlinesOf({ bool: { filter: [{ terms: { cells } }] } }),
    isFiltered && z >= STREETS_FROM ? records.of('parcels').raw(addressSearch(cells)) : null,
  ]);
  const leftOut = Math.max(0, all.total! - MOST_LOTS);
  const { answer: parcels } = leftOut > 0 ? await parcelsOf(LARGEST_FIRST) : all;
  const isWhole = near.total! <= MOST_LOTS && (addressed ?? all).total! <= MOST_LOTS;
  const addresses = z < STREETS_FROM || !isWhole ? null : (addressed?.answer ?? ('parcels' as const));
  const task = { z, x, y, fields, leftOut, parcels, addresses };
  // Those near the tile may be more than are read at once: then those of the parcels are read.
  if (near.total! <= MOST_LOTS) return { ...task, outlines: near.answer };
  const { answer: outlines } = await outlinesOf({ ids: { values: idsIn(parcels) } });
  return { ...task, outlines };
}

/** What a tile is made of. Throws 503 when Elasticsearch does not answer. */
export const readTile = (records: Records, question: TileQuestion): Promise<TileTask> =>
  question.z < LOTS_FROM ? readClusters(records, question) : readLots(records, question);
