import { columnsOf } from './form.ts';
import type { FieldProposal, Proposal, TableKind } from './proposal.ts';
import type { Field } from './vocabulary.ts';

/** What is lost without a field. Of several fields, any one is enough. */
const NEEDED: Readonly<Record<TableKind, readonly (readonly [fields: readonly Field[], loss: string])[]>> = {
  parcels: [
    [['owner_name'], 'No owner’s name: there will be no owners, classes of owners or portfolios.'],
    [['street', 'address'], 'No address of the parcel: it cannot be found by its address.'],
    [['mailing_address'], 'No mailing address: absentee owners will be unknown.'],
    [
      ['total_assessed_value', 'market_value'],
      'No assessed value: filters and rankings by value will not find these parcels.',
    ],
    [['land_use', 'land_use_code', 'zoning'], 'No land use or zoning: categories will be unknown.'],
    [['sale_price', 'sale_date'], 'No last sale: it can come from deeds.'],
  ],
  deeds: [
    [['grantee'], 'No buyer: changes of owner will have no name.'],
    [['sale_date', 'recorded_date'], 'No date: sales will not count in the market’s figures.'],
    [['sale_price_usd'], 'No price: no transfer will count as a sale.'],
  ],
  permits: [
    [['permit_number', 'permit_id'], 'No permit number: permits are told apart by their date and text.'],
    [['filed_date', 'issued_date'], 'No date: permits will not be in any order.'],
    [['contractor_name'], 'No contractor: there will be no profiles of contractors.'],
  ],
};

const NO_NUMBER = 'No column could be the parcel number: name it as pid in a source file.';
/** Says that the parcel number is not certain, and why. */
const uncertainNumber = ({ form, reason }: Pick<FieldProposal, 'form' | 'reason'>): string =>
  `The parcel number is not certain. The likeliest column is ${columnsOf(form).join(' + ')}: ${reason}.`;

/**
 * What is missing for a good result, and why `--auto` loads nothing: there is no likely parcel number.
 * @param fault why no column can be it, if that is known.
 */
export function missingIn(
  kind: TableKind,
  fields: readonly FieldProposal[],
  location: Proposal['location'],
  fault: Proposal['refused'],
): Pick<Proposal, 'missing' | 'refused'> {
  const find = (field: Field) => fields.find((one) => one.field === field && one.certainty !== 'guess');
  const missing = NEEDED[kind].filter(([any]) => !any.some((field) => find(field))).map(([, loss]) => loss);
  if (kind === 'parcels' && location === null)
    missing.push('No coordinates or outlines: the parcels will not be on the map.');
  if (kind === 'permits' || find('parcel_id')) return { missing, refused: null };
  const number = fields.find(({ field }) => field === 'parcel_id');
  if (number === undefined || fault?.isOpen === false)
    return { missing, refused: fault ?? { words: NO_NUMBER, isOpen: true } };
  return { missing, refused: { words: uncertainNumber(number), isOpen: true } };
}
