import { int, pick, type Random } from '../../../src/loading/demo/random.ts';

/** What an endpoint watches. `stubborn` ones never answer with a 2xx. */
export interface Watch {
  account: string;
  event_types: string[];
  filter_kind: 'parcel_ids' | 'county_fips' | 'state_fips';
  filter_value: { parcel_ids?: string[]; state_fips?: string; county_fips?: string };
  stubborn?: boolean;
}

const SOLD = 'parcel.sold';
const OWNER = 'parcel.owner_changed';
const PERMIT = 'parcel.permit_filed';
const ALL = [SOLD, OWNER, PERMIT];

const COUNTIES = ['31109', '31055', '37183'];
/** A county for records whose publisher gave none. */
const PLACEHOLDER = '31000';
const PARCELS = 20;
const parcels = (county: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `${county.slice(0, 2)}:${county.slice(2)}:L-${from + n}`);

/** Two accounts with endpoints of every kind, many of which watch the same things. */
export const WATCHES: Watch[] = [
  {
    account: 'one',
    event_types: ALL,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: parcels('31109', 0, 10) },
  },
  {
    account: 'one',
    event_types: [SOLD],
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: [...parcels('31055', 5, 15), ...parcels('37183', 0, 5)] },
  },
  {
    account: 'one',
    event_types: ALL,
    filter_kind: 'county_fips',
    filter_value: { state_fips: '31', county_fips: '109' },
  },
  {
    account: 'one',
    event_types: [PERMIT],
    filter_kind: 'county_fips',
    filter_value: { state_fips: '31', county_fips: '055' },
  },
  { account: 'one', event_types: [OWNER], filter_kind: 'state_fips', filter_value: { state_fips: '31' } },
  {
    account: 'one',
    event_types: ALL,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: parcels('31109', 3, 4) },
    stubborn: true,
  },
  { account: 'two', event_types: ALL, filter_kind: 'state_fips', filter_value: { state_fips: '31' } },
  { account: 'two', event_types: ALL, filter_kind: 'state_fips', filter_value: { state_fips: '37' } },
  {
    account: 'two',
    event_types: [SOLD, PERMIT],
    filter_kind: 'county_fips',
    filter_value: { state_fips: '37', county_fips: '183' },
  },
  {
    account: 'two',
    event_types: ALL,
    filter_kind: 'parcel_ids',
    filter_value: { parcel_ids: COUNTIES.flatMap((county) => parcels(county, 0, PARCELS)) },
  },
];

export type NewsKind = 'deeds' | 'permits';

/** An event that must come from a record, told by its payload: the ids of the service are not used. */
export interface Expected {
  /** The type, and the number or price that no other event of this type has. */
  name: string;
  type: string;
  county: string;
  parcel: string;
}

/** What distinguishes an event from others of its type. */
export function nameOf(payload: Record<string, unknown>): string {
  const { event_type, sale_price_usd, document_number, permit_number } = payload;
  return `${event_type} ${event_type === SOLD ? sale_price_usd : (document_number ?? permit_number)}`;
}

/** Whether an endpoint should get an event, computed independently of the code under test. */
export function matches({ event_types, filter_kind, filter_value }: Watch, event: Expected): boolean {
  const state = event.county.slice(0, 2);
  const county = event.county.slice(2);
  if (!event_types.includes(event.type)) return false;
  if (filter_kind === 'parcel_ids')
    return filter_value.parcel_ids!.includes(`${state}:${county}:${event.parcel}`);
  if (filter_kind === 'state_fips') return filter_value.state_fips === state;
  return filter_value.state_fips === state && filter_value.county_fips === county;
}

/** Makes files of records, and remembers which events they must cause. */
export function recordSource(roll: Random) {
  const expected: Expected[] = [];
  const published: Record<NewsKind, Record<string, unknown>[]> = { deeds: [], permits: [] };
  let made = 0;

  function place(placeholders: number) {
    const county_fips = roll() < placeholders ? PLACEHOLDER : pick(roll, COUNTIES);
    return { county_fips, parcel_id: `L-${int(roll, 0, PARCELS - 1)}` };
  }

  function expect(type: string, value: unknown, { county_fips, parcel_id }: ReturnType<typeof place>): void {
    expected.push({ name: `${type} ${value}`, type, county: county_fips, parcel: parcel_id });
  }

  function deed(n: number): Record<string, unknown> {
    const where = place(0.05);
    const sale = roll() < 0.6;
    const price = sale ? 200_000 + n : 0;
    expect(OWNER, `D-${n}`, where);
    if (sale) expect(SOLD, price, where);
    return {
      ...where,
      record_id: `record-${n}`,
      document_number: `D-${n}`,
      recorded_date: '2024-06-20',
      sale_date: '2024-06-14',
      sale_price_usd: price,
      grantor: 'WREN, ODETTE',
      grantee: 'FINCH, MARIO',
      document_type: sale ? 'Warranty Deed' : 'Quitclaim Deed',
      source: 'ledger',
    };
  }

  function permit(n: number): Record<string, unknown> {
    const where = place(0);
    expect(PERMIT, `P-${n}`, where);
    return {
      ...where,
      permit_number: `P-${n}`,
      jurisdiction_id: 'ledger',
      permit_status: 'Filed',
      filed_date: '2024-03-01',
      source: 'ledger',
    };
  }

  return {
    expected,
    /** New records mixed with some old ones, of which the permits have changed; old records cause no events. */
    file(kind: NewsKind, count: number): string {
      const old = published[kind];
      const again = old.length === 0 ? [] : Array.from({ length: 10 }, () => pick(roll, old));
      const fresh = Array.from({ length: count }, () => (kind === 'deeds' ? deed(made++) : permit(made++)));
      old.push(...fresh);
      const reposted = kind === 'deeds' ? again : again.map((one) => ({ ...one, permit_status: 'Issued' }));
      return [...reposted, ...fresh].map((one) => `${JSON.stringify(one)}\n`).join('');
    },
  };
}
export type RecordSource = ReturnType<typeof recordSource>;
