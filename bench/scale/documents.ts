import { contractorId } from '../../src/domain/contractor.ts';
import { deedOrder, type OrderedDeed } from '../../src/domain/deed-order.ts';
import { normalizeOwnerName, ownerId } from '../../src/domain/owner-name.ts';
import { stableId } from '../../src/loading/ingest/kinds/kind.ts';
import { permitId, permitRecordId, permitSequence } from '../../src/loading/ingest/kinds/permits.ts';
import {
  type LotInPack,
  openPack,
  type PackContent,
  type PackedLot,
  readPack,
  type StoredPack,
  storedPack,
  writePack,
} from '../../src/records/tiles/pack.ts';
import { cellsAbove, packAddress, packKey } from '../../src/records/tiles/packed-tiles.ts';
import { TILE_FIELDS } from '../../src/records/tiles/question.ts';
import type { IndexKind } from '../../src/stores/elastic/indices.ts';
import { sequenceOf, sequenceOfHex } from '../../src/stores/elastic/sequence.ts';
import type { Move } from './move.ts';

/**
 * What a load of another part would have stored instead of each document, except load numbers, times, hashes and the ids of
 * deeds. Null for documents of other parts.
 */

// biome-ignore lint/suspicious/noExplicitAny: documents of all kinds
type Document = Record<string, any>;
type Moved = [id: string, document: object];
type Mover = (document: Document, move: Move, id: string) => Moved | null | Promise<Moved | null>;

const nameOrNull = (name: string | null, move: Move) => (name === null ? null : move.name(name));
const idOfOwner = (name: string) => ownerId(normalizeOwnerName(name));
/** A touched key is always the document's current one, since nothing was loaded twice. */
const touchedBy = (touched: string[], key: string | null) =>
  touched.length === 0 || key === null ? [] : [key];

type Point = { lat: number; lon: number };
const pointMoved = (point: Point | null | undefined, move: Move) =>
  point && { lat: point.lat, lon: move.lon(point.lon) };

const parcels: Mover = (parcel, move) => {
  const county_fips = move.county(parcel.county_fips);
  if (county_fips === undefined) return null;
  const { internal, owner_name } = parcel;
  const id = `${county_fips}:${parcel.parcel_id}`;
  const name = nameOrNull(owner_name, move);
  const owner_id = name === null ? null : idOfOwner(name);
  const { facts } = internal;
  const document = {
    ...parcel,
    id,
    county_fips,
    canonical_id: `${parcel.state_fips}:${county_fips.slice(2)}:${parcel.parcel_id}`,
    county_name: move.countyName(county_fips),
    location: pointMoved(parcel.location, move),
    owner_name: name,
    owner_id,
    latest_grantee: nameOrNull(parcel.latest_grantee, move),
    internal: {
      ...internal,
      cells: internal.cells.map(move.cell),
      middle: pointMoved(internal.middle, move),
      touched_packs: internal.touched_packs.map(move.cell),
      seq: sequenceOf(id),
      facts: facts?.grantee
        ? { ...facts, grantee: { ...facts.grantee, name: nameOrNull(facts.grantee.name, move) } }
        : facts,
      owner_words: nameOrNull(internal.owner_words, move),
      entity_name: internal.entity_name && move.lower(internal.entity_name),
      touched_owners: touchedBy(internal.touched_owners, owner_id),
    },
  };
  return [id, document];
};

const outlines: Mover = (outline, move, id) => {
  const county_fips = move.county(outline.county_fips);
  if (county_fips === undefined) return null;
  const rings = outline.rings.map((polygon: number[][]) =>
    polygon.map(([lon, ...rest]) => [lon! + move.units, ...rest]),
  );
  return [move.keyed(id), { ...outline, county_fips, cells: outline.cells.map(move.cell), rings }];
};

/** Replaces the ids of deeds, which are made from record ids that are not stored. */
const deedId = (id: string, { to }: Move) => stableId('copy', id, String(to.nth));

interface Sale {
  county_fips: string;
  sale_date: string | null;
  sale_price_usd: number;
  grantor: string;
  grantee: string;
}

/** The groups of a deed without a document number, named as in `kinds/deeds.ts`. */
function groupsOf({ county_fips, sale_date, sale_price_usd, grantor, grantee }: Sale): string[] {
  if (sale_date === null) return [];
  const group = (side: string, name: string) =>
    stableId(side, county_fips, sale_date, String(sale_price_usd), normalizeOwnerName(name));
  return [group('s', grantor), group('b', grantee)];
}

const deeds: Mover = (deed, move) => {
  const county_fips = move.county(deed.county_fips);
  if (county_fips === undefined) return null;
  const id = deedId(deed.id, move);
  const [grantor, grantee] = [move.name(deed.grantor), move.name(deed.grantee)];
  const parcel = `${county_fips}:${deed.parcel_id}`;
  const { sale_date, sale_price_usd } = deed;
  const groups = groupsOf({ county_fips, sale_date, sale_price_usd, grantor, grantee });
  const parties = [idOfOwner(grantor), idOfOwner(grantee)];
  const market = deed.internal.market === null ? null : move.keyed(deed.internal.market);
  const document = {
    ...deed,
    id,
    county_fips,
    grantor,
    grantee,
    prior_owner: grantor,
    new_owner: grantee,
    internal: {
      ...deed.internal,
      seq: sequenceOf(id),
      parcel,
      order: deedOrder({ ...(deed as OrderedDeed), id }),
      groups,
      touched: [parcel],
      touched_groups: groups,
      parties,
      touched_parties: parties,
      market,
      touched_market: market === null ? [] : [market],
    },
  };
  return [id, document];
};

const permits: Mover = (permit, move) => {
  const county_fips = move.county(permit.county_fips);
  if (county_fips === undefined) return null;
  const permit_number = permit.permit_number.replace(/^\d+/, String(move.to.nth));
  const permit_id = permitId({
    ...(permit as Parameters<typeof permitId>[0]),
    permit_number,
    jurisdiction_id: county_fips,
  });
  const parcel = `${county_fips}:${permit.parcel_id}`;
  const id = permitRecordId(permit_id, county_fips, permit.parcel_id);
  const contractor_name = move.name(permit.contractor_name);
  const contractor_id = contractorId(contractor_name);
  const document = {
    ...permit,
    id,
    county_fips,
    permit_id,
    permit_number,
    contractor_name,
    jurisdiction_id: county_fips,
    contractor_id,
    internal: {
      ...permit.internal,
      seq: sequenceOf(id),
      parcel,
      touched: [parcel],
      permit: permitSequence(county_fips, permit_id),
      touched_contractors: touchedBy(permit.internal.touched_contractors, contractor_id),
    },
  };
  return [id, document];
};

const owners: Mover = (owner, move) => {
  if (!move.isNamed(owner.owner_name)) return null;
  const owner_name = move.name(owner.owner_name);
  const owner_id = idOfOwner(owner_name);
  const document = {
    ...owner,
    owner_id,
    owner_name,
    name_variants: owner.name_variants.map(move.name),
    internal: {
      ...owner.internal,
      key: owner_id,
      seq: sequenceOfHex(owner_id),
      name: move.name(owner.internal.name),
      words: move.name(owner.internal.words),
    },
  };
  return [owner_id, document];
};

/** An area may be the country, a state or a county; only counties are moved. */
const areaMoved = (area: string, move: Move) => move.county(area) ?? area;

const holdings: Mover = (holding, move) => {
  if (!move.isNamed(holding.owner_name)) return null;
  const owner_name = move.name(holding.owner_name);
  const owner_id = idOfOwner(owner_name);
  const area = areaMoved(holding.internal.area, move);
  const internal = { ...holding.internal, key: owner_id, seq: sequenceOfHex(owner_id), area };
  return [`${owner_id}:${area}:${holding.entity_class}`, { ...holding, owner_id, owner_name, internal }];
};

const contractors: Mover = (contractor, move) => {
  if (!move.isNamed(contractor.contractor_name)) return null;
  const contractor_name = move.name(contractor.contractor_name);
  const contractor_id = contractorId(contractor_name)!;
  const { internal } = contractor;
  const document = {
    ...contractor,
    contractor_id,
    contractor_name,
    jurisdictions: contractor.jurisdictions.map(move.county).sort(),
    internal: {
      ...internal,
      key: contractor_id,
      seq: sequenceOfHex(contractor_id),
      names: internal.names.map(move.lower),
    },
  };
  return [`${contractor_id}:${internal.area}`, document];
};

const flips: Mover = (flip, move, id) => {
  const county_fips = move.county(flip.county_fips);
  if (county_fips === undefined) return null;
  const movedId = id
    .split(':')
    .map((deed) => deedId(deed, move))
    .join(':');
  const buyer_name = move.name(flip.buyer_name);
  const document = {
    ...flip,
    county_fips,
    buyer_name,
    seller_name: move.name(flip.seller_name),
    internal: {
      ...flip.internal,
      key: move.keyed(flip.internal.key),
      seq: sequenceOf(movedId),
      flipper: idOfOwner(buyer_name),
    },
  };
  return [movedId, document];
};

const flippers: Mover = (flipper, move) => {
  if (!move.isNamed(flipper.name)) return null;
  const name = move.name(flipper.name);
  const owner_id = idOfOwner(name);
  const area = areaMoved(flipper.internal.area, move);
  const internal = { ...flipper.internal, key: owner_id, seq: sequenceOfHex(owner_id), area };
  return [`${owner_id}:${area}:${internal.tier}`, { ...flipper, owner_id, name, internal }];
};

const market: Mover = (quarter, move, id) => {
  const county_fips = move.county(quarter.county_fips);
  if (county_fips === undefined) return null;
  const key = move.keyed(id);
  const internal = { key, seq: sequenceOf(key) };
  return [key, { ...quarter, county_fips, county_name: move.countyName(county_fips), internal }];
};

/** One document per county, with the county as its key. */
const trends: Mover = (trend, move) => {
  const county_fips = move.county(trend.county_fips);
  if (county_fips === undefined) return null;
  const county_name = move.countyName(county_fips);
  return [county_fips, { ...trend, county_fips, county_name, internal: { key: county_fips } }];
};

const counties: Mover = (figures, move) => {
  const county_fips = move.county(figures.county_fips);
  return county_fips === undefined ? null : [county_fips, { ...figures, county_fips }];
};

const opened = new WeakMap<Document, Promise<PackContent>>();

async function contentOf(stored: StoredPack): Promise<PackContent> {
  const { leftOut, lots } = readPack((await openPack(stored))!);
  const read = (lot: LotInPack): PackedLot => ({
    id: lot.id(),
    number: lot.number(),
    point: lot.point,
    rings: lot.rings,
    values: TILE_FIELDS.map((_, field) => lot.value(field)),
  });
  return { leftOut, lots: [...lots()].map(read) };
}

/** Opens each pack once for all of its copies. */
function openedOnce(stored: Document): Promise<PackContent> {
  let content = opened.get(stored);
  if (!content) {
    content = contentOf(stored as StoredPack);
    opened.set(stored, content);
  }
  return content;
}

const byId = (a: PackedLot, b: PackedLot) => (a.id < b.id ? -1 : 1);

/** Positions in a pack are relative to the corner of its tile, so a step of whole tiles does not change them. */
const packs: Mover = async (stored, move, key) => {
  const content = await openedOnce(stored);
  if (content.lots.some(({ id }) => move.county(id.slice(0, 5)) === undefined)) return null;
  const place = { ...packAddress(key), x: move.column(packAddress(key).x) };
  const lots = content.lots.map((lot) => ({ ...lot, id: move.keyed(lot.id) })).sort(byId);
  const pack = await storedPack(writePack({ ...content, lots }));
  return [packKey(place), { ...pack, internal: { key: packKey(place), under: cellsAbove(place) } }];
};

/** The kinds that are copied: no risks are loaded, nothing is removed, and the coverage is counted again. */
export const MOVERS = {
  parcels,
  outlines,
  deeds,
  permits,
  counties,
  owners,
  holdings,
  contractors,
  flips,
  flippers,
  market,
  trends,
  packs,
} satisfies Partial<Record<IndexKind, Mover>>;
export type CopiedKind = keyof typeof MOVERS;
