import { type Building, isPublic, priceLevel, typicalValue } from './building.ts';
import type { Lot } from './layout.ts';
import type { Investors } from './owners.ts';
import { bank, company, type Party, person, publicOwner, trust } from './owners.ts';
import { int, pick, type Random, random, wheel, words } from './random.ts';
import type { County } from './types.ts';
import { dayOf, LAST_DAY } from './types.ts';

export type DeedKind = 'sale' | 'special' | 'quitclaim' | 'trust' | 'foreclosure';

/** Days are day numbers; the price is in USD, null when not published. */
interface Transfer {
  kind: DeedKind;
  day: number;
  recorded: number;
  price: number | null;
  grantor: string;
  grantee: string;
  serial: number;
  /** Whether one document transfers several parcels. */
  isShared: boolean;
}

const LONGEST = 15;
const SERIALS = 1 << 17;

const wantedCount = words('0 13, 1 27, 2 27, 3 20, 4 13');
const nextEvent = words('sale 62, flip 9, family 9, trust 6, foreclosure 4, cheap 3');
const holdDays = wheel<readonly [number, number]>([
  [45, [24, 178]],
  [34, [184, 360]],
  [21, [368, 725]],
]);

const tokenPrices = [null, null, null, 0, 0, 1, 10, 100, 1000];

/** The sale of several lots of a block at once, if this lot is part of one. It is the same for all of these lots. */
function bulkOf(county: County, lot: Lot, investors: Investors) {
  if (lot.condo || lot.slots < 4) return undefined;
  const r = random(Number(county.fips), lot.block, 9);
  if (r() >= 0.06) return undefined;
  const size = int(r, 3, Math.min(8, lot.slots));
  if (lot.slot >= size) return undefined;
  const day = int(r, dayOf(2004, 1, 1), dayOf(2026, 8, 31));
  const price = typicalValue(county, lot) * priceLevel(county, day) * size * (0.7 + r() * 0.3);
  const buyer = r() < 0.5 ? investors.local(r) : investors.national(r);
  return { day, price: Math.round(price / 5000) * 5000, seller: investors.builder(r), buyer };
}

function someBuyer(r: Random, county: County, lot: Lot, kind: Building['kind'], investors: Investors): Party {
  if (isPublic(kind)) return publicOwner(r, county, lot.town);
  const u = r();
  const isHome = ['single', 'condo', 'duplex', 'vacant', 'farm'].includes(kind);
  const [people, trusts, companies, locals] = isHome ? [0.75, 0.81, 0.88, 0.935] : [0.12, 0.18, 0.68, 0.82];
  if (u < people!) return person(r, county.style.names);
  if (u < trusts!) return trust(r, county.style.names);
  if (u < companies!) return company(r, county, lot.town);
  return u < locals! ? investors.local(r) : investors.national(r);
}

function rounded(price: number): number {
  const step = price > 1_000_000 ? 5000 : price > 150_000 ? 500 : 100;
  return Math.round(price / step) * step;
}

/**
 * The transfers of one parcel since 1990, oldest first, and who owns it at the end. The buyer in each is the seller in the
 * next.
 */
export function transfersOf(r: Random, county: County, lot: Lot, building: Building, investors: Investors) {
  const { kind, yearBuilt } = building;
  const transfers: Transfer[] = [];
  const bulk = isPublic(kind) ? undefined : bulkOf(county, lot, investors);
  let holder: Party;
  let free = dayOf(1990, 1, 2);

  const transfer = (kind: DeedKind, day: number, to: Party, price: number | null): void => {
    const isShared = bulk !== undefined && transfers.length === 0;
    // An odd factor permutes the serials, so that neighbors do not have neighboring numbers.
    const own = Math.imul(lot.index * 16 + transfers.length, 40_503) & (SERIALS - 1);
    const serial = isShared ? SERIALS + lot.block : own;
    const recorded = Math.min(day + (isShared ? 6 : int(r, 0, 21)), LAST_DAY);
    transfers.push({ kind, day, recorded, price, grantor: holder.name, grantee: to.name, serial, isShared });
    holder = to;
    free = recorded + 24;
  };
  const worth = (day: number, share: number) => rounded(building.value * priceLevel(county, day) * share);
  /** A price at a share of the parcel's worth; null or 0 where prices are not published. */
  const asked = (day: number, low: number, spread: number) =>
    r() < county.prices.disclosed ? worth(day, low + r() * spread) : r() < 0.7 ? null : 0;
  const someone = () => someBuyer(r, county, lot, kind, investors);

  if (bulk !== undefined) {
    holder = bulk.seller;
    transfer('special', bulk.day, bulk.buyer, bulk.price);
  } else if (yearBuilt !== null && yearBuilt > 1990 && !isPublic(kind)) {
    holder = investors.builder(r);
    const day = Math.min(dayOf(yearBuilt, 1, 15) + int(r, 30, 330), LAST_DAY - 20);
    transfer('special', day, someone(), asked(day, 1, 0));
  } else holder = someone();

  const count = isPublic(kind) ? Math.floor(r() * 1.4) : Number(wantedCount(r));
  // The power makes recent years busier, as in real registers.
  const days = Array.from({ length: count }, () => Math.floor(free + (LAST_DAY - free) * r() ** 0.38));
  for (const day of days.sort((a, b) => a - b)) {
    if (day < free || transfers.length > LONGEST - 3) continue;
    if (transfers.length > 0 && day < free + 550 && r() < 0.65) continue;
    const event = nextEvent(r);
    const { surname } = holder;
    if (event === 'flip') {
      const [low, high] = holdDays(r);
      const resale = day + int(r, low, high);
      transfer('sale', day, investors.flipper(r), worth(day, 0.68 + r() * 0.26));
      if (resale >= free && resale <= LAST_DAY)
        transfer('sale', resale, someone(), worth(resale, 0.78 + r() * 0.44));
    } else if (event === 'family' && surname !== null) {
      transfer('quitclaim', day, person(r, county.style.names, surname), pick(r, tokenPrices));
    } else if (event === 'trust' && surname !== null) {
      transfer('trust', day, trust(r, county.style.names, surname), pick(r, tokenPrices));
    } else if (event === 'foreclosure') {
      transfer('foreclosure', day, bank(r, county), worth(day, 0.5 + r() * 0.3));
      const resale = free + int(r, 20, 260);
      if (resale <= LAST_DAY) transfer('special', resale, someone(), asked(resale, 0.6, 0.25));
    } else if (event === 'cheap') {
      transfer('sale', day, someone(), pick(r, [1, 10, 100, 500, 1000]));
    } else {
      transfer('sale', day, someone(), asked(day, 0.86, 0.3));
    }
  }
  return { transfers, holder, bulkDay: bulk?.day ?? null };
}
