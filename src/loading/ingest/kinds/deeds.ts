import { judgeSale } from '../../../domain/arms-length.ts';
import { deedOrder, numberAndYear, recordingOrder } from '../../../domain/deed-order.ts';
import { documentType } from '../../../domain/document-type.ts';
import { isCounty } from '../../../domain/geography.ts';
import { quarterOf } from '../../../domain/market.ts';
import { normalizeOwnerName, ownerId } from '../../../domain/owner-name.ts';
import { namedIn, withheld } from '../../../domain/suppression.ts';
import { sequenceOf } from '../../../stores/elastic/sequence.ts';
import {
  disclosed,
  flag,
  integerBetween,
  money,
  pastDate,
  type Reading,
  readFields,
  readPlace,
  text,
} from '../fields.ts';
import { type RecordKind, stableId, toucher } from './kind.ts';

const FIELDS = {
  record_id: text,
  document_number: text,
  recorded_date: pastDate,
  sale_date: pastDate,
  sale_price_usd: money,
  grantor: text,
  prior_owner: text,
  grantee: text,
  new_owner: text,
  document_type: text,
  is_arm_length: flag,
  parcel_count: integerBetween(1, 1_000_000),
  days_on_market: integerBetween(0, 100_000),
  book: text,
  page: text,
  source: text,
};

const PLACE = ['county_fips', 'state_fips', 'parcel_id'] as const;
export type DeedKey = keyof typeof FIELDS | (typeof PLACE)[number];

interface DeedDraft {
  id: string;
  county_fips: string;
  parcel_id: string;
  values: ReturnType<typeof readFields<typeof FIELDS>>;
  grantor: string | null;
  grantee: string | null;
  date: string | null;
}

const normalized = (name: string | null) => (name === null ? '' : normalizeOwnerName(name));

/** What identifies a deed that has no id of its publisher. */
export interface IdentifiedDeed {
  county_fips: string;
  parcel_id: string;
  document_number: string | null;
  sale_date: string | null;
  recorded_date: string | null;
  grantor: string | null;
  grantee: string | null;
}

const documentOf = ({ document_number, recorded_date, sale_date }: IdentifiedDeed) =>
  numberAndYear(document_number, recorded_date ?? sale_date);

/** The id of a deed without one of its publisher: by number and year, else by date and parties; never by the price. */
export function deedId(deed: IdentifiedDeed): string {
  const { county_fips, parcel_id } = deed;
  const document = documentOf(deed);
  if (document !== null) return stableId('document', county_fips, ...document, parcel_id);
  const parties = [normalized(deed.grantor), normalized(deed.grantee)];
  return stableId('parties', county_fips, parcel_id, deed.sale_date ?? deed.recorded_date, ...parties);
}

/** The group of all deeds of one document; none without a number. */
export function documentGroup(deed: IdentifiedDeed): string[] {
  const document = documentOf(deed);
  return document === null ? [] : [stableId('d', deed.county_fips, ...document)];
}

function groupsOf(draft: DeedDraft): string[] {
  const { county_fips, values, date, grantor, grantee } = draft;
  const groups = documentGroup({ ...values, ...draft });
  if (date !== null && values.sale_price_usd) {
    const price = String(values.sale_price_usd);
    const seller = normalized(grantor);
    const buyer = normalized(grantee);
    if (seller) groups.push(stableId('s', county_fips, date, price, seller));
    if (buyer) groups.push(stableId('b', county_fips, date, price, buyer));
  }
  return groups;
}

function partiesOf({ grantor, grantee }: DeedDraft): string[] {
  const names = [normalized(grantor), normalized(grantee)].filter((name) => name !== '');
  return [...new Set(names.map(ownerId))];
}

/** null where it is not known. */
function isSale(price: number | null, armLength: boolean | null): boolean | null {
  if (armLength === false || price === 0) return false;
  return armLength === null || price === null ? null : true;
}

/** Whether a deed is fit for statistics, apart from other deeds of the same transfer. */
export function usableAlone(deed: {
  county_fips: string;
  is_arm_length: boolean | null;
  parcel_count: number | null;
  sale_price_usd: number | null;
  sale_date: string | null;
  recorded_date: string | null;
}): boolean {
  return (
    deed.is_arm_length === true &&
    (deed.parcel_count ?? 1) === 1 &&
    (deed.sale_price_usd ?? 0) > 0 &&
    (deed.sale_date ?? deed.recorded_date) !== null &&
    isCounty(deed.county_fips)
  );
}

export const deedKind: RecordKind<DeedDraft> = {
  kind: 'deeds',
  keys: new Set([...Object.keys(FIELDS), ...PLACE]),

  draft(record, reading: Reading) {
    const identifiers = ['record_id', 'document_number'];
    const rules = { parcelRequired: true, placeholderAllowed: true, identifiers };
    const place = readPlace(record, rules, reading);
    if ('reason' in place) return place;
    const values = readFields(FIELDS, record, reading);
    const draft = {
      county_fips: place.county_fips,
      parcel_id: place.parcel_id!,
      values,
      grantor: values.grantor ?? values.prior_owner,
      grantee: values.grantee ?? values.new_owner,
      date: values.sale_date ?? values.recorded_date,
    };
    const { record_id, source } = values;
    // What stands in place of a name tells deeds apart too.
    const id = record_id === null ? deedId({ ...values, ...draft }) : stableId('record', source, record_id);
    const party = (field: 'grantor' | 'grantee') => disclosed(draft[field], field, reading);
    return { id, ...draft, grantor: party('grantor'), grantee: party('grantee') };
  },

  build(draft, before, _reading, stamp) {
    const { id, county_fips, parcel_id, values, grantor, grantee } = draft;
    const document_type = documentType(values.document_type);
    const judged = judgeSale({
      sale_price_usd: values.sale_price_usd,
      document_type,
      document_type_raw: values.document_type,
      grantor,
      grantee,
      is_arm_length: values.is_arm_length,
    });
    const shown = {
      id,
      county_fips,
      parcel_id,
      sale_date: values.sale_date,
      sale_price_usd: values.sale_price_usd,
      grantor,
      grantee,
      recorded_date: values.recorded_date,
      is_arm_length: judged.is_arm_length,
      document_type,
      document_number: values.document_number,
      prior_owner: grantor,
      new_owner: grantee,
      is_sale: isSale(values.sale_price_usd, judged.is_arm_length),
      book: values.book,
      page: values.page,
      document_type_raw: values.document_type,
      arm_length_reasons: judged.arm_length_reasons,
      usable_for_stats: false,
      parcel_count: values.parcel_count,
      days_on_market: values.days_on_market,
      source: values.source,
      updated_at: stamp.at,
    };
    shown.usable_for_stats = usableAlone(shown);
    const parcel = `${county_fips}:${parcel_id}`;
    const groups = groupsOf(draft);
    const parties = partiesOf(draft);
    const market = draft.date === null ? null : `${county_fips}:${quarterOf(draft.date)}`;
    const was = before?.internal;
    const touch = toucher(before, stamp);
    return {
      ...shown,
      internal: {
        seq: sequenceOf(id),
        parcel,
        date: values.recorded_date ?? values.sale_date,
        order: deedOrder(shown),
        groups,
        touched: touch('touched', parcel, was?.parcel),
        touched_groups: touch('touched_groups', groups, was?.groups),
        parties,
        touched_parties: touch('touched_parties', parties, was?.parties),
        market,
        touched_market: touch('touched_market', market, was?.market),
      },
    };
  },

  happened: ({ id, values }) => recordingOrder({ id, ...values }),

  named: (draft) => namedIn('deeds', draft),

  // Whether it is a sale was judged by the names, and stays that way.
  withhold(document, before, stamp) {
    const touched_parties = toucher(before, stamp)('touched_parties', null, before?.internal.parties);
    return {
      ...withheld('deeds', document),
      internal: { ...document.internal, parties: [], touched_parties },
    };
  },
};
