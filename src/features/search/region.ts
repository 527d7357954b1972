import type { estypes } from '@elastic/elasticsearch';
import Type from 'typebox';
import { Bounds, boundsClause } from './bounds.ts';
import { Near, nearClause } from './near.ts';
import { Within, withinClause } from './within.ts';

export const REGION = {
  bounds: Type.Optional(Bounds),
  within: Type.Optional(Within),
  near: Type.Optional(Near),
};
/** Exactly one of `REGION`, as JSON Schema. */
export const ONE_REGION = {
  oneOf: Object.keys(REGION).map((name) => ({ type: 'object', required: [name] })),
};

export interface Region {
  bounds?: Bounds;
  within?: Within;
  near?: Near;
}

/** The clause for the region of a checked request. Throws 400 for an impossible region. */
export function regionClause({ bounds, within, near }: Region): estypes.QueryDslQueryContainer {
  if (within) return withinClause(within);
  return near ? nearClause(near) : boundsClause(bounds!);
}
