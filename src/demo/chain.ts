import { type Building, priceLevel, typicalValue } from './building.ts';
import { dayOf, LAST_DAY } from './dates.ts';
import type { Investors } from './investors.ts';
import type { Lot } from './layout.ts';
import { bank, company, type Party, person, publicOwner, trust } from './owners.ts';
import { int, pick, type Random, random, wheel } from './random.ts';
import type { County } from './types.ts';

export type DeedKind =
  | 'sale'
  | 'special'
  | 'quitclaim'
  | 'gift'
  | 'trust'
  | 'foreclosure'
  | 'correction'
  | 'tax';

/** Days are day numbers; the price is in USD, null when not published. */
export interface Transfer {
  kind: DeedKind;
  day: number;
  recorded: number;
  price: number | null;
  grantor: string;
  grantee: string;
  serial: number;
}

export interface Bulk {
  size: number;
  day: number;
  price: number;
  seller: Party;
  buyer: Party;
  serial: number;
}

const LONGEST = 15;
const SERIALS = 1 << 17;

const wantedCount = wheel([
  [13, 0],
  [27, 1],
  [27, 2],
  [20, 3],
  [13, 4],
]);

const nextEvent = wheel([
  [62, 'sale'],
  [9, 'flip'],
  [9, 'family'],
  [6, 'trust'],
  [4, 'foreclosure'],
  [2, 'correction'],
  [1, 'tax'],
  [3, 'cheap'],
] as const);

const holdDays = wheel<readonly [number, number]>([
  [45, [24, 178]],
  [34, [184, 360]],
  [21, [368, 725]],
]);

const tokenPrices = [null, null, null, 0, 0, 1, 10, 100, 1000];

/** The block's sale of several parcels at once, if this lot is part of one; the same for all lots of the block. */
export function bulkOf(county: County, lot: Lot, investors: Investors): Bulk | undefined {
  if (lot.condo || lot.slots < 4) return undefined;
  const r = random(county.seed, lot.block, 9);
  if (r() >= 0.06) return undefined;
  const size = int(r, 3, Math.min(8, lot.slots));
  if (lot.slot >= size) return undefined;
  const day = int(r, dayOf(2004, 1, 1), dayOf(2026, 8, 31));
  const price = typicalValue(county, lot) * priceLevel(county, day) * size * (0.7 + r() * 0.3);
  return {
    size,
    day,
    price: Math.round(price / 5000) * 5000,
    seller: investors.builder(r),
    buyer: r() < 0.5 ? investors.local(r) : investors.national(r),
    serial: SERIALS + lot.block,
  };
}

function buyer(r: Random, county: County, lot: Lot, kind: Building['kind'], investors: Investors): Party {
  if (kind === 'exempt' || kind === 'utility') return publicOwner(r, county, lot.town);
  const u = r();
  const home =
    kind === 'single' || kind === 'condo' || kind === 'duplex' || kind === 'vacant' || kind === 'farm';
  const [people, trusts, companies, locals] = home ? [0.75, 0.81, 0.88, 0.935] : [0.12, 0.18, 0.68, 0.82];
  if (u < people) return person(r, county.names);
  if (u < trusts) return trust(r, county.names);
  if (u < companies) return company(r, county, lot.town);
  return u < locals ? investors.local(r) : investors.national(r);
}

function round(price: number): number {
  const step = price > 1_000_000 ? 5000 : price > 150_000 ? 500 : 100;
  return Math.round(price / step) * step;
}

/**
 * The transfers of one parcel since 1990, oldest first, and who holds it in the end. The buyer of each is the seller of
 * the next.
 */
export function transfersOf(
  r: Random,
  county: County,
  lot: Lot,
  building: Building,
  investors: Investors,
): { transfers: Transfer[]; holder: Party; bulk: Bulk | undefined } {
  const { kind, yearBuilt } = building;
  const transfers: Transfer[] = [];
  const bulk = kind === 'exempt' || kind === 'utility' ? undefined : bulkOf(county, lot, investors);
  let holder: Party;
  let free = dayOf(1990, 1, 2);

  const transfer = (kind: DeedKind, day: number, to: Party, price: number | null): void => {
    // An odd factor permutes the serials, so that neighbors do not have neighboring numbers.
    const serial = Math.imul(lot.index * 16 + transfers.length, 40_503) & (SERIALS - 1);
    const recorded = Math.min(day + int(r, 0, 21), LAST_DAY);
    transfers.push({ kind, day, recorded, price, grantor: holder.name, grantee: to.name, serial });
    holder = to;
    free = recorded + 24;
  };
  const worth = (day: number, share: number): number =>
    round(building.value * priceLevel(county, day) * share);
  const asked = (day: number, share: number): number | null =>
    r() < county.disclosed ? worth(day, share) : r() < 0.7 ? null : 0;
  const someone = (): Party => buyer(r, county, lot, kind, investors);

  if (bulk !== undefined) {
    holder = bulk.seller;
    transfer('special', bulk.day, bulk.buyer, bulk.price);
    (transfers[0] as Transfer).serial = bulk.serial;
    (transfers[0] as Transfer).recorded = Math.min(bulk.day + 6, LAST_DAY);
  } else if (yearBuilt !== null && yearBuilt > 1990 && kind !== 'exempt' && kind !== 'utility') {
    holder = investors.builder(r);
    const day = Math.min(dayOf(yearBuilt, 1, 15) + int(r, 30, 330), LAST_DAY - 20);
    transfer('special', day, someone(), asked(day, 1));
  } else holder = someone();

  const count = kind === 'exempt' || kind === 'utility' ? Math.floor(r() * 1.4) : wantedCount(r);
  const days: number[] = [];
  // The power makes recent years busier, as in real registers.
  for (let i = 0; i < count; i++) days.push(Math.floor(free + (LAST_DAY - free) * r() ** 0.38));
  days.sort((a, b) => a - b);
  for (const day of days) {
    if (day < free || transfers.length > LONGEST - 3) continue;
    if (transfers.length > 0 && day < free + 550 && r() < 0.65) continue;
    switch (nextEvent(r)) {
      case 'flip': {
        const [low, high] = holdDays(r);
        const resale = day + int(r, low, high);
        transfer('sale', day, investors.flipper(r), worth(day, 0.68 + r() * 0.26));
        if (resale >= free && resale <= LAST_DAY) {
          transfer('sale', resale, someone(), worth(resale, 0.78 + r() * 0.44));
        }
        break;
      }
      case 'family': {
        const kin = holder.surname === null ? someone() : person(r, county.names, holder.surname);
        transfer(r() < 0.7 ? 'quitclaim' : 'gift', day, kin, pick(r, tokenPrices));
        break;
      }
      case 'trust': {
        if (holder.surname === null) transfer('sale', day, someone(), asked(day, 0.95 + r() * 0.1));
        else transfer('trust', day, trust(r, county.names, holder.surname), pick(r, tokenPrices));
        break;
      }
      case 'foreclosure': {
        const lender = bank(r, county);
        transfer('foreclosure', day, lender, worth(day, 0.5 + r() * 0.3));
        const resale = free + int(r, 20, 260);
        if (resale <= LAST_DAY) transfer('special', resale, someone(), asked(resale, 0.6 + r() * 0.25));
        break;
      }
      case 'correction': {
        const before = holder;
        transfer('sale', day, someone(), asked(day, 0.95 + r() * 0.1));
        const again = holder;
        if (free > LAST_DAY) break;
        holder = before;
        transfer('correction', free, again, null);
        break;
      }
      case 'tax':
        transfer('tax', day, company(r, county, lot.town), worth(day, 0.08 + r() * 0.2));
        break;
      case 'cheap':
        transfer('sale', day, someone(), pick(r, [1, 10, 100, 500, 1000]));
        break;
      default:
        transfer('sale', day, someone(), asked(day, 0.86 + r() * 0.3));
    }
  }
  return { transfers, holder, bulk };
}
