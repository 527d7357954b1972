import fc from 'fast-check';
import t from 'tap';
import { DOCUMENT_TYPES, documentType } from '../../src/domain/document-type.ts';
import { holds } from '../holds.ts';
import { grouped, listed } from '../listed.ts';

t.test('what recorders write is mapped to a document type', async (t) => {
  const cases: [string | null, string | null][] = [
    ...grouped<string>(`
      warranty_deed: WARRANTY DEED · Warranty Deed · WD · W.D. · General Warranty Deed · DEED - WARRANTY
        · Survivorship Warranty Deed
      special_warranty_deed: SPECIAL WARRANTY DEED · Deed - Special Warranty · LIMITED WARRANTY DEED · SWD
      deed_without_warranty: Non-Warranty Deed · Deed Without Warranty
      grant_deed: GRANT DEED
      bargain_and_sale_deed: Bargain & Sale Deed
      quitclaim_deed: QUIT CLAIM DEED · Quitclaim · QUIT-CLAIM DEED · QCD
      gift_deed: Gift Deed · DEED OF GIFT
      trust_transfer: Warranty Deed in Trust · Trust Transfer · Transfer to Trust
      deed_of_trust: DEED OF TRUST · Trust Deed
      trustee_deed: TRUSTEE'S DEED
      foreclosure_deed: Trustee's Deed Upon Sale · SUBSTITUTE TRUSTEES DEED · Foreclosure Deed
        · Referee's Deed
      deed_in_lieu: Deed in Lieu of Foreclosure
      tax_deed: TAX DEED · Tax Claim Bureau Deed · TREASURER'S DEED · Sheriff's Tax Deed
      sheriff_deed: SHERIFF'S DEED
      correction_deed: CORRECTION DEED · Corrective Warranty Deed · Re-recorded Deed
      executor_deed: EXECUTOR'S DEED · Administratrix' Deed · Personal Representative's Deed
        · Fiduciary Deed
      court_deed: Commissioner's Deed
      transfer_on_death_deed: Transfer on Death Deed
      land_contract: Contract for Deed
      mortgage: Mortgage
      lien_release: Release of Deed of Trust
      assignment: Assignment of Mortgage
      deed: DEED
      patent: Patent
      master_deed: Master Deed
      grant_of_easement: Grant of Easement
      constructor: constructor
    `),
    ...listed('N/A · Unknown · --').map((none): [string, null] => [none, null]),
    ['  Plat / Replat ', 'plat_replat'],
    ['', null],
    [null, null],
  ];
  for (const [raw, type] of cases) t.equal(documentType(raw), type, String(raw));
});

t.test('the document types are mapped to themselves', async (t) => {
  for (const type of DOCUMENT_TYPES) t.equal(documentType(type), type);
  const words = fc.array(
    fc.constantFrom(
      'DEED',
      'of',
      'TRUST',
      'Tax',
      'QC',
      'wd',
      '&',
      '-',
      "sheriff's",
      'GIFT',
      'Plat',
      '7',
      'é',
    ),
    { maxLength: 5 },
  );
  await holds(
    100,
    [
      fc.oneof(
        fc.string(),
        words.map((list) => list.join(' ')),
      ),
    ],
    (raw) => {
      const once = documentType(raw);
      return documentType(once) === once;
    },
  );
});
