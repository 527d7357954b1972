import { EVERYWHERE } from '../../../../domain/area.ts';
import {
  addFlip,
  EVERY_TIER,
  FLIP_SOURCE,
  type Flipping,
  type FlipRecord,
  flipperRow,
  newFlipping,
} from '../../../../domain/flipper.ts';
import { sequenceOfHex } from '../../../../stores/elastic/sequence.ts';
import { touched } from '../changes.ts';
import type { DeriveContext } from '../context.ts';
import { once } from '../once.ts';
import { distinct } from '../scan.ts';
import { KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';
import { documentsOf, type Whole } from './whole.ts';

const PARCELS_AT_ONCE = 10_000;
const PARTIES_AT_ONCE = 50_000;

type Groups = Map<string, { area: string; tier: string; flipping: Flipping }>;

const fold = {
  start: (): Groups => new Map(),
  add(groups: Groups, flip: FlipRecord): void {
    const { county_fips } = flip;
    for (const area of [EVERYWHERE, county_fips.slice(0, 2), county_fips]) {
      for (const tier of [EVERY_TIER, flip.flip_tier]) {
        const key = `${area}:${tier}`;
        let group = groups.get(key);
        if (!group) {
          group = { area, tier, flipping: newFlipping() };
          groups.set(key, group);
        }
        addFlip(group.flipping, flip);
      }
    }
  },
};

function rows(owner_id: string, groups: Groups): ViewDocument[] {
  return [...groups].map(([key, { area, tier, flipping }]) => {
    const id = `${owner_id}:${key}`;
    return {
      id,
      document: {
        ...flipperRow(owner_id, flipping),
        internal: { key: owner_id, seq: sequenceOfHex(owner_id), area, tier },
      },
    };
  });
}

const whole: Whole<FlipRecord, Groups> = {
  records: {
    kind: 'flips',
    field: 'internal.flipper',
    keyOf: ({ internal }) => internal.flipper,
    source: FLIP_SOURCE,
  },
  fold,
  documents: (_context, found, keys) => keys.flatMap((owner) => rows(owner, found.get(owner)!)),
};

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
export const flippersView: View = {
  kind: 'flippers',
  madeOf: { flips: FLIP_SOURCE },
  whole,
  keys: (context) => once(context.home, partiesOfTouched(context), KEYS_AT_ONCE),
  documents: (context, keys) => documentsOf(context, whole, keys),
};
