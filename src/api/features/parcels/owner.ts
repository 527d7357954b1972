import Type, { type Static } from 'typebox';
import { ENTITY_TYPES } from '../../../domain/entity-class.ts';
import type { ParcelId } from '../../../domain/parcel-id.ts';
import { readPortfolio, withProperties } from '../../../records/owners.ts';
import type { Records } from '../../../records/records.ts';
import { oneOf, text } from '../../../records/schemas/common.ts';
import { Parcel } from '../../../records/schemas/parcel.ts';

export const ParcelOwner = Type.Object(
  {
    owner_name: text('Owner as recorded on this parcel', 'OAK STREET HOLDINGS LLC'),
    entity_type: oneOf(ENTITY_TYPES, 'Kind of owner; null without a name', 'llc'),
    mailing_address: text('Mailing address in one line', 'PO BOX 12, OMAHA, NE 68101'),
    portfolio_summary: Type.Object({
      property_count: Type.Integer({ description: 'All parcels of this owner', examples: [42] }),
      total_assessed_value: Type.Number({
        description: 'Sum of their known assessed values, USD',
        examples: [11204500],
      }),
      states: Type.Array(Type.String(), {
        description: 'Abbreviations of their states',
        examples: [['NE']],
      }),
    }),
    properties: Type.Array(Parcel, { description: 'The first 100 of them by assessed value' }),
  },
  { title: 'ParcelOwner' },
);

type Summary = Static<typeof ParcelOwner>['portfolio_summary'];

/** An owner whose first parcel is being loaded has no profile yet. */
const NOTHING: Summary = { property_count: 0, total_assessed_value: 0, states: [] };

function summaryOf(stored: Buffer | null): Summary {
  if (!stored) return NOTHING;
  const { property_count, total_assessed_value, states } = JSON.parse(stored.toString()) as Summary;
  return { property_count, total_assessed_value, states };
}

/** The owner of a parcel with totals over all their parcels, as JSON; null when the parcel is not loaded. */
export async function ownerOfParcel(records: Records, { id }: ParcelId): Promise<Buffer | null> {
  const source = await records.record('parcels', id);
  if (!source) return null;
  const parcel = JSON.parse(source.toString()) as Parcel;
  if (parcel.owner_id === null) {
    const owner = { owner_name: null, entity_type: null, mailing_address: null };
    return Buffer.from(JSON.stringify({ ...owner, portfolio_summary: NOTHING, properties: [] }));
  }
  const { profile, properties } = await readPortfolio(records, parcel.owner_id);
  const { owner_name, entity_type, mailing_address } = parcel;
  const owner = { owner_name, entity_type, mailing_address, portfolio_summary: summaryOf(profile) };
  return withProperties(owner, properties);
}
