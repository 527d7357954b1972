import Type, { type TSchema } from 'typebox';
import { PERMIT_STATUSES } from './permit-status.ts';

/** The kinds of records whose creation fires events. */
export type EventfulKind = 'deeds' | 'permits';

export type StoredRecord = Record<string, unknown>;

/** An event type: a record that was not stored before fires it, once. */
export interface CatalogEntry {
  of: EventfulKind;
  summary: string;
  /** When exactly it fires: continues "Fires when". */
  description: string;
  /** The payload's own fields: those of the record with the same names. */
  fields: Record<string, TSchema>;
  /** Which new records fire it; all when not given. */
  fires?(record: StoredRecord): boolean;
}

/** The schema of a field whose value may be unknown (null). */
export const nullable = (schema: TSchema, description: string, examples: unknown[] = []) =>
  Type.Union([schema, Type.Null()], { description, ...(examples.length === 0 ? {} : { examples }) });
/** The schema of a text field that may be null. */
export const text = (description: string, example: string) => nullable(Type.String(), description, [example]);
const date = (description: string, example: string) =>
  nullable(Type.String({ format: 'date' }), description, [example]);
const flag = (description: string) => nullable(Type.Boolean(), description, [true]);
const amount = (description: string, example: number) => nullable(Type.Number(), description, [example]);
/** Every event type. Ingest, subscriptions, OpenAPI, pages and help follow from this table. */
export const EVENT_CATALOG = {
  'parcel.sold': {
    of: 'deeds',
    fires: (deed) => deed.is_sale === true,
    summary: 'A sale at arm’s length was recorded',
    description: 'a deed is recorded that is a sale: a price above 0, at arm’s length',
    fields: {
      sale_date: date('Date of the sale', '2019-06-14'),
      sale_price_usd: amount('Price, USD', 241_000),
      grantor: text('Seller as recorded', 'WREN, ODETTE'),
      grantee: text('Buyer as recorded', 'OAK STREET HOLDINGS LLC'),
      recorded_date: date('Date recorded with the county', '2019-06-20'),
      is_arm_length: flag('Whether the transfer was at arm’s length'),
      document_type: text('Kind of deed, as warranty_deed, quitclaim, trust_transfer', 'warranty_deed'),
      document_number: text('Recorder’s document number', '2019024411'),
    },
  },
  'parcel.owner_changed': {
    of: 'deeds',
    summary: 'A deed was recorded',
    description:
      'any deed is recorded: sales, quitclaims, gift deeds, trust transfers. A sale is both this and parcel.sold',
    fields: {
      recorded_date: date('Date recorded with the county', '2019-06-20'),
      document_type: text('Kind of deed', 'warranty_deed'),
      document_number: text('Recorder’s document number', '2019024411'),
      prior_owner: text('The grantor', 'WREN, ODETTE'),
      new_owner: text('The grantee', 'OAK STREET HOLDINGS LLC'),
      is_sale: flag('Whether the transfer is a sale, so that parcel.sold is sent too'),
      sale_date: date('Date of the sale', '2019-06-14'),
    },
  },
  'parcel.permit_filed': {
    of: 'permits',
    summary: 'A permit was filed',
    description: 'a permit is new on a parcel; once for each permit and parcel',
    fields: {
      permit_id: Type.String({
        description: 'Internal id, stable across loads',
        examples: ['lincoln-ne-B-77'],
      }),
      permit_number: text('Number issued by the jurisdiction', 'B-77'),
      permit_type: text('Kind of permit as published', 'Roofing'),
      permit_status: nullable(Type.Enum([...PERMIT_STATUSES]), 'Where the permit stands', ['issued']),
      filed_date: date('Date of application', '2024-03-01'),
      issued_date: date('Date of issue', '2024-03-08'),
      description: text('Work description', 'Replace the shingles'),
      estimated_cost: amount('Declared cost, USD', 8_200),
      contractor_name: text('Contractor as published', 'ALDERS ROOFING, INC.'),
      contractor_license: text('Contractor’s license number', 'L.30411'),
      applicant_name: text('Applicant as published', 'ALDER, BENEDICT'),
      jurisdiction_id: text('Issuing jurisdiction', 'lincoln-ne'),
    },
  },
} as const satisfies Record<string, CatalogEntry>;

export type EventType = keyof typeof EVENT_CATALOG;
export const EVENT_TYPES = Object.keys(EVENT_CATALOG) as EventType[];

/** An entry of the catalog. */
export const entryOf = (type: EventType): CatalogEntry => EVENT_CATALOG[type];

/** Whether new records of a kind fire events. */
export const isEventful = (kind: string): kind is EventfulKind =>
  EVENT_TYPES.map(entryOf).some((entry) => entry.of === kind);
