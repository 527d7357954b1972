import Type from 'typebox';
import { findState, type State } from '../../../domain/geography.ts';
import { wrong } from '../../../domain/problems.ts';

/** The query of coverage: one state, or all. */
export const StateQuery = Type.Object(
  {
    state: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'State FIPS code or abbreviation',
        examples: ['NE', '31'],
      }),
    ),
  },
  { additionalProperties: false },
);

/** The state that a query names; undefined for all states. */
export function stateOf({ state }: Type.Static<typeof StateQuery>): State | undefined {
  if (state === undefined) return undefined;
  const found = findState(state);
  if (!found) throw wrong('state', 'must be a state FIPS code or abbreviation');
  return found;
}
