import type { DeedKind } from './chain.ts';
import { pick, random } from './random.ts';
import { DEMO_SOURCES } from './sources.ts';
import type { OpenCounty, Story } from './story.ts';
import { isoDay, yearOf } from './types.ts';

const forms: Readonly<Record<DeedKind, readonly string[]>> = {
  sale: ['Warranty Deed', 'General Warranty Deed', 'WD', "Warranty Deed with Vendor's Lien"],
  special: ['Special Warranty Deed', 'SWD', 'Corporation Warranty Deed'],
  quitclaim: ['Quitclaim Deed', 'Quit Claim Deed', 'Deed of Gift'],
  trust: ['Trust Transfer Deed', 'Deed to Trust'],
  foreclosure: ["Trustee's Deed", "Sheriff's Deed", 'Foreclosure Deed'],
};

const californian: Readonly<Partial<Record<DeedKind, readonly string[]>>> = {
  sale: ['Grant Deed'],
  special: ['Grant Deed', 'Corporation Grant Deed'],
  quitclaim: ['Quitclaim Deed', 'Interspousal Transfer Deed'],
};

/** Writes the recorder's records of one parcel, oldest first. */
export function* deedsOf({ county }: OpenCounty, { lot, transfers }: Story) {
  const own = random(Number(county.fips), lot.index, 3);
  const booked = county.state === 'NC' || county.state === 'NH';
  for (const transfer of transfers) {
    const { kind, day, recorded, serial, isShared } = transfer;
    const r = isShared ? random(Number(county.fips), serial, 3) : own;
    const form = pick(r, (county.state === 'CA' && californian[kind]) || forms[kind]);
    yield {
      county_fips: county.fips,
      parcel_id: lot.parcelId,
      document_number: county.documentNumber(yearOf(recorded), serial),
      recorded_date: isoDay(recorded),
      sale_date: r() < 0.03 ? null : isoDay(day),
      sale_price_usd: transfer.price,
      grantor: r() < 0.01 && !isShared ? null : transfer.grantor,
      grantee: transfer.grantee,
      document_type: county.style.capitals ? form.toUpperCase() : form,
      book: booked ? String(4000 + Math.floor((recorded - 7305) * 0.9)).padStart(6, '0') : null,
      page: booked ? String(1 + (serial % 998)).padStart(4, '0') : null,
      source: DEMO_SOURCES.deeds,
    };
  }
}
