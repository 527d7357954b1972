import { documentType } from './document-type.ts';
import { classifyOwner } from './entity-class.ts';
import { SHORT_BANK } from './entity-words.ts';
import { normalizeOwnerName } from './owner-name.ts';

export const ARM_LENGTH_REASONS = [
  'price_missing',
  'price_zero',
  'price_nominal',
  'quitclaim',
  'gift',
  'trust_transfer',
  'correction',
  'tax_or_sheriff_deed',
  'not_a_conveyance',
  'same_party',
  'government_party',
  'lender_party',
  'source_not_qualified',
] as const;

export type ArmLengthReason = (typeof ARM_LENGTH_REASONS)[number];

/** USD; `document_type` as `documentType` gives it; null is unknown. */
export type TransferFacts = {
  sale_price_usd: number | null;
  document_type: string | null;
  document_type_raw: string | null;
  grantor: string | null;
  grantee: string | null;
  is_arm_length: boolean | null;
};

export type ArmLength = { is_arm_length: boolean | null; arm_length_reasons: ArmLengthReason[] };

const NOMINAL_PRICE = 1000;

// An instrument that only secures a loan states the loan's amount, not a price.
const KIND_REASONS = new Map<string, ArmLengthReason>([
  ['quitclaim_deed', 'quitclaim'],
  ['gift_deed', 'gift'],
  ['trust_transfer', 'trust_transfer'],
  ['correction_deed', 'correction'],
  ['tax_deed', 'tax_or_sheriff_deed'],
  ['sheriff_deed', 'tax_or_sheriff_deed'],
  ['deed_of_trust', 'not_a_conveyance'],
  ['mortgage', 'not_a_conveyance'],
  ['lien_release', 'not_a_conveyance'],
  ['assignment', 'not_a_conveyance'],
]);

/**
 * Whether a transfer is a sale at arm's length: true, false or null (unknown), with the reasons against it.
 *
 * 1. A disqualifying kind (quitclaim, gift, trust transfer, correction, tax or sheriff deed; a mortgage or deed of
 *    trust, which conveys nothing) or party is false whatever the price: the same party on both sides (one normalized
 *    name; for two people one first word of the names), a government, or a lender (see `isLender`).
 * 2. Else the source's own flag decides, but a price of 0 is never a sale: false under a true flag.
 * 3. Else a missing price or 0 is null, up to 1,000 USD is false, and more is true.
 *
 * A true answer has no reasons; the others name everything that speaks against it, including the price.
 */
export function judgeSale(deed: TransferFacts): ArmLength {
  const reasons: ArmLengthReason[] = [];
  const kind = KIND_REASONS.get(deed.document_type ?? documentType(deed.document_type_raw) ?? '');
  if (kind !== undefined) reasons.push(kind);
  addPartyReasons(deed.grantor, deed.grantee, reasons);
  const disqualified = reasons.length > 0;

  const price = deed.sale_price_usd;
  const flag = deed.is_arm_length;
  if (!disqualified && flag === true && (price === null || price > 0)) {
    return { is_arm_length: true, arm_length_reasons: reasons };
  }
  if (flag === false) reasons.push('source_not_qualified');
  if (price === null) reasons.push('price_missing');
  else if (price <= 0) reasons.push('price_zero');
  else if (price <= NOMINAL_PRICE) reasons.push('price_nominal');

  if (disqualified || flag !== null) return { is_arm_length: false, arm_length_reasons: reasons };
  const unpriced = price === null || price <= 0;
  return { is_arm_length: unpriced ? null : price > NOMINAL_PRICE, arm_length_reasons: reasons };
}

function addPartyReasons(grantor: string | null, grantee: string | null, reasons: ArmLengthReason[]): void {
  const seller = grantor === null ? '' : normalizeOwnerName(grantor);
  const buyer = grantee === null ? '' : normalizeOwnerName(grantee);
  const sellerClass = seller === '' ? null : classifyOwner(grantor as string);
  const buyerClass = buyer === '' ? null : classifyOwner(grantee as string);
  const people = sellerClass?.entity_type === 'individual' && buyerClass?.entity_type === 'individual';

  if (seller !== '' && (seller === buyer || (people && firstWord(seller) === firstWord(buyer)))) {
    reasons.push('same_party');
  }
  if (sellerClass?.entity_type === 'government' || buyerClass?.entity_type === 'government') {
    reasons.push('government_party');
  }
  if (
    (sellerClass !== null && isLenderName(seller, sellerClass.entity_type, sellerClass.entity_class)) ||
    (buyerClass !== null && isLenderName(buyer, buyerClass.entity_type, buyerClass.entity_class))
  ) {
    reasons.push('lender_party');
  }
}

// The estate of a person carries that person's name.
const ESTATE_OF = /^(?:THE )?ESTATE OF (?:THE )?/;

function firstWord(name: string): string {
  const own = name.replace(ESTATE_OF, '');
  const space = own.indexOf(' ');
  return space < 0 ? own : own.slice(0, space);
}

// Agencies go by these names alone; FANNIE MAE BROWN, HUD MARY and VA XIONG are people.
const AGENCY =
  /^(?:FANNIE MAE|FREDDIE MAC|GINNIE MAE|(?:THE |US |U S )?(?:SEC(?:RETARY|Y)? OF )?(?:HUD|VA))$|\b(?:FNMA|FHLMC|GNMA)\b|\b(?:HOUSING AND URBAN DEV\w*|VETERANS? AFFAIRS|VETERANS ADMINISTRATION|SEC(?:RETARY|Y)? OF HUD)\b/;
const LOAN_WORDS =
  /\b(?:MORTGAGE|MTG|LENDING|LENDERS?|LOANS|(?:HOME|AND) LOAN|LOAN (?:CO|COMPANY|CORP|ASSN|ASSOCIATION|SERVICING)|CREDIT UNION|FCU|FHLB|FSB|BANCORP)\b/;
// Not BANK STREET PARTNERS, nor THE JOHN BANK FAMILY TRUST: Bank, like Loan, is a surname too.
const BANK_WORDS =
  /(?<!\b(?:FOOD|BLOOD|DIAPER|TISSUE) )\b(?:BANK|BANC|BANKING)\b(?! (?:ST|STREET|RD|ROAD|AVE|BUILDING|BLDG|FAMILY|REV|REVOCABLE|IRREVOCABLE|LIVING)\b)|\bNATIONAL ASSOCIATION\b(?! (?:OF|FOR)\b)|\bN ?A$|\bN ?A (?:AS|TRUSTEE|TTEE|SUCCESSOR)\b/;

/**
 * Whether an owner name is a lender's: a bank (also as trustee), credit union, mortgage or loan company, FNMA, FHLMC,
 * HUD, the VA or a land bank. A limited-liability company with "bank" in its name is not.
 */
export function isLender(name: string): boolean {
  const { entity_type, entity_class } = classifyOwner(name);
  return isLenderName(normalizeOwnerName(name), entity_type, entity_class);
}

function isLenderName(normalized: string, entityType: string | null, entityClass: string | null): boolean {
  if (AGENCY.test(normalized)) return true;
  if (entityType === 'individual') return false;
  if (LOAN_WORDS.test(normalized)) return true;
  return (
    entityClass !== 'LLC' &&
    entityClass !== 'LP' &&
    (BANK_WORDS.test(normalized) || SHORT_BANK.test(normalized))
  );
}
