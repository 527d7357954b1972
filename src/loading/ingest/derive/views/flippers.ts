import {
  addFlip,
  EVERY_TIER,
  FLIP_SOURCE,
  type Flipping,
  type FlipRecord,
  flipperRow,
  newFlipping,
} from '../../../../domain/flipper.ts';
import { EVERYWHERE } from '../../../../domain/geography.ts';
import { sequenceOfHex } from '../../../../stores/elastic/sequence.ts';
import { once } from '../../../readers/spool.ts';
import { known } from '../../kinds/kind.ts';
import { type DeriveContext, touched } from '../changes.ts';
import type { Fold } from '../figures.ts';
import { distinct } from '../scan.ts';
import { KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

const PARCELS_AT_ONCE = 10_000;
const PARTIES_AT_ONCE = 50_000;

type Groups = Map<string, { area: string; tier: string; flipping: Flipping }>;

const fold: Fold<FlipRecord, Groups> = {
  kind: 'flips',
  field: 'internal.flipper',
  keysOf: ({ internal }) => known(internal.flipper),
  source: FLIP_SOURCE,
  start: () => new Map(),
  add(groups, flip) {
    const { county_fips } = flip;
    for (const area of [EVERYWHERE, county_fips.slice(0, 2), county_fips]) {
      for (const tier of [EVERY_TIER, flip.flip_tier]) {
        const key = `${area}:${tier}`;
        const group = groups.get(key) ?? { area, tier, flipping: newFlipping() };
        groups.set(key, group);
        addFlip(group.flipping, flip);
      }
    }
  },
};

function rows(owner_id: string, groups: Groups): ViewDocument[] {
  return [...groups].map(([key, { area, tier, flipping }]) => {
    const id = `${owner_id}:${key}`;
    return {
      kind: 'flippers',
      id,
      document: {
        ...flipperRow(owner_id, flipping),
        internal: { key: owner_id, seq: sequenceOfHex(owner_id), area, tier },
      },
    };
  });
}

/** Any party to a deed of a touched parcel may have lost or gained a flip. Some are parties to many of these deeds. */
async function* partiesOfTouched(context: DeriveContext): AsyncGenerator<string[]> {
  const { client, indices } = context;
  const deeds = `${indices.deeds},${indices.removals}`;
  for await (const parcels of touched(context, ['deeds', 'removals'], 'internal.touched', PARCELS_AT_ONCE)) {
    const theirs = { terms: { 'internal.touched': parcels } };
    yield* distinct(client, deeds, 'internal.touched_parties', theirs, PARTIES_AT_ONCE);
  }
}

/** Who flips: for each flipper, a row for each area and tier of their flips. Needs the flips to be up to date. */
export const flippersView: View<FlipRecord, Groups> = {
  madeOf: { flippers: { flips: FLIP_SOURCE } },
  keys: (context) => once(context.home, partiesOfTouched(context), KEYS_AT_ONCE),
  fold,
  documents: (_context, keys, flippers) => keys.flatMap((owner) => rows(owner, flippers.get(owner)!)),
};
