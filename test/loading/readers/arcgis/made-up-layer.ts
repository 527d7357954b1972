import type { ServerResponse } from 'node:http';
import { squareRing } from '../../../squares.ts';
import type { Handler } from '../local-server.ts';

export const PATH = '/arcgis/rest/services/Parcels/FeatureServer/0';

export interface Feature {
  attributes: Record<string, unknown>;
  geometry?: unknown;
}

/** A made-up parcel: its object id is `7 * index + 1`, so that ids have gaps. */
export function parcel(index: number): Feature {
  const west = -96 + (index % 200) * 0.001;
  const south = 40 + Math.floor(index / 200) * 0.001;
  return {
    attributes: { OBJECTID: 7 * index + 1, APN: `APN-${index}`, SOLD: 86_400_000 * index, USE_CODE: 'R1' },
    geometry: { rings: [squareRing(west, south, 0.0009).toReversed()] },
  };
}

export const METADATA = {
  currentVersion: 10.91,
  id: 0,
  name: 'Parcels',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPolygon',
  extent: { spatialReference: { wkid: 102_704, latestWkid: 32_104 } },
  objectIdField: 'OBJECTID',
  editingInfo: { lastEditDate: 1_700_000_000_000 },
  maxRecordCount: 1_000,
  advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true, supportsStatistics: true },
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
    { name: 'Shape', type: 'esriFieldTypeGeometry', alias: 'Shape' },
    { name: 'APN', type: 'esriFieldTypeString', alias: 'Parcel Number', length: 20 },
    { name: 'SOLD', type: 'esriFieldTypeDate', alias: 'SOLD', length: 8 },
    {
      name: 'USE_CODE',
      type: 'esriFieldTypeString',
      alias: 'Use',
      length: 2,
      domain: { type: 'codedValue', name: 'use', codedValues: [{ name: 'Residential', code: 'R1' }] },
    },
  ],
};

/** What was requested of a page, as the server understands it. */
export interface Asked {
  offset: number;
  count: number;
  where: string;
}

export interface LayerServer {
  metadata?: Record<string, unknown>;
  features?: Feature[];
  /** The answer to a count; the number of features if left out. */
  count?: () => unknown;
  /** Null if the server refuses statistics or lists of ids. */
  statistics?: null;
  ids?: null;
  /** Changes the answer to a page, or writes its own and returns null. */
  page?: (
    page: { features: Feature[]; exceededTransferLimit?: boolean },
    asked: Asked,
    response: ServerResponse,
  ) => object | null;
}

const refused = { error: { code: 400, message: 'Unable to complete operation.', details: [] } };
const RANGE = /^(\w+) >= (-?\d+) AND \1 <= (-?\d+)$/;

/** An ArcGIS server with one layer, which answers from memory. */
export function layerServer({
  metadata = METADATA,
  features = [],
  count,
  statistics,
  ids,
  page,
}: LayerServer): Handler {
  const idOf = ({ attributes }: Feature) => Number(attributes.OBJECTID);
  const limit = Number(metadata.maxRecordCount ?? 1_000);

  function answer(query: URLSearchParams, response: ServerResponse): object | null {
    if (query.has('returnCountOnly')) return { count: count?.() ?? features.length };
    if (query.has('returnIdsOnly')) {
      return ids === null ? refused : { objectIdFieldName: 'OBJECTID', objectIds: features.map(idOf) };
    }
    if (query.has('outStatistics')) {
      if (statistics === null) return refused;
      const all = features.map(idOf);
      return { features: [{ attributes: { the_max: all.at(-1) ?? null, the_min: all[0] ?? null } }] };
    }
    const where = query.get('where') ?? '';
    const range = RANGE.exec(where);
    const found = range
      ? features.filter((one) => idOf(one) >= Number(range[2]) && idOf(one) <= Number(range[3]))
      : features;
    const offset = Number(query.get('resultOffset') ?? 0);
    const wanted = Math.min(limit, Number(query.get('resultRecordCount') ?? limit));
    const given = found.slice(offset, offset + wanted);
    const more = offset + given.length < found.length;
    const whole = { features: given, ...(more ? { exceededTransferLimit: true } : {}) };
    return page ? page(whole, { offset, count: wanted, where }, response) : whole;
  }

  return (_, response, url) => {
    const found = url.pathname === PATH ? metadata : answer(url.searchParams, response);
    if (found !== null) response.end(JSON.stringify(found));
  };
}

export const parcels = (count: number) => Array.from({ length: count }, (_, index) => parcel(index));
