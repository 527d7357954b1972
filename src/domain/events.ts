import Type, { type TSchema } from 'typebox';
import { cents } from './figures.ts';
import { PERMIT_STATUSES } from './permit-status.ts';

export type EventfulKind = 'parcels' | 'deeds' | 'permits';

export type StoredRecord = Record<string, unknown>;

export interface Created {
  before: null;
  after: StoredRecord;
}

export interface Changed {
  before: StoredRecord;
  after: StoredRecord;
}

export type Change = Created | Changed;

interface Described {
  summary: string;
  /** When exactly it fires: continues "Fires when". */
  description: string;
  fields: Record<string, TSchema>;
}

interface Entry<C> extends Described {
  of: EventfulKind;
  /** Which of these changes fire the event; all when not given. */
  fires?(change: C): boolean;
  /**
   * A part of the event's id, where one record can fire this type several times: what tells the events apart. The same
   * change gives the same value, however often it is loaded.
   */
  occurrence?(change: C): unknown[];
  /** The values of these fields; by default the record's of the same names. */
  payload?(change: C): Record<string, unknown>;
}

/** An event of records. `created`: of those that were not stored before. `changed`: of stored ones that a load changes. */
export type RecordEntry = ({ on: 'created' } & Entry<Created>) | ({ on: 'changed' } & Entry<Changed>);
/** An event of an account's own endpoint: it goes to the other endpoints of the account, whatever they watch. */
export type EndpointEntry = { on: 'disabled'; of: 'endpoints' } & Described;
export type CatalogueEntry = RecordEntry | EndpointEntry;

/** The schema of a field whose value may be unknown (null). */
export const nullable = (schema: TSchema, description: string, examples: unknown[] = []) =>
  Type.Union([schema, Type.Null()], { description, ...(examples.length === 0 ? {} : { examples }) });
/** The schema of a text field that may be null. */
export const text = (description: string, example: string) => nullable(Type.String(), description, [example]);
const date = (description: string, example: string) =>
  nullable(Type.String({ format: 'date' }), description, [example]);
const flag = (description: string) => nullable(Type.Boolean(), description, [true]);
const amount = (description: string, example: number) => nullable(Type.Number(), description, [example]);
const known = (description: string, example: number) => Type.Number({ description, examples: [example] });
const moment = (description: string, example: string) =>
  Type.String({ format: 'date-time', description, examples: [example] });
const year = (description: string, example: number) => nullable(Type.Integer(), description, [example]);

/** A change in percent of the old value, to two decimals; null of 0. */
const percentChange = (from: number, to: number): number | null =>
  from === 0 ? null : cents(((to - from) / from) * 100);

/** Every event type. Ingest, subscriptions, OpenAPI, pages and help follow from this table. */
export const EVENT_CATALOGUE = {
  'parcel.sold': {
    of: 'deeds',
    on: 'created',
    fires: ({ after }) => after.is_sale === true,
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
    },
  },
  'parcel.owner_changed': {
    of: 'deeds',
    on: 'created',
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
    },
  },
  'parcel.permit_filed': {
    of: 'permits',
    on: 'created',
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
  'parcel.assessed_value_changed': {
    of: 'parcels',
    on: 'changed',
    fires: ({ before, after }) =>
      typeof before.total_assessed_value === 'number' &&
      typeof after.total_assessed_value === 'number' &&
      before.total_assessed_value !== after.total_assessed_value,
    // When the old state was stored: the same change on another day is another event, the same load again is not.
    occurrence: ({ before, after }) => [before.updated_at, after.total_assessed_value],
    summary: 'The total assessed value changed',
    description:
      'a load of parcels changes a known total assessed value to another one; not when a value appears or disappears',
    fields: {
      prior_assessed_value: known('Total assessed value before, USD', 250_000),
      new_assessed_value: known('Total assessed value now, USD', 265_000),
      prior_tax_year: year('Tax year of the value before', 2024),
      new_tax_year: year('Tax year of the value now', 2025),
      change_percent: amount(
        'Change in percent of the value before, to two decimals; null when that value was 0',
        6,
      ),
    },
    payload: ({ before, after }) => ({
      prior_assessed_value: before.total_assessed_value,
      new_assessed_value: after.total_assessed_value,
      prior_tax_year: before.tax_year,
      new_tax_year: after.tax_year,
      change_percent: percentChange(
        before.total_assessed_value as number,
        after.total_assessed_value as number,
      ),
    }),
  },
  'endpoint.disabled': {
    of: 'endpoints',
    on: 'disabled',
    summary: 'An endpoint was disabled because all sends to it failed',
    description:
      'another endpoint of the account is disabled because for three days all sends to it failed. It goes to every ' +
      'endpoint of the account that subscribes to it, whatever that watches',
    fields: {
      endpoint_id: Type.String({ description: 'Id of the endpoint', examples: ['whe_0123456789abcdef012'] }),
      endpoint_url: Type.String({
        description: 'Its address',
        examples: ['https://example.com/hooks/terrier'],
      }),
      disabled_reason: Type.Enum(['failing'], { description: 'Why it was disabled', examples: ['failing'] }),
      disabled_at: moment('When it was disabled', '2026-01-31T12:00:00.000Z'),
      failing_since: moment('When the first of these sends failed', '2026-01-28T11:58:12.000Z'),
      consecutive_failures: Type.Integer({ description: 'How many sends failed since', examples: [214] }),
      last_success_at: nullable(
        Type.String({ format: 'date-time' }),
        'When the last send succeeded; null is never',
        ['2026-01-28T11:40:03.000Z'],
      ),
    },
  },
} as const satisfies Record<string, CatalogueEntry>;

export type EventType = keyof typeof EVENT_CATALOGUE;
export const EVENT_TYPES = Object.keys(EVENT_CATALOGUE) as EventType[];

/** An entry of the catalogue. */
export const entryOf = (type: EventType): CatalogueEntry => EVENT_CATALOGUE[type];

/** Whether records of a kind are events at all, or when they are created or changed. */
export const isEventful = (kind: string, on?: CatalogueEntry['on']): kind is EventfulKind =>
  EVENT_TYPES.map(entryOf).some((entry) => entry.of === kind && (on === undefined || entry.on === on));
