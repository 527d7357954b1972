import type { DeedKind } from './chain.ts';
import { isoDay, yearOf } from './dates.ts';
import { pick, random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';
import type { CanonicalDeed } from './types.ts';

const words: Readonly<Record<string, Readonly<Record<DeedKind, readonly string[]>>>> = {
  NE: {
    sale: ['WARRANTY DEED', 'WARRANTY DEED', 'JOINT TENANCY WARRANTY DEED'],
    special: ['SPECIAL WARRANTY DEED', 'CORPORATION WARRANTY DEED'],
    quitclaim: ['QUITCLAIM DEED', 'QUIT CLAIM DEED'],
    gift: ['DEED OF GIFT'],
    trust: ['TRUST TRANSFER DEED', 'WARRANTY DEED TO TRUST'],
    foreclosure: ["TRUSTEE'S DEED", "SHERIFF'S DEED"],
    correction: ['CORRECTIVE DEED'],
    tax: ["TREASURER'S TAX DEED"],
  },
  NC: {
    sale: ['General Warranty Deed', 'WD', 'General Warranty Deed'],
    special: ['Special Warranty Deed', 'SWD'],
    quitclaim: ['Quitclaim Deed', 'Non-Warranty Deed'],
    gift: ['Gift Deed'],
    trust: ['Deed to Trust'],
    foreclosure: ["Substitute Trustee's Deed"],
    correction: ['Correction Deed'],
    tax: ['Tax Deed', "Commissioner's Deed"],
  },
  NH: {
    sale: ['WARRANTY DEED', 'WARRANTY'],
    special: ['LIMITED WARRANTY DEED', 'FIDUCIARY DEED'],
    quitclaim: ['QUITCLAIM DEED', 'QUITCLAIM'],
    gift: ['QUITCLAIM - GIFT'],
    trust: ['DEED INTO TRUST'],
    foreclosure: ['FORECLOSURE DEED'],
    correction: ['CORRECTIVE DEED'],
    tax: ["TAX COLLECTOR'S DEED"],
  },
  TX: {
    sale: ['GENERAL WARRANTY DEED', "WARRANTY DEED WITH VENDOR'S LIEN", 'WARRANTY DEED'],
    special: ['SPECIAL WARRANTY DEED'],
    quitclaim: ['QUITCLAIM DEED', 'DEED WITHOUT WARRANTY'],
    gift: ['GIFT DEED'],
    trust: ['DEED TO TRUST'],
    foreclosure: ["SUBSTITUTE TRUSTEE'S DEED"],
    correction: ['CORRECTION WARRANTY DEED'],
    tax: ["SHERIFF'S TAX DEED"],
  },
  CA: {
    sale: ['GRANT DEED'],
    special: ['GRANT DEED', 'CORPORATION GRANT DEED'],
    quitclaim: ['QUITCLAIM DEED', 'INTERSPOUSAL TRANSFER DEED'],
    gift: ['GIFT DEED'],
    trust: ['TRUST TRANSFER DEED'],
    foreclosure: ["TRUSTEE'S DEED UPON SALE"],
    correction: ['CORRECTION DEED'],
    tax: ['TAX DEED'],
  },
};

/** Writes the recorder's records of one parcel, oldest first. */
export function* deedsOf({ county }: OpenCounty, story: Story): Generator<CanonicalDeed> {
  const own = random(county.seed, story.lot.index, 3);
  const booked = county.state === 'NC' || county.state === 'NH';
  for (const transfer of story.transfers) {
    const shared = story.bulk !== undefined && transfer === story.transfers[0];
    const r = shared ? random(county.seed, transfer.serial, 3) : own;
    const year = yearOf(transfer.recorded);
    yield {
      county_fips: county.fips,
      parcel_id: story.parcelId,
      document_number: county.documentNumber(year, transfer.serial),
      recorded_date: isoDay(transfer.recorded),
      sale_date: r() < 0.03 ? null : isoDay(transfer.day),
      sale_price_usd: transfer.price,
      grantor: r() < 0.01 && !shared ? null : transfer.grantor,
      grantee: transfer.grantee,
      document_type: pick(r, words[county.state]?.[transfer.kind] ?? ['DEED']),
      book: booked ? String(4000 + Math.floor((transfer.recorded - 7305) * 0.9)).padStart(6, '0') : null,
      page: booked ? String(1 + (transfer.serial % 998)).padStart(4, '0') : null,
      source: DEMO_SOURCES.deeds,
    };
  }
}
