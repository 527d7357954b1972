import { classifyOwner, type EntityClass } from '../../../../domain/entity-class.ts';
import {
  add,
  averageOf,
  byFrequency,
  mostFrequent,
  newSum,
  sumOf,
  type Tally,
  tally,
} from '../../../../domain/figures.ts';
import { EVERYWHERE } from '../../../../domain/geography.ts';
import { normalizeOwnerName } from '../../../../domain/owner-name.ts';
import type { Parcel } from '../../../../records/schemas/parcel.ts';
import { sequenceOfHex } from '../../../../stores/elastic/sequence.ts';
import { known } from '../../kinds/kind.ts';
import { touched } from '../changes.ts';
import type { Fold } from '../figures.ts';
import { changesOf, KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';

const MOST_VARIANTS = 100;

const HELD = [
  'owner_id',
  'owner_name',
  'entity_class',
  'state',
  'state_fips',
  'county_fips',
  'total_assessed_value',
] as const;
const OWNED = [
  ...HELD,
  'mailing_address',
  'absentee_owner',
  'acreage',
  'sale_date',
  'zoning_category',
] as const;

type OwnedParcel = Pick<Parcel, (typeof OWNED)[number]> & {
  owner_name: string;
  entity_class: EntityClass | null;
};

/** Some parcels of one owner. */
const newHolding = () => ({
  property_count: 0,
  names: new Map() as Tally,
  value: newSum(),
  states: new Set<string>(),
  counties: new Set<string>(),
});
type Holding = ReturnType<typeof newHolding>;

/** Of an organization in an area. Spellings of one name may be of different classes. */
type AreaHolding = Holding & { area: string; entity_class: EntityClass };

const newOwner = () => ({
  ...newHolding(),
  mailing: new Map() as Tally,
  acreage: newSum(),
  absentee_count: 0,
  first: null as string | null,
  last: null as string | null,
  zoning: new Map() as Tally,
  /** By area and class. */
  areas: new Map<string, AreaHolding>(),
});
type Owner = ReturnType<typeof newOwner>;

function hold(holding: Holding, parcel: OwnedParcel): void {
  holding.property_count++;
  tally(holding.names, parcel.owner_name);
  add(holding.value, parcel.total_assessed_value);
  holding.states.add(parcel.state);
  holding.counties.add(parcel.county_fips);
}

function holdInAreas(areas: Owner['areas'], parcel: OwnedParcel, entity_class: EntityClass): void {
  for (const area of [EVERYWHERE, parcel.state_fips, parcel.county_fips]) {
    const key = `${area}:${entity_class}`;
    const holding = areas.get(key) ?? { area, entity_class, ...newHolding() };
    areas.set(key, holding);
    hold(holding, parcel);
  }
}

const fold: Fold<OwnedParcel, Owner> = {
  kind: 'parcels',
  field: 'owner_id',
  keysOf: ({ owner_id }) => known(owner_id),
  source: OWNED,
  start: newOwner,
  add(owner, parcel) {
    hold(owner, parcel);
    tally(owner.mailing, parcel.mailing_address);
    tally(owner.zoning, parcel.zoning_category);
    add(owner.acreage, parcel.acreage);
    if (parcel.absentee_owner) owner.absentee_count++;
    const date = parcel.sale_date;
    if (date !== null && (owner.first === null || date < owner.first)) owner.first = date;
    if (date !== null && (owner.last === null || date > owner.last)) owner.last = date;
    if (parcel.entity_class !== null) holdInAreas(owner.areas, parcel, parcel.entity_class);
  },
};

const amounts = ({ property_count, value }: Holding) => ({
  property_count,
  total_assessed_value: sumOf(value),
  avg_assessed_value: averageOf(value),
});

function profile(owner_id: string, owner: Owner): ViewDocument {
  const owner_name = mostFrequent(owner.names)!;
  const name = normalizeOwnerName(owner_name);
  return {
    kind: 'owners',
    id: owner_id,
    document: {
      owner_id,
      owner_name,
      ...classifyOwner(owner_name),
      ...amounts(owner),
      total_acreage: sumOf(owner.acreage, 4),
      states: [...owner.states].sort(),
      counties: owner.counties.size,
      absentee_count: owner.absentee_count,
      first_acquired: owner.first,
      last_acquired: owner.last,
      mailing_address: mostFrequent(owner.mailing),
      name_variants: byFrequency(owner.names).slice(0, MOST_VARIANTS),
      internal: {
        key: owner_id,
        seq: sequenceOfHex(owner_id),
        name,
        words: name,
        zoning: Object.fromEntries([...owner.zoning].sort()),
      },
    },
  };
}

function row(owner_id: string, key: string, holding: AreaHolding): ViewDocument {
  return {
    kind: 'holdings',
    id: `${owner_id}:${key}`,
    document: {
      owner_id,
      owner_name: mostFrequent(holding.names)!,
      entity_class: holding.entity_class,
      ...amounts(holding),
      states: [...holding.states].sort(),
      counties: holding.counties.size,
      internal: { key: owner_id, seq: sequenceOfHex(owner_id), area: holding.area },
    },
  };
}

/**
 * Profiles of owners by owner id, and what organizations own: one row for the country, each state and each county in which
 * they own something, by class.
 */
export const ownersView: View<OwnedParcel, Owner> = {
  madeOf: { owners: { parcels: OWNED }, holdings: { parcels: HELD } },
  keys: (context) => touched(context, changesOf({ parcels: OWNED }), 'internal.touched_owners', KEYS_AT_ONCE),
  fold,
  documents: (_context, keys, owners) =>
    keys.flatMap((id) => {
      const owner = owners.get(id)!;
      return [profile(id, owner), ...[...owner.areas].map(([key, holding]) => row(id, key, holding))];
    }),
};
