import type { estypes } from '@elastic/elasticsearch';
import type { Position } from 'geojson';
import type { AreaShape, Circle } from '../domain/geometry/area-shape.ts';

export type Clause = estypes.QueryDslQueryContainer;

/** Degrees, edges included. When west > east, it crosses the antimeridian. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** A region in which the point of a record lies. */
export type Place = { box: Box } | { circle: Circle } | { polygons: Position[][][] };

/** A condition on a field, which both Elasticsearch and memory can answer. Both ends of a range are included. */
export type Test =
  | { is: 'between'; field: string; from?: number | string; to?: number | string }
  | { is: 'equal'; field: string; value: string | boolean }
  | { is: 'among'; field: string; values: readonly string[] }
  | { is: 'begun'; field: string; with: string }
  | { is: 'in'; field: string; place: Place };

/**
 * Parcels whose outline meets an area, and those without an outline whose location is in it: `points` are the tests of their
 * points, by field.
 */
export interface Touching<Points = Test> {
  touches: AreaShape;
  points: { location: Points; middle: Points };
}

/** A condition on records. A clause is one that only Elasticsearch can answer. Plain data, since cursors depend on it. */
export type Condition = Test | Touching | Clause;

/** A condition of Elasticsearch: a clause, or what becomes one when outlines are read. */
export type ElasticCondition = Clause | Touching<Clause>;

// The client's type of a clause includes undefined.
export const isTouching = <P>(condition: Test | Clause | Touching<P>): condition is Touching<P> =>
  condition !== undefined && 'touches' in condition;

function clauseOf(test: Test): NonNullable<Clause> {
  const { field } = test;
  switch (test.is) {
    case 'between':
      return { range: { [field]: { gte: test.from, lte: test.to } } };
    case 'equal':
      return { term: { [field]: test.value } };
    case 'among':
      return { terms: { [field]: [...test.values] } };
    case 'begun':
      return { prefix: { [field]: test.with } };
    case 'in':
      return placeClause(field, test.place);
  }
}

function placeClause(field: string, place: Place): NonNullable<Clause> {
  if ('box' in place) {
    const { south, north, west, east } = place.box;
    return { geo_bounding_box: { [field]: { top: north, bottom: south, left: west, right: east } } };
  }
  if ('circle' in place) {
    const { lat, lon, meters } = place.circle;
    return { geo_distance: { [field]: { lat, lon }, distance: `${meters}m` } };
  }
  const shape = { type: 'MultiPolygon', coordinates: place.polygons };
  return { geo_shape: { [field]: { shape, relation: 'intersects' } } };
}

/** Conditions as Elasticsearch takes them: clauses, and what becomes one when outlines are read. */
export function elasticConditions(filter: readonly (Test | Clause)[]): Clause[];
export function elasticConditions(filter: readonly Condition[]): ElasticCondition[];
export function elasticConditions(filter: readonly Condition[]): ElasticCondition[] {
  return filter.map((condition) => {
    if (condition !== undefined && 'is' in condition) return clauseOf(condition);
    if (!isTouching(condition)) return condition;
    const { touches, points } = condition;
    return { touches, points: { location: clauseOf(points.location), middle: clauseOf(points.middle) } };
  });
}
