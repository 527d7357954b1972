import fc from 'fast-check';
import t from 'tap';
import {
  type ArmLengthReason,
  isLender,
  judgeSale,
  type TransferFacts,
} from '../../src/domain/arms-length.ts';
import { holds } from '../holds.ts';
import { listed } from '../listed.ts';

const SALE: TransferFacts = {
  sale_price_usd: 250_000,
  document_type: 'warranty_deed',
  document_type_raw: 'WARRANTY DEED',
  grantor: 'QUILLFEATHER, AMOS',
  grantee: 'THISTLEBY, NORA J',
  is_arm_length: null,
};

t.test('a sale is judged, with reasons', async (t) => {
  const cases: [string, Partial<TransferFacts>, boolean | null, ArmLengthReason[]][] = [
    ['an ordinary sale', {}, true, []],
    ['a price', { document_type: null, document_type_raw: null, grantor: null, grantee: null }, true, []],
    ['no price', { sale_price_usd: null }, null, ['price_missing']],
    ['a price of 0', { sale_price_usd: 0 }, null, ['price_zero']],
    ['one dollar', { sale_price_usd: 1 }, false, ['price_nominal']],
    ['1,000', { sale_price_usd: 1000 }, false, ['price_nominal']],
    ['1,000.01', { sale_price_usd: 1000.01 }, true, []],
    ['quitclaim', { document_type: 'quitclaim_deed' }, false, ['quitclaim']],
    ['gift', { document_type: 'gift_deed' }, false, ['gift']],
    ['trust transfer', { document_type: 'trust_transfer' }, false, ['trust_transfer']],
    ['correction', { document_type: 'correction_deed' }, false, ['correction']],
    ['tax deed', { document_type: 'tax_deed' }, false, ['tax_or_sheriff_deed']],
    ['sheriff deed', { document_type: 'sheriff_deed' }, false, ['tax_or_sheriff_deed']],
    ['deed of trust', { document_type: 'deed_of_trust' }, false, ['not_a_conveyance']],
    ['the raw kind', { document_type: null, document_type_raw: 'Quit Claim' }, false, ['quitclaim']],
    ['executor', { document_type: 'executor_deed' }, true, []],
    ['same name', { grantee: 'Quillfeather, Amos' }, false, ['same_party']],
    ['same family', { grantee: 'QUILLFEATHER, RUTH' }, false, ['same_party']],
    ['estate to family', { grantor: 'ESTATE OF THISTLEBY, OLD' }, false, ['same_party']],
    ['same company', { grantor: 'FERNHOLLOW, L.L.C.', grantee: 'FERNHOLLOW LLC' }, false, ['same_party']],
    ['two companies', { grantor: 'FERNHOLLOW ONE LLC', grantee: 'FERNHOLLOW TWO LLC' }, true, []],
    ['person to own company', { grantee: 'QUILLFEATHER LLC' }, true, []],
    ['city', { grantor: 'CITY OF FERNHOLLOW' }, false, ['government_party']],
    ['bank', { grantee: 'FIRST FERNHOLLOW BANK' }, false, ['lender_party']],
    ['bank as trustee', { grantor: 'BANK OF AMERICA NA AS TRUSTEE' }, false, ['lender_party']],
    ['qualified trustee', { grantor: 'FERNHOLLOW NATL BK TR', is_arm_length: true }, false, ['lender_party']],
    ['bank in letters', { grantor: 'BK OF FERNHOLLOW' }, false, ['lender_party']],
    ['township', { grantor: 'FERNHOLLOW TOWNSHIP' }, false, ['government_party']],
    ['trust between slashes to kin', { grantor: 'THISTLEBY/OLD/RLT AND' }, true, []],
    ['quitclaim', { sale_price_usd: 0, document_type: 'quitclaim_deed' }, false, ['quitclaim', 'price_zero']],
    ['by gift', { sale_price_usd: null, document_type: 'gift_deed' }, false, ['gift', 'price_missing']],
    ['qualified', { is_arm_length: true }, true, []],
    ['qualified, no price', { is_arm_length: true, sale_price_usd: null }, true, []],
    ['qualified, low price', { is_arm_length: true, sale_price_usd: 500 }, true, []],
    ['qualified at 0', { is_arm_length: true, sale_price_usd: 0 }, false, ['price_zero']],
    ['qualified quitclaim', { is_arm_length: true, document_type: 'quitclaim_deed' }, false, ['quitclaim']],
    ['qualified family', { is_arm_length: true, grantee: 'QUILLFEATHER, RUTH' }, false, ['same_party']],
    ['unqualified', { is_arm_length: false }, false, ['source_not_qualified']],
    [
      'unqualified at 0',
      { is_arm_length: false, sale_price_usd: 0 },
      false,
      ['source_not_qualified', 'price_zero'],
    ],
  ];
  for (const [name, facts, is_arm_length, arm_length_reasons] of cases) {
    t.same(judgeSale({ ...SALE, ...facts }), { is_arm_length, arm_length_reasons }, name);
  }
});

t.test('lenders are recognized by their names', async (t) => {
  const lenders = listed(`
    FIRST FERNHOLLOW BANK · BANK OF AMERICA NA · BANK OF AMERICA NA AS TRUSTEE ·
    U S BANK NATIONAL ASSOCIATION · FERNHOLLOW BANK AND TRUST CO · WELLS FARGO BANK, N.A. ·
    DEUTSCHE BANK NATIONAL TRUST COMPANY AS TRUSTEE · FERNHOLLOW SAVINGS FUND SOCIETY FSB ·
    TEACHERS FEDERAL CREDIT UNION · FERNHOLLOW MORTGAGE LLC · FERNHOLLOW MORTGAGE CO ·
    QUILL HOME LOANS INC · FEDERAL NATIONAL MORTGAGE ASSOCIATION · FEDERAL HOME LOAN MORTGAGE CORPORATION ·
    FANNIE MAE · FREDDIE MAC · FNMA · FHLMC · HUD · SECRETARY OF HUD ·
    SECRETARY OF HOUSING AND URBAN DEVELOPMENT · SECRETARY OF VETERANS AFFAIRS · VA
  `);
  for (const name of lenders) t.ok(isLender(name), name);
  const others = listed(`
    BANKS, JULIE · BANK, STEPHEN S · JOHN BANK FAMILY TRUST · FAIRBANKS PROPERTIES LLC ·
    FOOD BANK OF FERNHOLLOW INC · BANK STREET PARTNERS LP · TRAN, LOAN T · NGUYEN LOAN REVOCABLE TRUST ·
    HUDSON, NICOLE · VA XIONG · FANNIE MAE BROWN · KIM, NA · NATIONAL ASSOCIATION OF QUILTERS INC ·
    FERNHOLLOW LLC · CITY OF FERNHOLLOW
  `);
  for (const name of others) t.notOk(isLender(name), name);
  const landBank = judgeSale({ ...SALE, grantor: 'FERNHOLLOW COUNTY LAND BANK' });
  t.equal(landBank.is_arm_length, false, 'a land bank is not a seller at arm’s length');
});

t.test('the reasons agree with the answer', async () => {
  const party = fc.constantFrom(
    null,
    '',
    'DOE, JOHN',
    'ROE, JANE',
    'ROE LLC',
    'CITY OF ROE',
    'ROE BANK',
    'FNMA',
  );
  await holds(
    100,
    [
      fc.constantFrom(null, 0, 1, 1000, 1001, 9e9),
      fc.constantFrom(null, 'WD', 'QUITCLAIM', 'TAX DEED', 'anything'),
      party,
      party,
      fc.constantFrom(null, true, false),
    ],
    (sale_price_usd, document_type_raw, grantor, grantee, is_arm_length) => {
      const facts = {
        sale_price_usd,
        document_type: null,
        document_type_raw,
        grantor,
        grantee,
        is_arm_length,
      };
      const judged = judgeSale(facts);
      if ((judged.is_arm_length === true) !== (judged.arm_length_reasons.length === 0)) return false;
      if (is_arm_length === false && judged.is_arm_length !== false) return false;
      if (sale_price_usd === 0 && judged.is_arm_length === true) return false;
      const swapped = judgeSale({ ...facts, grantor: grantee, grantee: grantor });
      return swapped.is_arm_length === judged.is_arm_length;
    },
  );
});
