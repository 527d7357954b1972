import { classifyOwner } from '../../../../domain/entity-class.ts';
import {
  add,
  averageOf,
  byFrequency,
  mostFrequent,
  newSum,
  type Sum,
  sumOf,
  type Tally,
  tally,
} from '../../../../domain/figures.ts';
import { normalizeOwnerName } from '../../../../domain/owner-name.ts';
import { sequenceOfHex } from '../../../../stores/elastic/sequence.ts';
import { touched } from '../changes.ts';
import { OWNED, type OwnedParcel } from './owned.ts';
import { changesOf, KEYS_AT_ONCE, type View, type ViewDocument } from './view.ts';
import { documentsOf, type Whole } from './whole.ts';

const MOST_VARIANTS = 100;
interface Holding {
  property_count: number;
  value: Sum;
  states: Set<string>;
  counties: Set<string>;
}

interface Figures {
  names: Tally;
  mailing: Tally;
  acreage: Sum;
  absentee_count: number;
  first: string | null;
  last: string | null;
  zoning: Tally;
  all: Holding;
}

const newHolding = (): Holding => ({
  property_count: 0,
  value: newSum(),
  states: new Set(),
  counties: new Set(),
});

function addToHolding(holding: Holding, parcel: OwnedParcel): void {
  holding.property_count++;
  add(holding.value, parcel.total_assessed_value);
  holding.states.add(parcel.state);
  holding.counties.add(parcel.county_fips);
}

const fold = {
  start: (): Figures => ({
    names: new Map(),
    mailing: new Map(),
    acreage: newSum(),
    absentee_count: 0,
    first: null,
    last: null,
    zoning: new Map(),
    all: newHolding(),
  }),
  add(figures: Figures, parcel: OwnedParcel): void {
    tally(figures.names, parcel.owner_name);
    tally(figures.mailing, parcel.mailing_address);
    tally(figures.zoning, parcel.zoning_category);
    add(figures.acreage, parcel.acreage);
    if (parcel.absentee_owner) figures.absentee_count++;
    const date = parcel.sale_date;
    if (date !== null && (figures.first === null || date < figures.first)) figures.first = date;
    if (date !== null && (figures.last === null || date > figures.last)) figures.last = date;
    addToHolding(figures.all, parcel);
  },
};

const amounts = ({ property_count, value }: Holding) => ({
  property_count,
  total_assessed_value: sumOf(value),
  avg_assessed_value: averageOf(value),
});

function profile(owner_id: string, figures: Figures): ViewDocument {
  const owner_name = mostFrequent(figures.names)!;
  const name = normalizeOwnerName(owner_name);
  return {
    id: owner_id,
    document: {
      owner_id,
      owner_name,
      ...classifyOwner(owner_name),
      ...amounts(figures.all),
      total_acreage: sumOf(figures.acreage, 4),
      states: [...figures.all.states].sort(),
      counties: figures.all.counties.size,
      absentee_count: figures.absentee_count,
      first_acquired: figures.first,
      last_acquired: figures.last,
      mailing_address: mostFrequent(figures.mailing),
      name_variants: byFrequency(figures.names).slice(0, MOST_VARIANTS),
      internal: {
        key: owner_id,
        seq: sequenceOfHex(owner_id),
        name,
        words: name,
        zoning: Object.fromEntries([...figures.zoning].sort()),
      },
    },
  };
}

const whole: Whole<OwnedParcel, Figures> = {
  records: OWNED,
  fold,
  documents: (_context, found, keys) => keys.map((id) => profile(id, found.get(id)!)),
};

/** Owner profiles, by owner id. */
export const ownersView: View = {
  kind: 'owners',
  madeOf: { parcels: OWNED.source },
  single: true,
  whole,
  keys: (context) => touched(context, changesOf(ownersView), 'internal.touched_owners', KEYS_AT_ONCE),
  documents: (context, keys) => documentsOf(context, whole, keys),
};
