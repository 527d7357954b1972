import Type, { type Static } from 'typebox';
import { ENTITY_TYPES } from '../../domain/entity-class.ts';
import { stateByFips } from '../../domain/geography.ts';
import { cutDocument, cutHits, cutTotal } from '../../elastic/cut.ts';
import { oneOf, text } from '../../schemas/common.ts';
import { Parcel } from '../../schemas/parcel.ts';
import type { ParcelId } from './id.ts';
import type { ParcelStore } from './store.ts';

const MOST_PROPERTIES = 100;

/** Section 2.3 of the contract. */
export const ParcelOwner = Type.Object(
  {
    owner_name: text('Owner as recorded on this parcel'),
    entity_type: oneOf(ENTITY_TYPES, 'Kind of owner; null without a name'),
    mailing_address: text('Mailing address in one line'),
    portfolio_summary: Type.Object({
      property_count: Type.Integer({ description: 'All parcels of this owner' }),
      total_assessed_value: Type.Number({ description: 'Sum of their known assessed values, USD' }),
      states: Type.Array(Type.String(), { description: 'Abbreviations of their states' }),
    }),
    properties: Type.Array(Parcel, { description: 'The first 100 of them by assessed value' }),
  },
  { title: 'ParcelOwner' },
);

/** The answer for a parcel without an owner name, whatever else is known of it. */
const NOBODY: Static<typeof ParcelOwner> = {
  owner_name: null,
  entity_type: null,
  mailing_address: null,
  portfolio_summary: { property_count: 0, total_assessed_value: 0, states: [] },
  properties: [],
};

interface Figures {
  value: { value: number };
  states: { buckets: { key: string }[] };
}

const AGGREGATIONS = Buffer.from('"aggregations":');

/** The figures of a raw search answer: its hits, which are many bytes, are not parsed. */
function figuresOf(answer: Buffer): Figures {
  return JSON.parse(`{${answer.toString('utf8', answer.lastIndexOf(AGGREGATIONS))}`).aggregations;
}

/** The owner of a parcel with all that the owner has, as JSON bytes; null when the parcel is not loaded. */
export async function ownerOfParcel(store: ParcelStore, { id }: ParcelId): Promise<Buffer | null> {
  const source = await store.stored(id);
  if (!source) return null;
  const parcel = JSON.parse(cutDocument(source).toString()) as Parcel;
  if (parcel.owner_id === null) return Buffer.from(JSON.stringify(NOBODY));
  const owner = {
    owner_name: parcel.owner_name,
    entity_type: parcel.entity_type,
    mailing_address: parcel.mailing_address,
  };
  const answer = await store.ownedBy(parcel.owner_id, MOST_PROPERTIES);
  const { value, states } = figuresOf(answer);
  const summary = {
    property_count: cutTotal(answer)!,
    total_assessed_value: value.value,
    states: states.buckets.map(({ key }) => stateByFips(key)!.abbr).sort(),
  };
  const head = JSON.stringify({ ...owner, portfolio_summary: summary }).slice(0, -1);
  const rows = cutHits(answer, '}').subarray('{"data":'.length);
  return Buffer.concat([Buffer.from(`${head},"properties":`), rows]);
}
