import { absentee } from '../../../domain/absentee.ts';
import { formatOneLine } from '../../../domain/address.ts';
import { judgeSale } from '../../../domain/arms-length.ts';
import { type Assessment, assessmentsOf } from '../../../domain/assessments.ts';
import { classifyOwner } from '../../../domain/entity-class.ts';
import { countyName, stateByFips } from '../../../domain/geography.ts';
import { ownerId, ownerWordsOf } from '../../../domain/owner-name.ts';
import { suggestionKeys } from '../../../domain/suggestion.ts';
import { namedIn, withheld } from '../../../domain/suppression.ts';
import type { ValueFigures } from '../../../domain/value/value.ts';
import { ZONING_CATEGORIES, zoningCategory } from '../../../domain/zoning-category.ts';
import { packsTouching } from '../../../records/tiles/packed-tiles.ts';
import { sequenceOf } from '../../../stores/elastic/sequence.ts';
import type { CountyFigures } from '../derive/counties.ts';
import { derivedKeys, type Facts, type OwnSale, type ParcelFigures } from '../derive/parcel.ts';
import {
  disclosed,
  integerBetween,
  money,
  numberBetween,
  pastDate,
  point,
  readFields,
  readPlace,
  text,
  wordOf,
  year,
} from '../fields.ts';
import { cellsFor, locationIn, middleFor, type Shape, shapeReader } from '../outline.ts';
import { mailingOf, situsOf } from './addresses.ts';
import {
  type BuiltDocument,
  known,
  type RecordKind,
  type Stamp,
  type StoredBefore,
  toucher,
} from './kind.ts';

const SQUARE_FEET_PER_ACRE = 43_560;
const area = numberBetween(0, 1e10);
const count = integerBetween(0, 100_000);
const rooms = numberBetween(0, 10_000);

const NAMES = {
  address: disclosed,
  street: disclosed,
  unit: text,
  city: text,
  zip: text,
  owner_name: disclosed,
  owner_name_2: disclosed,
  mailing_address: disclosed,
  mailing_city: text,
  mailing_state: text,
  mailing_zip: text,
  mailing_country: text,
};
/** Shown as they are read, but for a few, in the order of the schema. */
const ATTRIBUTES = {
  total_assessed_value: money,
  land_value: money,
  improvement_value: money,
  market_value: money,
  tax_year: year,
  tax_amount: money,
  land_use_code: text,
  land_use: text,
  zoning: text,
  zoning_category: wordOf(ZONING_CATEGORIES),
  acreage: area,
  lot_sqft: area,
  building_sqft: area,
  year_built: year,
  bedrooms: rooms,
  bathrooms: rooms,
  stories: rooms,
  units: count,
};
const ORIGIN = { sale_price: money, sale_date: pastDate, source: text, source_date: pastDate };
const FIELDS = { ...NAMES, ...ATTRIBUTES, ...ORIGIN };

const PLACE = ['county_fips', 'parcel_id', 'location', 'lat', 'lon', 'outline'] as const;
export type ParcelKey = keyof typeof FIELDS | (typeof PLACE)[number];

interface ParcelDraft {
  id: string;
  county_fips: string;
  parcel_id: string;
  record: Record<string, unknown>;
  shape: () => Shape;
}

function ownerOf(name: string | null) {
  const words = ownerWordsOf(name);
  if (name === null || words === null) return { owner_id: null, entity_type: null, entity_class: null };
  return { owner_id: ownerId(words), ...classifyOwner(name) };
}

function ownSaleOf(price: number | null, date: string | null, grantee: string | null): OwnSale | null {
  if (price === null && date === null) return null;
  const { is_arm_length } = judgeSale({
    sale_price_usd: price,
    document_type: null,
    document_type_raw: null,
    grantor: null,
    grantee,
    is_arm_length: null,
  });
  return { price, date, arms_length: is_arm_length };
}

const OWNER_NAMES = { owner_name: NAMES.owner_name, owner_name_2: NAMES.owner_name_2 };

/** The facts of a suppressed parcel, without the name in its deeds. */
const withoutGrantee = (facts: Facts | null): Facts | null =>
  facts?.grantee ? { ...facts, grantee: { ...facts.grantee, name: null } } : facts;

function valueIn(record: Partial<ValueFigures> = {}): ValueFigures {
  const { estimated_value = null, estimated_value_low = null, estimated_value_high = null } = record;
  return { estimated_value, estimated_value_low, estimated_value_high };
}

/**
 * What complete loads said of each tax year. Of the rows of one load, also of one that was killed and repeated, only the last
 * counts.
 */
function earlierAssessments(before: StoredBefore | null, { derived }: Stamp): { assessments?: Assessment[] } {
  if (before === null) return {};
  const kept = before.internal.assessments as Assessment[] | undefined;
  const { record } = before;
  const known = before.internal.load > derived ? (kept ?? []) : assessmentsOf(record as never, kept);
  return known.length === 0 ? {} : { assessments: known };
}

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

function areasOf({ acreage, lot_sqft }: { acreage: number | null; lot_sqft: number | null }) {
  return {
    acreage: acreage ?? (lot_sqft === null ? null : round(lot_sqft / SQUARE_FEET_PER_ACRE, 4)),
    lot_sqft: lot_sqft ?? (acreage === null ? null : round(acreage * SQUARE_FEET_PER_ACRE, 0)),
  };
}

/** How parcels are read and stored; `figures` gives what is known about a county for the deal score. */
export function parcelKind(figures: (countyFips: string) => CountyFigures): RecordKind<ParcelDraft> {
  return {
    kind: 'parcels',
    keys: new Set([...Object.keys(FIELDS), ...PLACE]),

    draft(record, reading) {
      const place = readPlace(record, { parcelRequired: true, placeholderAllowed: false }, reading);
      if ('reason' in place) return place;
      const parcel_id = place.parcel_id!;
      return {
        id: `${place.county_fips}:${parcel_id}`,
        county_fips: place.county_fips,
        parcel_id,
        record,
        shape: shapeReader(record),
      };
    },

    build({ id, county_fips, parcel_id, record, shape }, before, reading, stamp) {
      const names = readFields(NAMES, record, reading);
      const attributes = readFields(ATTRIBUTES, record, reading);
      const { sale_price, sale_date, ...origin } = readFields(ORIGIN, record, reading);
      const published = point(record, reading);
      const { outline, notes } = shape();
      reading.notes.push(...notes);
      const location = locationIn(published, outline);
      const cells = cellsFor(outline, location);
      const state = stateByFips(county_fips.slice(0, 2))!;
      const situs = situsOf(names, state.abbr);
      const mailing = mailingOf(names);
      const own = ownSaleOf(sale_price, sale_date, names.owner_name);
      // Those of a new parcel are derived later.
      const facts = (before?.internal.facts as Facts | undefined) ?? null;
      const base = {
        id,
        county_fips,
        parcel_id,
        canonical_id: `${state.fips}:${county_fips.slice(2)}:${parcel_id}`,
        state_fips: state.fips,
        state: state.abbr,
        county_name: countyName(county_fips)!,
        address: situs.street === null ? null : formatOneLine(situs),
        street: situs.street,
        unit: situs.unit,
        city: situs.city,
        zip: situs.zip,
        location,
        has_outline: outline !== null,
        owner_name: names.owner_name,
        owner_name_2: names.owner_name_2,
        ...ownerOf(names.owner_name),
        mailing_address: formatOneLine({ ...mailing, unit: null }),
        mailing_city: mailing.city,
        mailing_state: mailing.state,
        mailing_zip: mailing.zip,
        mailing_country: mailing.country,
        ...absentee(situs, mailing),
        ...attributes,
        zoning_category: zoningCategory(attributes.zoning_category, attributes.land_use, attributes.zoning),
        ...areasOf(attributes),
      };
      const derived = derivedKeys(base, own, facts, figures(county_fips), stamp.today);
      const touch = toucher(before, stamp);
      return {
        ...base,
        ...derived.shown,
        // The derive step values it again if its attributes changed.
        ...valueIn(before?.record as Partial<ValueFigures> | undefined),
        ...origin,
        updated_at: stamp.at,
        internal: {
          cells,
          middle: middleFor(outline, location),
          touched_packs: touch(
            'touched_packs',
            packsTouching(cells),
            packsTouching(known(before?.internal.cells)),
          ),
          seq: sequenceOf(id),
          own,
          facts,
          ...derived.internal,
          owner_words: ownerWordsOf(base.owner_name),
          entity_name: base.entity_class === null ? null : base.owner_name!.toLowerCase(),
          ...suggestionKeys(situs, parcel_id),
          ...earlierAssessments(before, stamp),
          zoning: [base.zoning?.toLowerCase(), base.zoning_category].filter((word) => word != null),
          touched_owners: touch('touched_owners', base.owner_id, before?.record.owner_id),
        },
      };
    },

    named({ county_fips, parcel_id, record }) {
      const names = readFields(OWNER_NAMES, record, { today: '', notes: [] });
      return namedIn('parcels', { county_fips, parcel_id, ...names });
    },

    withhold(document, before, stamp) {
      const shown = withheld('parcels', document) as BuiltDocument & ParcelFigures;
      const { internal } = document;
      const facts = withoutGrantee(internal.facts as Facts | null);
      const county = figures(document.county_fips as string);
      // The deal score depends on whether the owner lives elsewhere.
      const derived = derivedKeys(shown, internal.own as OwnSale | null, facts, county, stamp.today);
      return {
        ...shown,
        ...derived.shown,
        internal: {
          ...internal,
          ...derived.internal,
          facts,
          owner_words: null,
          entity_name: null,
          touched_owners: toucher(before, stamp)('touched_owners', null, before?.record.owner_id),
        },
      };
    },

    outline: ({ shape }) => shape().outline,
  };
}
