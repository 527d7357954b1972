import { type AreaUnit, type Measured, measured } from './areas.ts';
import type { Candidate } from './candidates.ts';
import type { Evidence } from './look.ts';
import { numberEvidence, sameNumber } from './parcel-number.ts';
import type { TableProfile } from './profile.ts';
import type { TableKind } from './proposal.ts';
import { equalShare, plainStreet, relationsOf } from './relations.ts';
import { OWNERS, otherSide, sideOf, sidesOf } from './sides.ts';
import { evidenceOf } from './values.ts';
import { ENTRIES, type Entry, type Meaning, PARTS } from './vocabulary.ts';

/** The fields of each kind that a column can be, as the vocabulary calls them. */
export const FIELDS: Readonly<Record<TableKind, readonly Meaning[]>> = {
  parcels:
    'parcel_id address unit city zip owner_name owner_name_2 mailing_address mailing_city mailing_state mailing_zip mailing_country total_assessed_value land_value improvement_value market_value tax_year tax_amount land_use_code land_use zoning acreage lot_sqft building_sqft year_built bedrooms bathrooms stories units sale_price sale_date lat lon'.split(
      ' ',
    ) as Meaning[],
  deeds:
    'parcel_id document_number recorded_date sale_date sale_price grantor grantee document_type is_arm_length book page'.split(
      ' ',
    ) as Meaning[],
  permits:
    'parcel_id permit_number permit_type permit_status work_class filed_date issued_date completed_date expires_date description estimated_cost contractor_license contractor_name applicant_name jurisdiction_id lat lon'.split(
      ' ',
    ) as Meaning[],
};

/** What is known about a pair of a candidate and a meaning, in the order of the weights. */
export const FEATURES = [
  'bias',
  'name',
  'margin over other meanings',
  'margin over other columns',
  'strange words',
  'known layout',
  'values without a name',
  'name and values',
  'filled',
  'side',
  'borne out',
  'contradicted',
  'made of others',
  'how frequent',
] as const;

export interface Pair {
  candidate: number;
  meaning: Meaning;
  kind: TableKind;
  /** In the order of `FEATURES`, without the last, which the model learned. */
  features: readonly number[];
  evidence: Evidence;
  /** How surely the name says so. */
  name: number;
  /** Above 0 where other columns or outlines confirm it, below 0 where they contradict it. */
  support: number;
  /** Above 0 where the column seems to be of the address that the meaning is of, below 0 where it is of the other. */
  side: number;
}

const OWN = new Set<Meaning>(PARTS);
/** Values that can be recognized even where no name says what they are. */
const TELLING = new Set(['owner', 'number', 'state', 'zip', 'situs', 'lat', 'lon', 'cityline']);
const LEAST_NAME = 0.2;
const LEAST_UNNAMED = 0.6;
const LEAST_SAME = 0.5;
const LEAST_FILLED = 0.5;
/** Meanings that other columns can rule out. */
const RULED_OUT: ReadonlySet<Meaning> = new Set(['mailing_address', 'unit']);
/** How surely the name of a column says what its values rule out, or what too few of them can be read as. */
const NAMED = 0.9;
const NAMED_UNREAD = 0.6;
/** How surely a name says "parcel number" where its values may have any signs. */
const LEAST_NUMBER = 0.6;
const AREAS: ReadonlySet<Meaning> = new Set(['acreage', 'lot_sqft']);

/** A column whose values rule out what its name says. */
interface Refused {
  column: string;
  meaning: Meaning;
  isUnread: boolean;
  /** In a sentence. */
  words: string;
}

/** What the model sees of a table: its candidates, and all pairs that values do not rule out. */
export interface Table {
  kind: TableKind;
  candidates: readonly Candidate[];
  pairs: readonly Pair[];
  areas: ReadonlyMap<number, Measured>;
  /** Names that the values rule out. */
  refused: readonly Refused[];
}

const unitOf = (meaning: Meaning): AreaUnit => (meaning === 'acreage' ? 'acres' : 'sqft');
const overlaps = (a: Candidate, b: Candidate) => a.columns.some((index) => b.columns.includes(index));

/** The evidence for every candidate and meaning of a kind of table. */
export function weigh(kind: TableKind, candidates: readonly Candidate[], profile: TableProfile): Table {
  const { rows } = profile;
  const sides = sidesOf(candidates);
  const relations = relationsOf(candidates);
  const real = new Set<Meaning>([...FIELDS[kind], ...(kind === 'permits' ? [] : PARTS)]);
  const areas = new Map<number, Measured>();
  const refused: Refused[] = [];
  const measure = (index: number) => {
    const area = areas.get(index) ?? measured(candidates[index]!, profile);
    areas.set(index, area);
    return area;
  };
  const said = (index: number, meaning: Meaning) => {
    const { known, isIgnored, made, said } = candidates[index]!;
    if (known) return known.has(meaning) ? 1 : 0;
    if (isIgnored && real.has(meaning)) return 0;
    if (made) return made.get(meaning) ?? 0;
    const own = said.scores.get(meaning) ?? 0;
    if (!AREAS.has(meaning)) return own;
    // Where outlines show another unit than the name says, they decide.
    const twin = said.scores.get(meaning === 'acreage' ? 'lot_sqft' : 'acreage') ?? 0;
    return twin > own && measure(index).isMapped ? twin : own;
  };
  const evidenceFor = new Map<Meaning, readonly (Evidence | null)[]>();
  // What else the name says, except the same part of the other address, and what the values rule out.
  const besides = (index: number, meaning: Meaning) => {
    let most = 0;
    for (const [other, score] of candidates[index]!.said.scores)
      if (
        score >= LEAST_SAME &&
        other !== meaning &&
        otherSide(meaning) !== other &&
        !isTwin(meaning, other) &&
        !evidenceFor.get(other)?.[index]?.isVetoed
      )
        most = Math.max(most, score);
    return candidates[index]!.known ? 0 : most;
  };
  /** Whether it is a part of a column, and another column says the same by itself. */
  function isColumnAgain(index: number, meaning: Meaning): boolean {
    const candidate = candidates[index]!;
    if (!('pattern' in candidate.form) || candidate.known) return false;
    return candidates.some(
      (other, at) =>
        other.made === null &&
        said(at, meaning) >= LEAST_SAME &&
        !overlaps(candidate, other) &&
        (equalShare(candidate, other, plainStreet) ?? 0) > 0.8,
    );
  }

  function evidence({ meaning, values }: Entry, index: number): Evidence | null {
    const candidate = candidates[index]!;
    if (isColumnAgain(index, meaning)) return null;
    const look = evidenceOf(values, candidate.profile, rows);
    if (look === null) return null;
    if (meaning === 'parcel_id')
      return numberEvidence(candidate, rows, kind === 'parcels', said(index, meaning) >= LEAST_NUMBER);
    if (RULED_OUT.has(meaning) && (relations.get(meaning)?.get(index) ?? 0) < 0) return null;
    if (!AREAS.has(meaning) || look.isVetoed) return look;
    // The area of a shape is measured from its geometry, where there is one.
    if (profile.located >= 0.5 && candidate.said.concepts.has('SHAPE')) return null;
    const { unit, sure, words } = measure(index);
    const isOwn = (unit === 'acres') === (unitOf(meaning) === 'acres');
    if (!isOwn && sure) return { ...look, isVetoed: true, words };
    return {
      fit: look.fit * (isOwn ? (sure ? 1 : 0.5) : 0.1),
      isVetoed: !isOwn,
      words: `${look.words}; ${words}`,
    };
  }

  const entries = ENTRIES.filter(({ meaning }) => real.has(meaning));
  for (const entry of entries)
    evidenceFor.set(
      entry.meaning,
      candidates.map(({ made }, index) =>
        made && said(index, entry.meaning) === 0 ? null : evidence(entry, index),
      ),
    );
  const pairs: Pair[] = [];
  for (const { meaning, values } of entries) {
    const looks = evidenceFor.get(meaning)!;
    const fits = looks.map((look) => (look === null || look.isVetoed ? 0 : look.fit));
    const mostFilled = Math.max(
      ...candidates.map(({ profile }, at) =>
        fits[at]! > 0 && said(at, meaning) >= LEAST_SAME ? profile.filled : 0,
      ),
    );
    // An owner in few rows, beside a taxpayer in nearly all, is not whom the table names as the owner.
    const sayings = candidates.map(({ profile }, at) =>
      meaning === 'owner_name' && profile.filled < mostFilled * LEAST_FILLED
        ? (said(at, meaning) * profile.filled) / mostFilled
        : said(at, meaning),
    );
    candidates.forEach((candidate, index) => {
      const name = sayings[index]!;
      const look = looks[index];
      if (look == null) return;
      if (look.isVetoed) {
        const isNamed = name >= (look.isUnread && name >= besides(index, meaning) ? NAMED_UNREAD : NAMED);
        if (isNamed && candidate.made === null && !OWN.has(meaning))
          refused.push({
            column: candidate.profile.column.name,
            meaning,
            isUnread: look.isUnread ?? false,
            words: `${candidate.profile.column.name} is named like ${meaning}, but ${look.words}.`,
          });
        return;
      }
      // A part of the owner's address is not a part of the parcel's.
      if (sideOf(meaning) < 0 && sides[index] === OWNERS) return;
      const isUnnamed = name < LEAST_NAME;
      if (isUnnamed && !(TELLING.has(values) && look.fit >= LEAST_UNNAMED && candidate.made === null)) return;
      if (candidate.isIgnored && !isUnnamed) return;
      const isRival = (other: Candidate, at: number) =>
        at !== index &&
        fits[at]! > 0 &&
        !overlaps(candidate, other) &&
        !(meaning === 'parcel_id' && name > LEAST_SAME && sameNumber(candidate, other));
      const rival = Math.max(0, ...candidates.map((other, at) => (isRival(other, at) ? sayings[at]! : 0)));
      const side = sideOf(meaning) * sides[index]!;
      const related = relations.get(meaning)?.get(index) ?? 0;
      const isMapped = AREAS.has(meaning) && measure(index).isMapped;
      const support = isMapped ? 1 : side < 0 ? Math.min(0, related) : related;
      const { profile: column, said: names } = candidate;
      const features = [
        1,
        name,
        Math.max(-1, name - besides(index, meaning)),
        Math.max(-1, name - rival),
        names.strange,
        candidate.known?.has(meaning) ? 1 : 0,
        isUnnamed ? look.fit : 0,
        name * look.fit,
        column.filled,
        side,
        Math.max(0, support),
        Math.min(0, support),
        candidate.made ? 1 : 0,
      ];
      pairs.push({
        candidate: index,
        meaning,
        kind,
        features,
        evidence: look,
        name,
        support,
        side,
      });
    });
  }
  return { kind, candidates, pairs, areas, refused };
}

/** The log odds of a field that no labeled table has. */
const SELDOM = -1.6;

/** The features of a pair, and the log odds that a table of the kind has the field, as the model learned them. */
export const featuresOf = (
  { features, kind, meaning }: Pair,
  frequent: Readonly<Record<string, number>>,
): number[] => [...features, frequent[`${kind} ${meaning}`] ?? SELDOM];

const TWINS: readonly (readonly Meaning[])[] = [
  ['land_use', 'land_use_code'],
  ['total_assessed_value', 'market_value'],
  ['acreage', 'lot_sqft'],
  ['city', 'city_line', 'mailing_city_line'],
  ['sale_price', 'sale_price_usd', 'estimated_cost'],
];
/** Whether two meanings have similar names, and only their values tell them apart. */
const isTwin = (a: Meaning, b: Meaning) => TWINS.some((twins) => twins.includes(a) && twins.includes(b));
