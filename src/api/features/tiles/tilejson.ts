import Type, { type Static } from 'typebox';
import { LAST_ZOOM, LOTS_FROM, NUMBERS_FROM, TILE_FIELD_TYPES } from '../../../records/tiles/question.ts';

export const TileJson = Type.Object(
  {
    tilejson: Type.String({ examples: ['3.0.0'] }),
    name: Type.String({ examples: ['Terrier parcels'] }),
    scheme: Type.String({ examples: ['xyz'] }),
    tiles: Type.Array(Type.String(), {
      description: 'Addresses with {z}, {x} and {y}',
      examples: [['https://api.example.com/api/v1/tiles/{z}/{x}/{y}.mvt']],
    }),
    minzoom: Type.Integer({ examples: [0] }),
    maxzoom: Type.Integer({ examples: [18] }),
    bounds: Type.Array(Type.Number(), {
      description: 'West, south, east, north',
      examples: [[-180, -85.0511, 180, 85.0511]],
    }),
    vector_layers: Type.Array(
      Type.Object({
        id: Type.String({ examples: ['parcels'] }),
        description: Type.String({ examples: ['Lots'] }),
        minzoom: Type.Integer(),
        maxzoom: Type.Integer(),
        fields: Type.Record(Type.String(), Type.String(), { examples: [{ id: 'String' }] }),
      }),
    ),
  },
  { title: 'TileJson' },
);
type TileJson = Static<typeof TileJson>;

/** Beyond this zoom level a map enlarges its tiles: here lots already have all their corners. */
const MOST_DETAIL = 18;

const LAYERS: TileJson['vector_layers'] = [
  {
    id: 'parcels',
    description: 'Lots, and points of parcels without an outline',
    minzoom: LOTS_FROM,
    maxzoom: LAST_ZOOM,
    fields: {
      id: 'String',
      stack: 'Number',
      ...TILE_FIELD_TYPES,
    },
  },
  {
    id: 'labels',
    description: 'House numbers',
    minzoom: NUMBERS_FROM,
    maxzoom: LAST_ZOOM,
    fields: { number: 'String' },
  },
  {
    id: 'left_out',
    description: 'How many of the smallest parcels are not drawn',
    minzoom: LOTS_FROM,
    maxzoom: LAST_ZOOM,
    fields: { count: 'Number' },
  },
  {
    id: 'clusters',
    description: 'Counts by cell',
    minzoom: 0,
    maxzoom: LOTS_FROM - 1,
    fields: { count: 'Number', median_value: 'Number' },
  },
];

/** Describes tiles that are served at an address with {z}, {x} and {y}. */
export const tileJson = (address: string): TileJson => ({
  tilejson: '3.0.0',
  name: 'Terrier parcels',
  scheme: 'xyz',
  tiles: [address],
  minzoom: 0,
  maxzoom: MOST_DETAIL,
  bounds: [-180, -85.0511, 180, 85.0511],
  vector_layers: LAYERS,
});
