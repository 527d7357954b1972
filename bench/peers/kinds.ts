import type { Box } from './boxes.ts';

const BY = ['zoning_category', 'entity_type', 'absentee_owner', 'zip'];
const METERS = 800;
const PAGE = { sort: 'assessed_value', order: 'desc', limit: 100 };

let asked = 0;
/** A box that is asked only once: Elasticsearch caches answers without rows. */
function newBox({ bounds, filters }: Box) {
  const north = bounds.north + asked++ * 1e-7;
  return { bounds: { ...bounds, north }, filters };
}

const circle = ({ bounds: { north, south, east, west }, filters }: Box) => ({
  near: { lat: (north + south) / 2, lon: (east + west) / 2, meters: METERS },
  filters,
  ...PAGE,
});

/** What memory answers besides pages of a box: the size of the boxes that it is asked for, and the body of a request. */
export const kindsIn = (countyFips: string) => [
  { name: 'count', path: '/search/count', meters: 40_000, body: newBox },
  {
    name: 'facets by four fields',
    path: '/search/facets',
    meters: 40_000,
    body: (box: Box) => ({ ...newBox(box), by: BY }),
  },
  {
    name: 'the same, district',
    path: '/search/facets',
    meters: 2_500,
    body: (box: Box) => ({ ...newBox(box), by: BY }),
  },
  { name: `circle of ${METERS} m`, path: '/search', meters: 2_500, body: circle },
  {
    name: 'county without a box',
    path: '/search',
    meters: 40_000,
    body: ({ filters }: Box) => ({ filters: { ...filters, countyFips }, ...PAGE }),
  },
];
