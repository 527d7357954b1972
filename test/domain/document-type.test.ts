import fc from 'fast-check';
import t from 'tap';
import { DOCUMENT_TYPES, documentType } from '../../src/domain/document-type.ts';

t.test('what recorders write is mapped to a document type', async (t) => {
  const cases: [string | null, string | null][] = [
    ['WARRANTY DEED', 'warranty_deed'],
    ['Warranty Deed', 'warranty_deed'],
    ['WD', 'warranty_deed'],
    ['W.D.', 'warranty_deed'],
    ['General Warranty Deed', 'warranty_deed'],
    ['DEED - WARRANTY', 'warranty_deed'],
    ['Survivorship Warranty Deed', 'warranty_deed'],
    ['SPECIAL WARRANTY DEED', 'special_warranty_deed'],
    ['Deed - Special Warranty', 'special_warranty_deed'],
    ['LIMITED WARRANTY DEED', 'special_warranty_deed'],
    ['SWD', 'special_warranty_deed'],
    ['Non-Warranty Deed', 'deed_without_warranty'],
    ['Deed Without Warranty', 'deed_without_warranty'],
    ['GRANT DEED', 'grant_deed'],
    ['Bargain & Sale Deed', 'bargain_and_sale_deed'],
    ['QUIT CLAIM DEED', 'quitclaim_deed'],
    ['Quitclaim', 'quitclaim_deed'],
    ['QUIT-CLAIM DEED', 'quitclaim_deed'],
    ['QCD', 'quitclaim_deed'],
    ['Gift Deed', 'gift_deed'],
    ['DEED OF GIFT', 'gift_deed'],
    ['Warranty Deed in Trust', 'trust_transfer'],
    ['Trust Transfer', 'trust_transfer'],
    ['Transfer to Trust', 'trust_transfer'],
    ['DEED OF TRUST', 'deed_of_trust'],
    ['Trust Deed', 'deed_of_trust'],
    ["TRUSTEE'S DEED", 'trustee_deed'],
    ["Trustee's Deed Upon Sale", 'foreclosure_deed'],
    ['SUBSTITUTE TRUSTEES DEED', 'foreclosure_deed'],
    ['Foreclosure Deed', 'foreclosure_deed'],
    ["Referee's Deed", 'foreclosure_deed'],
    ['Deed in Lieu of Foreclosure', 'deed_in_lieu'],
    ['TAX DEED', 'tax_deed'],
    ['Tax Claim Bureau Deed', 'tax_deed'],
    ["TREASURER'S DEED", 'tax_deed'],
    ["SHERIFF'S DEED", 'sheriff_deed'],
    ["Sheriff's Tax Deed", 'tax_deed'],
    ['CORRECTION DEED', 'correction_deed'],
    ['Corrective Warranty Deed', 'correction_deed'],
    ['Re-recorded Deed', 'correction_deed'],
    ["EXECUTOR'S DEED", 'executor_deed'],
    ["Administratrix' Deed", 'executor_deed'],
    ["Personal Representative's Deed", 'executor_deed'],
    ['Fiduciary Deed', 'executor_deed'],
    ["Commissioner's Deed", 'court_deed'],
    ['Transfer on Death Deed', 'transfer_on_death_deed'],
    ['Contract for Deed', 'land_contract'],
    ['Mortgage', 'mortgage'],
    ['Release of Deed of Trust', 'lien_release'],
    ['Assignment of Mortgage', 'assignment'],
    ['DEED', 'deed'],
    ['Patent', 'patent'],
    ['Master Deed', 'master_deed'],
    ['Grant of Easement', 'grant_of_easement'],
    ['  Plat / Replat ', 'plat_replat'],
    ['constructor', 'constructor'],
    ['N/A', null],
    ['Unknown', null],
    ['--', null],
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
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        words.map((list) => list.join(' ')),
      ),
      (raw) => {
        const once = documentType(raw);
        return documentType(once) === once;
      },
    ),
  );
});
