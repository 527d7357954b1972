import type { Answer } from 'terrier/client';
import { AbsenteeQuery } from '../../features/deals/absentee.ts';
import { ContractorsQuery } from '../../features/deals/contractors.ts';
import { EntitiesQuery } from '../../features/deals/entity-ranking.ts';
import { FlipsQuery } from '../../features/deals/flips.ts';
import { compactRows, parcelRow, pick } from '../answer.ts';
import { foundPage, pagedInput, paging, tool } from '../tool.ts';

export const dealsAbsentee = tool({
  name: 'deals_absentee',
  title: 'Absentee owners',
  description:
    'Parcels whose owner lives elsewhere, highest assessed value (USD) first, with the exact total. Lots in acres.',
  input: pagedInput(AbsenteeQuery),
  async run(terrier, args, signal) {
    const query = { ...args, ...paging(args) };
    const { data: page } = await terrier.GET('/api/v1/deals/absentee', { params: { query }, signal });
    return foundPage(page, page.data.map(parcelRow));
  },
});

export const dealsFlips = tool({
  name: 'deals_flips',
  title: 'Flips and flippers',
  description:
    'Parcels bought and sold again within two years, newest first: prices and profit (USD), days held; the buyer is the ' +
    'flipper. With view=flippers, a ranking of who flips, with totals (USD) and median days.',
  input: pagedInput(FlipsQuery),
  async run(terrier, args, signal) {
    const query = { ...args, ...paging(args) };
    const { data: page } = await terrier.GET('/api/v1/deals/flips', { params: { query }, signal });
    return foundPage(page, compactRows(page.data));
  },
});

export const dealsContractors = tool({
  name: 'deals_contractors',
  title: 'Contractors',
  description:
    'Contractors by number of building permits, then total cost: counts, costs (USD), states, kinds of permits, first and ' +
    'last permit.',
  input: pagedInput(ContractorsQuery),
  async run(terrier, args, signal) {
    const query = { ...args, ...paging(args) };
    const { data: page } = await terrier.GET('/api/v1/deals/contractors', { params: { query }, signal });
    const rows = page.data.map(({ permit_types, ...row }) => ({
      ...pick(row, [
        'contractor_name',
        'contractor_license',
        'permit_count',
        'total_permit_value',
        'avg_permit_value',
        'jurisdictions',
        'states',
        'first_permit_date',
        'last_permit_date',
      ]),
      // The most frequent ones come first.
      permit_types: Object.fromEntries(Object.entries(permit_types).slice(0, 5)),
    }));
    return foundPage(page, rows);
  },
});

type Ranking = Extract<Answer<'/api/v1/deals/entities'>, { summary: unknown }>;

export const dealsEntities = tool({
  name: 'deals_entities',
  title: 'What organizations own',
  description:
    'Parcels owned by LLCs, trusts, corporations and the like, highest assessed value (USD) first. With top=true, a ranking ' +
    'of these owners by number of parcels, with a summary by class. Needs county_fips, state_fips, search or top=true.',
  input: pagedInput(EntitiesQuery),
  async run(terrier, args, signal) {
    const query = { ...args, ...paging(args) };
    const { data: page } = await terrier.GET('/api/v1/deals/entities', { params: { query }, signal });
    if (!('summary' in page)) return foundPage(page, page.data.map(parcelRow));
    const { data, summary } = page as Ranking;
    return foundPage(page, compactRows(data), { summary });
  },
});
