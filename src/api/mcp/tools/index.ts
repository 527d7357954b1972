import type { Tool } from '../tool.ts';
import { dealsAbsentee, dealsContractors, dealsEntities, dealsFlips } from './deals.ts';
import { marketAccuracy, marketCounties, marketTrends, parcelComparables, parcelValue } from './market.ts';
import { ownerProfile, ownerProperties, ownerSearch } from './owners.ts';
import { coverage, parcelFind, parcelLookup, parcelMatch, parcelSearch } from './parcels.ts';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  coverage,
  parcelFind,
  parcelMatch,
  parcelLookup,
  parcelSearch,
  parcelValue,
  parcelComparables,
  ownerSearch,
  ownerProfile,
  ownerProperties,
  marketCounties,
  marketTrends,
  marketAccuracy,
  dealsAbsentee,
  dealsFlips,
  dealsContractors,
  dealsEntities,
];
