import { EVERYWHERE } from '../../../../domain/area.ts';
import type { EntityClass } from '../../../../domain/entity-class.ts';
import {
  add,
  averageOf,
  mostFrequent,
  newSum,
  type Sum,
  sumOf,
  type Tally,
  tally,
} from '../../../../domain/figures.ts';
import { sequenceOfHex } from '../../../../stores/elastic/sequence.ts';
import { touched } from '../changes.ts';
import { OWNED, type OwnedParcel } from './owned.ts';
import { changesOf, KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';
import { documentsOf, type Whole } from './whole.ts';

const SOURCE: (keyof OwnedParcel)[] = [
  'owner_id',
  'owner_name',
  'entity_class',
  'state',
  'state_fips',
  'county_fips',
  'total_assessed_value',
];

interface Holding {
  entity_class: EntityClass;
  area: string;
  names: Tally;
  value: Sum;
  property_count: number;
  states: Set<string>;
  counties: Set<string>;
}

/** By area and class: spellings of one name may be of different classes. */
type Holdings = Map<string, Holding>;

const fold = {
  start: (): Holdings => new Map(),
  add(holdings: Holdings, parcel: OwnedParcel): void {
    const { entity_class } = parcel;
    if (entity_class === null) return;
    for (const area of [EVERYWHERE, parcel.state_fips, parcel.county_fips]) {
      const key = `${area}:${entity_class}`;
      let holding = holdings.get(key);
      if (!holding) {
        const nothing = { names: new Map(), value: newSum(), property_count: 0 };
        holding = { entity_class, area, ...nothing, states: new Set(), counties: new Set() };
        holdings.set(key, holding);
      }
      holding.property_count++;
      tally(holding.names, parcel.owner_name);
      add(holding.value, parcel.total_assessed_value);
      holding.states.add(parcel.state);
      holding.counties.add(parcel.county_fips);
    }
  },
};

function row(owner_id: string, key: string, holding: Holding): ViewDocument {
  const id = `${owner_id}:${key}`;
  return {
    id,
    document: {
      owner_id,
      owner_name: mostFrequent(holding.names)!,
      entity_class: holding.entity_class,
      property_count: holding.property_count,
      total_assessed_value: sumOf(holding.value),
      avg_assessed_value: averageOf(holding.value),
      states: [...holding.states].sort(),
      counties: holding.counties.size,
      internal: {
        key: owner_id,
        seq: sequenceOfHex(owner_id),
        area: holding.area,
      },
    },
  };
}

const whole: Whole<OwnedParcel, Holdings> = {
  records: OWNED,
  fold,
  documents: (_context, found, keys) =>
    keys.flatMap((owner) => [...found.get(owner)!].map(([key, holding]) => row(owner, key, holding))),
};
const ofOrganizations = {
  ...whole,
  records: { ...OWNED, source: SOURCE, filter: [{ exists: { field: 'entity_class' } }] },
};

/** What organizations own: one row for the country, each state and each county in which they own something. */
export const holdingsView: View = {
  kind: 'holdings',
  madeOf: { parcels: SOURCE },
  whole,
  keys: (context) => touched(context, changesOf(holdingsView), 'internal.touched_owners', KEYS_AT_ONCE),
  documents: (context, keys) => documentsOf(context, ofOrganizations, keys),
};
